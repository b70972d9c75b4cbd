import t from 'tap';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/app/service.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { openSite } from '../egress/loopback.ts';
import { searxngOf } from '../support/fake-reputation.ts';

t.test('SPEC §11: the operator’s hosts serve look-ups, but no caller of scrape_url', async (t) => {
  const known = searxngOf([{ name: 'Tesco', indeed: [3.5, 100], glassdoor: [4, 100] }]);
  const searxng = await openSite(t, (request, response) => {
    const { body = '' } = known({ method: 'GET', url: `http://x${request.url}`, timeoutMs: 1, maximumBytes: 1 });
    response.end(body);
  });
  const model = await openSite(t, (_, response) => response.end('{"choices":[]}'));
  const redirecting = await openSite(t, (request, response) => {
    const port = request.url === '/model' ? model.port : searxng.port;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/search` }).end();
  });
  const service = await createService(
    readConfig({
      DATA_DIR: t.testdir({}),
      SEARXNG_URL: `http://127.0.0.1:${searxng.port}`,
      OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
      OPENAI_MODEL: 'small',
      EGRESS_ALLOW: `127.0.0.1:${redirecting.port}`,
    }),
    {
      logger: pino({ level: 'silent' }),
      store: await openStore({ file: ':memory:' }),
      reputationParser: inlineReputationParser,
      throttle: false,
    },
  );
  t.teardown(() => service.close());
  const account = await service.accounts.create({ email: 'caller@example.com', plan: 'pro' });
  const { apiKey } = await service.apiKeys.create(account.id);
  const call = async (name: string, args: object): Promise<any> => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    return response.json();
  };

  const looked = await call('get_reputation', { company_names: ['Tesco'], country: 'GB' });
  t.match(looked.result?.structuredContent?.Tesco, { rating: 3.8, review_count: 200 }, JSON.stringify(looked.error));
  const asked = searxng.paths.length;
  t.equal(asked, 2);
  const urls = [
    `http://127.0.0.1:${searxng.port}/search?q=x`,
    `http://127.0.0.1:${redirecting.port}/searxng`,
    `http://127.0.0.1:${model.port}/v1/models`,
    `http://127.0.0.1:${redirecting.port}/model`,
    `http://localhost:${searxng.port}/search`,
  ];
  const scraped = await call('scrape_url', { urls, use_javascript: false });
  t.match(scraped.error, { code: -32000, data: { reason: 'upstream_failed' } }, JSON.stringify(scraped.result));
  // However the address is written.
  for (const host of [
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    'LOCALHOST.',
  ]) {
    for (const { port } of [searxng, model]) {
      const answer = await call('scrape_url', { urls: [`http://${host}:${port}/search`], use_javascript: false });
      t.ok(answer.error, `${host}: ${JSON.stringify(answer.result)}`);
    }
  }
  t.equal(searxng.paths.length, asked, 'neither straight nor by redirect');
  t.strictSame(model.paths, []);
  t.ok(redirecting.paths.includes('/searxng'), 'the redirects were followed as far as the address guard');
});
