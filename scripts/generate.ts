// npm run generate: writes what is printed from code: schemas/json, .env.example and the tables of the documentation.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as schemas from '../schemas/index.ts';
import { SETTINGS } from '../src/config/config.ts';
import { PLATFORM_SETTINGS, PLATFORMS } from '../src/platforms/index.ts';
import { ERROR_KINDS } from '../src/rpc/errors.ts';
import { EMPLOYERS, type EmployerState } from '../src/samples/employers.ts';
import { BLOCKED_SEARCHES, CALL_FAULTS, SEARCH_SCENARIOS } from '../src/samples/scenarios.ts';
import { PAGES, SAMPLE_PAGES } from '../src/samples/web-pages.ts';

const ROOT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url));

const FILES: Readonly<Record<string, object>> = {
  'ping.arguments': schemas.PingArguments,
  'ping.result': schemas.PingResult,
  'scrape_jobs.arguments': schemas.ScrapeJobsArguments,
  'scrape_jobs.result': schemas.ScrapeJobsResult,
  'get_reputation.arguments': schemas.GetReputationArguments,
  'get_reputation.result': schemas.GetReputationResult,
  'scrape_url.arguments': schemas.ScrapeUrlArguments,
  'scrape_url.result': schemas.ScrapeUrlResult,
};

/** In the order of the table: platforms' own stand at the end. */
const ALL_SETTINGS = [...SETTINGS, ...PLATFORM_SETTINGS.map((setting) => ({ ...setting, default: '' }))];

function settingsTable(): string {
  const rows = ALL_SETTINGS.map(
    ({ name, default: value, meaning, secret }) =>
      `| \`${name}\` | ${value === '' ? '–' : `\`${value}\``} | ${meaning}${secret ? ' Secret.' : ''} |`,
  );
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function platformsTable(): string {
  const rows = PLATFORMS.map((platform) => {
    const doors = platform.doors.map(({ kind, needs }) =>
      kind === 'api' ? `API with ${(needs ?? []).map((name) => `\`${name}\``).join(', ')}` : 'public pages',
    );
    const ways = [...new Set(doors)].join('; else ');
    return `| \`${platform.code}\` | ${platform.name} | ${platform.country} | ${ways} | ${platform.byDefault ? 'yes' : 'no'} | ${platform.inTrial ? 'yes' : 'no'} | ${platform.terms} |`;
  });
  return [
    '| code | platform | country | way in | on by default | in the trial | terms of its owner |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function errorsTable(): string {
  const rows = ERROR_KINDS.map(
    ({ code, reasons, meaning }) => `| ${code} | ${reasons.map((reason) => `\`${reason}\``).join(', ')} | ${meaning} |`,
  );
  return ['| code | `data.reason` | what it means |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Magic words of test keys: those of every tool, then those of searches. */
function testQueriesTable(): string {
  const rows = [
    ...CALL_FAULTS.map(({ word, meaning }) => ['every tool', word, meaning]),
    ...SEARCH_SCENARIOS.map(({ word, meaning }) => ['`scrape_jobs`', word, meaning]),
    ...BLOCKED_SEARCHES.map(({ platform, words }) => [
      '`scrape_jobs`',
      '',
      `\`${platform}\` is blocked to every query with ${words.map((word) => `"${word}"`).join(', ')}`,
    ]),
    ['`get_reputation`', 'upstream_failed', 'an employer that nobody can look up; alone, `-32000`, `upstream_failed`'],
  ].map(([tool, word, meaning]) => `| ${tool} | ${word === '' ? '–' : `\`test:${word}\``} | ${meaning} |`);
  return ['| tool | text | what comes |', '| --- | --- | --- |', ...rows].join('\n');
}

const EMPLOYER_STATES: Readonly<Record<EmployerState, string>> = {
  known: '`fresh`',
  stored: '`stored`',
  stale: '`stale`',
  unreachable: '`could_not_look`',
};

function testEmployersTable(): string {
  const rows = EMPLOYERS.map(({ name, country, state, indeed, glassdoor }) => {
    const sites = [indeed && 'Indeed', glassdoor && 'Glassdoor'].filter(Boolean).join(', ');
    return `| ${name} | ${country} | ${EMPLOYER_STATES[state]} | ${sites || '–'} |`;
  });
  return ['| employer | country | status | on |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function testPagesTable(): string {
  const rows = SAMPLE_PAGES.map(({ path, meaning }) => `| \`${PAGES}${path}\` | ${meaning} |`);
  return ['| address | what comes |', '| --- | --- |', ...rows].join('\n');
}

function envExample(): string {
  const lines = ALL_SETTINGS.flatMap(({ name, default: value, meaning }) => [`# ${meaning}`, `#${name}=${value}`, '']);
  return `# Settings of the Job Data MCP service, with their defaults.\n# They are read from the environment: a service manager or compose file can point to this file.\n\n${lines.join('\n').trimEnd()}\n`;
}

/** Tables of the documentation, by their page and name. */
const TABLES: readonly { page: string; name: string; table: () => string }[] = [
  { page: 'operating', name: 'settings', table: settingsTable },
  { page: 'platforms', name: 'platforms', table: platformsTable },
  { page: 'calling', name: 'errors', table: errorsTable },
  { page: 'test-keys', name: 'test-queries', table: testQueriesTable },
  { page: 'test-keys', name: 'test-employers', table: testEmployersTable },
  { page: 'test-keys', name: 'test-pages', table: testPagesTable },
];

/** With `content` between `<!-- name -->` and `<!-- /name -->`. */
function fill(page: string, name: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!pattern.test(page)) throw new Error(`There is no place for ${name}.`);
  return page.replace(pattern, (_match, before: string, after: string) => `${before}${content}\n${after}`);
}

/** Path → content as it should be. */
export function generated(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, schema] of Object.entries(FILES))
    files.set(`schemas/json/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
  files.set('.env.example', envExample());
  for (const { page, name, table } of TABLES) {
    const path = `src/docs/en/${page}.md`;
    files.set(path, fill(files.get(path) ?? readFileSync(ROOT + path, 'utf8'), name, table()));
  }
  return files;
}

/** Paths of files that differ from what the code says. */
export function stale(): string[] {
  return [...generated()]
    .filter(([path, content]) => !existsSync(ROOT + path) || readFileSync(ROOT + path, 'utf8') !== content)
    .map(([path]) => path);
}

if (process.argv[1]?.endsWith('generate.js')) {
  mkdirSync(`${ROOT}schemas/json`, { recursive: true });
  for (const [path, content] of generated()) writeFileSync(ROOT + path, content);
  process.stdout.write(`${[...generated().keys()].join('\n')}\n`);
}
