import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { PRICES } from '../../src/credits/tool-prices.ts';
import { toCredits } from '../../src/lib/credits.ts';
import { DocsLibrary } from '../../src/docs/library.ts';
import type { DocsLanguage } from '../../src/docs/types.ts';
import { platformName } from '../../src/widgets/shared/platform-names.ts';
import { createDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { openTestApi, type TestApi } from '../support/test-caller.ts';
import { some } from '../support/volume.ts';

const library = new DocsLibrary();
const LANGUAGES: readonly DocsLanguage[] = ['en', 'fr'];

interface Block {
  language: string;
  title: string;
  code: string;
}

function blocksOf(name: string, language: DocsLanguage): Block[] {
  const { markdown = '' } = library.page(name, language) ?? {};
  return [...markdown.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, of = '', title = '', code = '']) => ({
    language: of,
    title,
    code,
  }));
}

/** How a block is run: the program that reads it from its standard input. */
const PROGRAMS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  sh: ['sh'],
  ts: [process.execPath, '--input-type=module'],
  js: [process.execPath, '--input-type=module'],
  python: ['python3', '-'],
};

/** A block whose title names a file is saved there, and the file is run. */
async function run(
  t: Test,
  { language, title = '', code }: Pick<Block, 'language' | 'code'> & Partial<Block>,
  env: Record<string, string>,
  cwd = process.cwd(),
): Promise<string> {
  const [, file] = /\((\S+\.mjs)\)$/.exec(title) ?? [];
  const folder = file === undefined ? cwd : t.testdir({ [file]: code });
  const [program = '', ...args] =
    file === undefined ? (PROGRAMS[language] ?? []) : [process.execPath, join(folder, file)];
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PYTHONUTF8: '1', ...env },
  });
  let out = '';
  let faults = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (faults += part));
  child.stdin.end(code);
  const status = await new Promise((resolve) => child.on('close', resolve));
  t.strictSame([status, faults], [0, ''], code.slice(0, 60));
  return out;
}

const known = new Map<string, boolean>();

function installed(program: string): boolean {
  const is = known.get(program) ?? spawnSync(program, ['--version']).status === 0;
  known.set(program, is);
  return is;
}

/** A listening service and what turns a block of a page into what calls it. */
async function openService(t: Test): Promise<{ api: TestApi; here: (code: string) => string }> {
  const api = await openTestApi(t);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  return { api, here: (code) => code.replaceAll('http://127.0.0.1:8080', base) };
}

t.test('blocks in tabs give the same answer', async (t) => {
  const { api, here } = await openService(t);
  const env = { JOB_DATA_KEY: api.apiKey, JOB_DATA_TEST_KEY: api.testKey };
  // The programs are the same in both languages.
  for (const language of some(['en'], LANGUAGES)) {
    const titled = blocksOf('quick-start', language).filter(
      ({ code }) => code.includes('"limit"') || code.includes('limit:'),
    );
    t.strictSame(
      titled.map(({ title }) => title),
      ['curl', 'PowerShell', 'TypeScript (jobs.mjs)', 'Python'],
    );
    const answers = new Set<string>();
    for (const block of titled) {
      if (
        block.title === 'PowerShell' ||
        !installed(block.title === 'curl' ? 'curl' : (PROGRAMS[block.language]?.[0] ?? ''))
      )
        continue;
      const code = here(block.code);
      const { result } = JSON.parse(await run(t, { ...block, code }, env));
      t.equal(result.structuredContent.jobs.length, 2, `${language}: ${block.title}`);
      answers.add(JSON.stringify(result.structuredContent));
    }
    t.equal(answers.size, 1, language);
    const listed = new Set<string>();
    for (const block of blocksOf('calling', language).filter(
      ({ title, language: of }) => title.startsWith('fetch ') || of === 'python',
    )) {
      if (!installed(PROGRAMS[block.language]?.[0] ?? '')) continue;
      const lines = await run(t, { ...block, code: here(block.code) }, env);
      listed.add(lines.replace(/\bnull\b/g, 'None'));
    }
    t.equal(listed.size, 1, `${language}: ${[...listed].join('')}`);
    t.match([...listed][0], /^\S.*https:/, 'jobs are listed');
  }
});

