// `npm run generate` writes the files that are generated from code.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as schemas from '../schemas/index.ts';
import { describeMetrics } from './generate/describe-metrics.ts';
import { SETTINGS } from '../src/config/config.ts';
import type { DocsLanguage } from '../src/docs/types.ts';
import { PLATFORM_SETTINGS, PLATFORMS } from '../src/sources/platforms/index.ts';
import { accuracyTables } from './generate/accuracy.ts';
import { architectureRows } from './generate/architecture.ts';
import { badges } from './generate/badges.ts';
import { bundleManifest, registryServer } from './generate/distribution.ts';
import { createExamples } from './generate/examples.ts';
import { platformNames } from './generate/platform-names.ts';
import { argumentsOf, TABLES, tableOf, type Table } from './generate/tables.ts';
import { thirdParty } from './generate/third-party.ts';

const LANGUAGES: readonly DocsLanguage[] = ['en', 'fr'];

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
  'error.data': schemas.ErrorData,
};

const ALL_SETTINGS = [...SETTINGS, ...PLATFORM_SETTINGS.map((setting) => ({ ...setting, default: '' }))];

function settingsTable(): string {
  const rows = ALL_SETTINGS.map(({ name, default: value, meaning, secret }) => [
    `\`${name}\``,
    value === '' ? '–' : `\`${value}\``,
    `${meaning.replace(/[|<]/g, '\\$&')}${secret ? ' Secret.' : ''}`,
  ]);
  return tableOf(['setting', 'default', 'meaning'], rows);
}

function sourcesTable(): string {
  const rows = PLATFORMS.map(({ code, accessMethods, terms }) => {
    const ways = accessMethods.map(({ kind, needs }) =>
      kind === 'api' ? `API with ${(needs ?? []).map((name) => `\`${name}\``).join(', ')}` : 'public pages',
    );
    return [`\`${code}\``, [...new Set(ways)].join(', otherwise '), terms];
  });
  return tableOf(['code', 'access methods', 'owner’s terms'], rows);
}

function envExample(): string {
  const lines = ALL_SETTINGS.flatMap(({ name, default: value, meaning }) => [`# ${meaning}`, `#${name}=${value}`, '']);
  return `# Settings of the Job Data MCP service, with their defaults.\n# They are read from the environment: a service manager or compose file can point to this file.\n\n${lines.join('\n').trimEnd()}\n`;
}

/** Leaves out Node.js's own metrics. */
function metricsTable(): string {
  const rows = describeMetrics()
    .filter(({ name }) => name.startsWith('jobdata_'))
    .map(({ name, type, labels, help }) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', ') || '–',
      help,
    ]);
  return tableOf(['metric', 'type', 'labels', 'meaning'], rows);
}

/** The tables of accuracy and of the tools' arguments are in both languages, the others only in English. */
const OWN_TABLES: Readonly<Record<string, Table>> = {
  settings: settingsTable,
  sources: sourcesTable,
  metrics: metricsTable,
  architecture: () => tableOf(['folder', 'contents', 'may import from'], architectureRows()),
  ...accuracyTables(pathToFileURL(`${ROOT}test/evaluate/`)),
  ...Object.fromEntries(
    Object.entries(FILES)
      .filter(([name]) => name.endsWith('.arguments'))
      .map(([name, schema]) => [`arguments-${name.replace('.arguments', '')}`, argumentsOf(schema)]),
  ),
};

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in a document. */
function fill(document: string, contentOf: (name: string) => string): string {
  return document.replace(
    /^<!-- ([\w-]+) -->\n[\s\S]*?^<!-- \/\1 -->$/gm,
    (_whole, name: string) => `<!-- ${name} -->\n${contentOf(name)}\n<!-- /${name} -->`,
  );
}

export async function generated(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [name, schema] of Object.entries(FILES))
    files.set(`schemas/json/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
  files.set('.env.example', envExample());
  files.set('src/widgets/shared/platform-names.ts', platformNames());
  files.set('src/docs/THIRD_PARTY.md', thirdParty(ROOT));
  files.set('scripts/deploy/mcpb/manifest.json', `${JSON.stringify(bundleManifest(ROOT), null, 2)}\n`);
  files.set('scripts/deploy/server.json', `${JSON.stringify(registryServer(ROOT), null, 2)}\n`);
  const exampleOf = await createExamples();
  for (const [name, text] of badges(ROOT)) files.set(`.github/pictures/${name}.svg`, text);
  for (const language of LANGUAGES) {
    const readme = language === 'en' ? 'README.md' : `README.${language}.md`;
    files.set(
      readme,
      fill(readFileSync(ROOT + readme, 'utf8'), (name) => TABLES[name]?.(language) ?? exampleOf(name, language)),
    );
    for (const file of readdirSync(`${ROOT}src/docs/${language}`)) {
      const path = `src/docs/${language}/${file}`;
      const contentOf = (name: string): string =>
        (TABLES[name] ?? OWN_TABLES[name])?.(language) ?? exampleOf(name, language);
      files.set(path, fill(readFileSync(ROOT + path, 'utf8'), contentOf));
    }
  }
  const contributing = readFileSync(`${ROOT}src/docs/en/contributing.md`, 'utf8');
  files.set('.github/CONTRIBUTING.md', contributing.replace(/\]\((?=[a-z-]+\.md)/g, '](../src/docs/en/'));
  return files;
}

export async function stale(files?: ReadonlyMap<string, string>): Promise<string[]> {
  return [...(files ?? (await generated()))]
    .filter(([path, content]) => !existsSync(ROOT + path) || readFileSync(ROOT + path, 'utf8') !== content)
    .map(([path]) => path);
}

if (process.argv[1]?.endsWith('generate.js')) {
  const files = await generated();
  const changed = await stale(files);
  for (const path of changed) {
    mkdirSync(dirname(ROOT + path), { recursive: true });
    writeFileSync(ROOT + path, files.get(path) as string);
  }
  process.stdout.write(changed.length === 0 ? 'Nothing has changed.\n' : `${changed.join('\n')}\n`);
}
