// The documentation's commands, programs, examples, and all special texts of test keys, run as shown.
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { DocsPage, named } from './documents.ts';
import { some } from '../support/volume.ts';
import { startService, type StartedService } from './started-service.ts';

const run = promisify(execFile);
const has = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)));

/** `tools/call`, as the page on calling says. */
async function call({ base, testKey }: StartedService, name: string, args: object): Promise<any> {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  return response.json();
}

const environment = (service: StartedService): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  JOB_DATA_KEY: /jdm_live_\w+/.exec(service.printed)?.[0],
  JOB_DATA_TEST_KEY: service.testKey,
});

t.test('the documentation’s steps work as written', async (t) => {
  const service = await startService(t);
  const page = (name: string) => DocsPage.read(service.base, name);

  await t.test('shell lines work as pasted', { skip: !has('curl') || !has('sh') }, async (t) => {
    const lines = [
      ...(await page('quick-start')).blocks('sh'),
      ...(await page('quick-start.fr')).blocks('sh'),
      ...(await page('test-keys')).blocks('sh'),
    ].filter((block) => block.startsWith('curl'));
    t.ok(lines.length >= 5);
    const printed = service.printed.split('\n').filter((line) => line.trim().startsWith('curl'));
    t.equal(printed.length, 1, 'the first start prints one');
    for (const line of [...lines, ...printed]) {
      const { stdout } = await run('sh', ['-c', line], { env: environment(service) });
      const answer = JSON.parse(stdout);
      // A line that pipes the answer to jq prints only the content.
      const content = answer.result?.structuredContent ?? answer;
      t.ok(content.status === 'OK' || content.total_jobs > 0, line.slice(0, 60));
    }
  });

  await t.test('programs work as pasted', async (t) => {
    const folder = t.testdir({});
    // The programs are the same in both languages.
    for (const name of some(['calling'], ['calling', 'calling.fr'])) {
      const documents = await page(name);
      const [plain, client] = documents.blocks('ts') as [string, string];
      // The program looks for the package beside itself.
      const root = fileURLToPath(new URL('../../node_modules/', import.meta.url));
      const installed = client.replace(/'(@modelcontextprotocol\/sdk)\/([^']+)'/g, `'file://${root}$1/dist/esm/$2'`);
      for (const [index, program] of [plain, installed].entries()) {
        const file = join(folder, `${name}-${index}.mjs`);
        writeFileSync(file, program);
        const { stdout } = await run(process.execPath, [file], { env: environment(service) });
        t.match(stdout, /nurse|infirmier/i, file);
      }
      if (!has('python3')) continue;
      const [python] = documents.blocks('python') as [string];
      const { stdout } = await run('python3', ['-c', python], { env: environment(service) });
      t.match(stdout, /nurse|infirmier/i);
    }
  });

  await t.test('every example returns the answer that the page shows', async (t) => {
    for (const name of ['ping', 'scrape-jobs', 'get-reputation', 'scrape-url', 'errors']) {
      for (const file of [name, `${name}.fr`]) {
        const blocks = (await page(file)).blocks('json').map((block) => JSON.parse(block));
        const shown = blocks.find((block) => block.structuredContent ?? block.error);
        const asked = blocks.find((block) => block.name) ?? {
          name: 'scrape_jobs',
          arguments: { query: 'test:quota_exceeded', platforms: ['reed'] },
        };
        const { result, error } = await call(service, asked.name, asked.arguments);
        if (error) {
          const { request_id: id, ...data } = error.data;
          const { request_id: _, ...shownData } = shown.error.data;
          t.match(id, /^req_/);
          t.strictSame({ ...error, data }, { ...shown.error, data: shownData }, file);
          continue;
        }
        if (name === 'ping') {
          t.strictSame(Object.keys(result.structuredContent), Object.keys(shown.structuredContent), file);
          continue;
        }
        t.strictSame(result.structuredContent, shown.structuredContent, file);
        for (const [member, value] of Object.entries(shown._meta ?? {}))
          t.strictSame(result._meta[member], value, file);
      }
    }
  });

  await t.test('every special text for test keys does what the table says', async (t) => {
    const ping = (await call(service, 'ping', {})).result.structuredContent;
    const rows = (await page('test-keys')).rows('tool');
    t.ok(rows.length > 18);
    for (const [tool = '', cell = '', meaning = ''] of rows) {
      const [text] = named(cell);
      if (text === undefined) {
        await blockedWords(t, service, meaning);
        continue;
      }
      const names = named(meaning);
      if (tool === 'every tool except `ping`') {
        const [code = '', reason = ''] = names;
        for (const [name, args] of [
          ['scrape_jobs', { query: text, platforms: ['reed'] }],
          ['get_reputation', { company_names: [text] }],
          ['scrape_url', { urls: [`https://test.example/${text.slice('test:'.length)}`] }],
        ] as const) {
          const { error } = await call(service, name, args);
          t.match(error, { code: Number(code), data: { reason } }, `${name}: ${text}`);
        }
      } else if (tool.includes('get_reputation')) {
        const { error } = await call(service, 'get_reputation', { company_names: [text] });
        t.match(error, { code: -32000, data: { reason: 'upstream_failed' } }, text);
      } else if (meaning.startsWith('row')) {
        const [status = ''] = names;
        const { result } = await call(service, 'scrape_jobs', {
          query: `${text} reed`,
          platforms: ['reed', 'totaljobs'],
        });
        t.match(
          result.structuredContent.platforms,
          [
            { platform: 'reed', status },
            { platform: 'totaljobs', status: 'ok' },
          ],
          text,
        );
        const alone = await call(service, 'scrape_jobs', { query: text, platforms: ['reed'] });
        if (status === 'empty') t.equal(alone.result.structuredContent.total_jobs, 0, text);
        else t.match(alone.error, { data: { reason: 'upstream_failed', platforms: [{ status }] } }, text);
      } else if (meaning.includes('upstream_failed')) {
        const { error } = await call(service, 'scrape_jobs', { query: text, platforms: ['reed'] });
        t.match(error, { code: -32000, data: { reason: 'upstream_failed' } }, text);
      } else {
        const gb = ping.platforms.filter((code: string) => /reed|totaljobs/.test(code));
        const { result } = await call(service, 'scrape_jobs', { query: text, platforms: gb });
        t.ok(result.structuredContent.total_jobs > 10, text);
        t.equal(result.structuredContent.source, meaning.includes('cache') ? 'cache' : 'scrape', text);
        t.equal(result._meta['io.jobdata/receipt'].cached, meaning.includes('cache'), text);
      }
    }
  });

  await t.test('every sample employer and page is as the table says', async (t) => {
    const documents = await page('test-keys');
    for (const [employer = '', country = '', status = '', on = ''] of documents.rows('employer')) {
      const { result, error } = await call(service, 'get_reputation', { company_names: [employer], country });
      if (error) {
        t.match([error.data.reason, named(status)[0]], ['upstream_failed', 'could_not_look'], employer);
        continue;
      }
      const provenance = result._meta['io.jobdata/provenance'][employer];
      t.equal(`\`${provenance.status}\``, status, employer);
      t.equal(provenance.sources.length, on === '–' ? 0 : on.split(', ').length, employer);
    }
    for (const [address = '', meaning = ''] of documents.rows('address')) {
      const url = named(address)[0] as string;
      const { result, error } = await call(service, 'scrape_url', { urls: [url] });
      const reason = /reason `(\w+)`/.exec(meaning)?.[1];
      if (reason === undefined) t.ok(!result.structuredContent[url].startsWith('Error: '), url);
      else t.equal(error.data.urls[url].error.reason, reason, url);
    }
  });

  await t.test('every error reason has a section, and its link leads there', async (t) => {
    const errors = await page('errors');
    const reasons = errors.rows('code').flatMap(([, cell = '']) => named(cell));
    t.ok(reasons.length >= 16);
    const { error } = await call(service, 'no_such_tool', {});
    const shown = await (await fetch(error.data.docs, { headers: { Accept: 'text/html' } })).text();
    for (const reason of reasons) {
      t.ok(errors.markdown.includes(`\n### ${reason}\n`), reason);
      t.ok(shown.includes(`id="${reason}"`), reason);
    }
  });
});

/** "`work_hub` blocks every query that contains …" */
async function blockedWords(t: Test, service: StartedService, meaning: string): Promise<void> {
  const [platform = ''] = named(meaning);
  const country = platform === 'meteojob' ? 'FR' : 'GB';
  for (const [, word] of meaning.matchAll(/"([^"]+)"/g)) {
    const { error } = await call(service, 'scrape_jobs', { query: word, country, platforms: [platform] });
    t.match(error?.data, { platforms: [{ platform, status: 'blocked' }] }, `${platform}: ${word}`);
  }
}