t.test('blocks with `await` outside a function name the file to save, and the page says how to run it', async (t) => {
  const { api, here } = await openService(t);
  const env = { JOB_DATA_TEST_KEY: api.testKey };
  for (const language of LANGUAGES)
    for (const name of ['quick-start', 'calling', 'recipes']) {
      const { markdown = '' } = library.page(name, language) ?? {};
      for (const block of blocksOf(name, language).filter(({ code }) => /^(?:const .* = )?await /m.test(code))) {
        const [file] = /\b[\w-]+\.mjs\b/.exec(block.title) ?? [];
        t.ok(file && markdown.includes(`\`node ${file}\``), `${language} ${name}: ${block.title}`);
        if (!block.code.includes('@modelcontextprotocol') || language !== 'en') continue;
        t.match(await run(t, { ...block, code: here(block.code) }, env), /jobs: \[/, 'the official client');
      }
    }
});

t.test(
  'the block for Claude Code connects it with the test key and asks for the search of the other blocks',
  async (t) => {
    const { api, here } = await openService(t);
    const programs = t.testdir({ claude: '#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\necho\n' });
    chmodSync(join(programs, 'claude'), 0o755);
    const env = { JOB_DATA_TEST_KEY: api.testKey, PATH: `${programs}:${process.env['PATH']}` };
    for (const language of LANGUAGES) {
      const blocks = blocksOf('quick-start', language);
      const block = blocks.find(({ title }) => title === 'Claude Code') as Block;
      const before = blocks[blocks.indexOf(block) - 1];
      t.equal(before?.title, 'Python', 'it is the last of the tabs');
      const [added = '', ...others] = block.code.trimEnd().split('\n');
      const alone = blocksOf('mcp-clients', language).find(({ code }) => code.startsWith('claude mcp add')) as Block;
      t.equal(added.replace('$JOB_DATA_TEST_KEY', '$JOB_DATA_KEY'), alone.code.trimEnd());
      t.equal(others.length, 1);
      const [connect = '', ask = ''] = (await run(t, { ...block, code: here(block.code) }, env)).split('\n\n');
      const [mcp, add, option, transport, , url = '', header, authorization = '', ...rest] = connect.split('\n');
      t.strictSame([mcp, add, option, transport, header, rest], ['mcp', 'add', '--transport', 'http', '--header', []]);
      const [name = '', ...value] = authorization.split(': ');
      const client = new McpClient({ name: 'claude', version: '1.0.0' });
      const requestInit = { headers: { [name]: value.join(': ') } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      const { platforms } = (await client.callTool({ name: 'ping', arguments: {} })).structuredContent as {
        platforms: string[];
      };
      await client.close();
      const asked: string[] = JSON.parse(
        /"platforms":(\[.*?\])/.exec(
          blocks.find(({ title, code }) => title === 'curl' && code.includes('scrape_jobs'))?.code ?? '',
        )?.[1] ?? '[]',
      );
      t.ok(asked.length >= 3);
      for (const code of asked) {
        t.ok(platforms.includes(code), code);
        t.ok(ask.toLowerCase().includes(platformName(code).toLowerCase()), `${language}: ${code}`);
      }
    }
  },
);

t.test('the recipes run as they stand, on sample data', async (t) => {
  const { api, here } = await openService(t);
  const env = { JOB_DATA_KEY: api.testKey };
  for (const language of some(['fr'], LANGUAGES)) {
    const blocks = blocksOf('recipes', language);
    const block = (matches: (block: Block) => boolean): Block => blocks.find(matches) as Block;

    const digest = block(({ title }) => title === 'digest.mjs');
    const cwd = t.testdir({});
    const first = await run(t, { ...digest, code: here(digest.code) }, env, cwd);
    t.match(first, /^(?:software engineer|développeur): [1-9]\d*\n- .+\n  https:/);
    t.notMatch(first, 'undefined');
    const second = await run(t, { ...digest, code: here(digest.code) }, env, cwd);
    t.strictSame(second.match(/: \d+$/gm), [': 0', ': 0'], 'nothing is shown twice');

    if (installed('python3')) {
      const csv = block(({ language: of }) => of === 'python');
      await run(t, { ...csv, code: here(csv.code) }, env, cwd);
      const [head, ...rows] = readFileSync(join(cwd, 'jobs.csv'), 'utf8').trimEnd().split('\r\n');
      t.match(head, /^\uFEFFtitle[,;]company/);
      t.ok(rows.length > 2);
      t.match(rows[0], /[,;]https:\/\/\S+$/);
    }

    const workflow = JSON.parse(here(block(({ code }) => code.includes('n8n-nodes-base')).code));
    const names: string[] = workflow.nodes.map(({ name }: { name: string }) => name);
    t.strictSame(Object.keys(workflow.connections), names.slice(0, -1));
    for (const [at, { main }] of (Object.values(workflow.connections) as { main: { node: string }[][] }[]).entries())
      t.equal(main[0]?.[0]?.node, names[at + 1]);
    const { name, arguments: args } = JSON.parse(workflow.nodes[1].parameters.jsonBody).params;
    const { json } = await api.test(name, args);
    t.ok(json.result.structuredContent.jobs.length > 2);
  }
});

t.test('the script for Google Sheets fills a sheet, and no text becomes a formula', async (t) => {
  for (const language of LANGUAGES) {
    const { code = '' } = blocksOf('recipes', language).find(({ title }) => title === 'Google Sheets') ?? {};
    let written: unknown[][] = [];
    let asked: { payload?: string; headers?: object } = {};
    const job = { title: '=IMPORTXML(1)', company: 'Acme', location: 'Leeds', salary_min: 1, salary_max: null };
    const range = { setValues: (rows: unknown[][]) => (written = rows) };
    const context = createContext({
      PropertiesService: { getScriptProperties: () => ({ getProperty: () => 'the-key' }) },
      UrlFetchApp: {
        fetch: (_url: string, options: typeof asked) => {
          asked = options;
          return { getContentText: () => JSON.stringify({ result: { structuredContent: { jobs: [job] } } }) };
        },
      },
      SpreadsheetApp: { getActiveSheet: () => ({ clearContents: () => {}, getRange: () => range }) },
    });
    runInContext(`${code}; fetchJobs()`, context);
    t.strictSame(written[1]?.slice(0, 5), ["'=IMPORTXML(1)", 'Acme', 'Leeds', 1, '']);
    t.equal(written[0]?.length, written[1]?.length);
    t.match(asked, { headers: { Authorization: 'Bearer the-key' } });
    t.equal(JSON.parse(asked.payload ?? '').params.name, 'scrape_jobs');
  }
});

const needsPostgres = {
  skip: (await withoutPostgres()) || (!(installed('psql') && installed('curl')) && 'no psql or curl here'),
};

t.test('the recipe for Postgres keeps one row per job', needsPostgres, async (t) => {
  const { api, here } = await openService(t);
  for (const language of some(['en'], LANGUAGES)) {
    const database = await createDatabase();
    t.teardown(() => database.drop());
    const cwd = t.testdir({});
    const blocks = blocksOf('recipes', language);
    const of = (test: (block: Block) => boolean): string => here(blocks.find(test)?.code ?? '');
    writeFileSync(
      join(cwd, 'jobs.sql'),
      of(({ title }) => title === 'jobs.sql'),
    );
    const env = { JOB_DATA_KEY: api.testKey, JOBS_DATABASE_URL: database.url };
    const load = {
      language: 'sh',
      code: of(({ language: lang }) => lang === 'sh').replace('psql ', 'psql -q -v ON_ERROR_STOP=1 '),
    };
    await run(t, load, env, cwd);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    t.teardown(() => client.end());
    const count = async () => (await client.query('SELECT count(*)::int AS n FROM jobs')).rows[0].n as number;
    const loaded = await count();
    t.ok(loaded > 2);
    // A second time the table is there already, which psql tells as a notice.
    await run(t, { ...load, code: load.code.replace('jobs.sql', 'jobs.sql 2>&1') }, env, cwd);
    t.equal(await count(), loaded);
    const { rows } = await client.query(of(({ code }) => code.startsWith('SELECT')));
    t.equal(rows.length, loaded);
  }
});

t.test('the ten questions: each call is answered, and costs at most the stated price', async (t) => {
  const api = await openTestApi(t);
  for (const language of LANGUAGES) {
    const { markdown = '' } = new DocsLibrary().page('questions', language) ?? {};
    const questions = markdown.split(/^### /m).slice(1);
    t.equal(questions.length, 10);
    for (const question of questions) {
      const calls = [...question.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, code = '']) => JSON.parse(code));
      t.ok(calls.length > 0);
      let most = 0;
      for (const { name, arguments: args } of calls) {
        const { json } = await api.test(name, args);
        t.notOk(json.error, `${question.split('\n', 1)[0]}: ${json.error?.message}`);
        t.notOk(json.result._meta['io.jobdata/ignored']);
        if (name === 'scrape_jobs') most += PRICES.jobsFresh;
        if (name === 'scrape_url') most += PRICES.url * args.urls.length;
        if (name === 'get_reputation')
          most += args.mode === 'deep' ? PRICES.reputationDeep + PRICES.reputationInsights : PRICES.reputationLight;
      }
      const figure = toCredits(most).toFixed(1);
      const said =
        most === 0
          ? { en: '**Free**', fr: '**Gratuit**' }
          : {
              en: `**${figure} credits**`,
              fr: `**${figure.replace('.', ',')} crédit${Number(figure) < 2 ? '' : 's'}**`,
            };
      t.match(question, said[language]);
    }
  }
});
