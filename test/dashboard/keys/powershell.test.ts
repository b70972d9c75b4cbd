import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { clientConfigurations, curlCommand, powershellCurl } from '../../../src/dashboard/client-config.ts';
import { openApi } from '../../support/api.ts';
import { openPage, type ParsedPage } from '../../support/page.ts';
import { post } from '../../support/playground-form.ts';
import { powershell } from '../../support/powershell.ts';
import { ALL_TOOLS, keyOn, Visitor } from '../../support/visitor.ts';

const VERSIONS = ['5.1', '7.3'] as const;
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** What a page holds in the block of that id, as a browser's copy has it. */
const codeIn = (page: ParsedPage, id: string): string => page.contents(`pre#${id}`)[0] ?? '';

async function curl(given: readonly string[], input: string): Promise<string> {
  const child = spawn('curl', given);
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stdin.end(input);
  await new Promise((resolve) => child.on('close', resolve));
  return out;
}

t.test('the page of a new key has a PowerShell block beside each bash block', async (t) => {
  const api = await openApi(t);
  const visitor = new Visitor(api.service.app);
  await visitor.register('ada@example.com');
  const made = await visitor.submit('/keys', '/keys', { name: '', tools: ALL_TOOLS });
  const { page } = made;
  const apiKey = keyOn(made);
  for (const { id, where, code, powershell: other } of clientConfigurations('http://localhost:80/mcp', apiKey)) {
    if (!where.includes('bash')) continue;
    t.equal(codeIn(page, `snippet-${id}`), code);
    if (where.includes('PowerShell')) t.notMatch(code, /["'$]/, `${id}: one line for all`);
    else t.equal(codeIn(page, `snippet-${id}-powershell`), other, id);
  }
  const env = { JOB_DATA_KEY: apiKey };
  for (const version of VERSIONS) {
    const claude = powershell(codeIn(page, 'snippet-claude-code-powershell'), env, version);
    t.strictSame(claude.arguments.slice(-3), [
      'http://localhost:80/mcp',
      '--header',
      `Authorization: Bearer ${apiKey}`,
    ]);
  }
  const list = await openPage(visitor, '/keys');
  t.match(codeIn(list, 'set-test-0'), /^export JOB_DATA_TEST_KEY=jdm_test_\w+$/);
  t.match(codeIn(list, 'set-test-1'), /^\$env:JOB_DATA_TEST_KEY = 'jdm_test_\w+'$/);
  const ran = await post(visitor, { 'arg-query': 'développeur', 'arg-country': 'FR', 'arg-platforms': ['apec'] });
  t.match(codeIn(ran.page, 'request-powershell'), /\$env:JOB_DATA_TEST_KEY/);
});

t.test(
  'its curl line runs in both PowerShells, whatever the query',
  { skip: !hasCurl && 'no curl here' },
  async (t) => {
    const api = await openApi(t);
    const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
    const { apiKey } = await api.service.apiKeys.test(api.accountId);
    for (const query of ['développeur', "l'infirmier “d’État” \\", '$env:PATH `$(1) "x" 🎉'])
      for (const version of VERSIONS) {
        const params = { name: 'scrape_jobs', arguments: { query, country: 'FR', platforms: ['apec'] } };
        const line = powershellCurl(`${address}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, 'K');
        const { piped = '', program, arguments: given } = powershell(line, { K: apiKey }, version);
        t.equal(program, 'curl.exe');
        t.strictSame(JSON.parse(piped).params, params, `${version}: ${query}`);
        const answer = JSON.parse(await curl(given, piped));
        t.match(answer.result?.structuredContent, { query }, version);
      }
    const quoted = powershellCurl("http://a'b/mcp", {});
    t.match(quoted, "-s 'http://a''b/mcp'");
  },
);

t.test('the documents show the same lines as the page of a key', async (t) => {
  const url = 'http://127.0.0.1:8080/mcp';
  const joined = (text: string): string => text.replace(/ \\\n\s*/g, ' ').replace(/\|\n\s*/g, '| ');
  const claude = clientConfigurations(url).find(({ id }) => id === 'claude-code');
  for (const language of ['en', 'fr']) {
    const read = (name: string): string =>
      joined(readFileSync(join(import.meta.dirname, `../../../src/docs/${language}/${name}.md`), 'utf8'));
    for (const line of [claude?.code, claude?.powershell]) t.match(read('mcp-clients'), line as string, language);
    for (const name of ['quick-start', 'test-keys']) {
      const document = read(name);
      const calls = [...document.matchAll(/"Authorization: Bearer \$(JOB_DATA\w+)".*? -d '(\{.*\})'/g)];
      t.ok(calls.length > 0);
      for (const [, variable = '', body = ''] of calls) {
        const request: unknown = JSON.parse(body);
        t.ok(document.includes(curlCommand(url, request, variable)), body);
        t.ok(document.includes(powershellCurl(url, request, variable)), `${language} ${name}: ${body}`);
      }
    }
    t.match(read('quick-start'), "$env:JOB_DATA_KEY = 'jdm_live_…'");
  }
});
