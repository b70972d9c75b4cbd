import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import t from 'tap';
import Ajv from 'ajv';
import { ErrorData, REASONS } from '../../schemas/index.ts';
import { DocsLibrary } from '../../src/docs/library.ts';
import { ERROR_KINDS } from '../../src/rpc/errors.ts';
import { openApi } from '../support/api.ts';
import { parsePiece } from '../support/page.ts';
import { openTestApi } from '../support/test-caller.ts';

const fits = new Ajv.Ajv({ strict: false }).compile(ErrorData);
const callOf = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

t.test('every reason has a section in the documentation, in both languages', async (t) => {
  t.strictSame(ERROR_KINDS.flatMap(({ reasons }) => reasons).sort(), [...REASONS].sort());
  for (const language of ['en', 'fr'] as const) {
    const anchors = new DocsLibrary().page('errors', language)?.sections.map(({ anchor }) => anchor) ?? [];
    for (const reason of REASONS) t.ok(anchors.includes(reason), `${language}: ${reason}`);
  }
});

t.test('every error names the address of its documentation, which exists', async (t) => {
  const api = await openTestApi(t, { env: { PUBLIC_URL: 'https://jobs.example' } });
  const { post } = api;
  const search = { query: 'nurse', platforms: ['reed'] };
  const answers = [
    await post('{'),
    await post('7'),
    await post('[]'),
    await post(callOf('ping'), { authorization: 'Bearer jdm_live_wrong' }),
    await post(callOf('ping'), { 'content-type': 'text/plain' }),
    await post(callOf('ping'), { origin: 'https://elsewhere.example' }),
    await post('x'.repeat(1_100_000)),
    await post({ jsonrpc: '2.0', id: 1, method: 'nothing' }),
    await post(callOf('nothing')),
    await post(callOf('scrape_jobs', { query: 7 })),
    await post(callOf('scrape_jobs', { ...search, platforms: ['nowhere'] })),
    await post(callOf('ping'), { 'mcp-protocol-version': '2099-01-01' }),
    await post([callOf('nothing')]),
    ...(await Promise.all(
      ['quota_exceeded', 'rate_limited', 'trial_expired', 'key_cap_reached', 'tool_not_allowed', 'internal'].map(
        (word) => api.test('scrape_jobs', { ...search, query: `test:${word}` }),
      ),
    )),
    await api.test('scrape_jobs', { ...search, query: 'test:upstream_failed' }),
    await api.test('get_reputation', { company_names: ['test:upstream_failed'] }),
    await api.test('scrape_url', { urls: ['https://pages.example/missing'] }),
  ];
  const { payload } = await api.service.app.inject({ method: 'GET', url: '/mcp' });
  const errors = [...answers.map(({ json }) => [json].flat()[0].error), JSON.parse(payload).error];
  const seen = new Set<string>();
  for (const { data } of errors) {
    t.equal(data.docs, `https://jobs.example/docs/errors#${data.reason}`);
    t.ok(fits(data), `${data.reason}: ${JSON.stringify(fits.errors)}`);
    seen.add(data.reason);
    const page = await api.service.app.inject({ url: new URL(data.docs).pathname });
    t.equal(page.statusCode, 200, data.reason);
    t.ok(parsePiece(page.payload).has(`[id="${data.reason}"]`), data.reason);
  }
  t.ok(seen.size >= 13, [...seen].join(' '));
});

t.test('without PUBLIC_URL the address uses the requested host, unless it is invalid', async (t) => {
  const { service, post, apiKey } = await openApi(t);
  t.match((await post(callOf('nothing'), { host: 'jobs.test:8080' })).json.error.data, {
    docs: 'http://jobs.test:8080/docs/errors#unknown_tool',
  });
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  for (const host of ['"><script>', 'a b', 'user@host', 'host/path?#', '']) {
    const asked = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/mcp',
      method: 'POST',
      setHost: false,
      headers: { host, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    });
    asked.end(JSON.stringify(callOf('nothing')));
    const [response] = await once(asked, 'response');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    if (response.statusCode === 200) t.equal(JSON.parse(text).error.data.docs, '/docs/errors#unknown_tool', host);
    else t.equal(response.statusCode, 400, host);
  }
});
