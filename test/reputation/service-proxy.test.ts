import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCACertificate, getLocal, type CompletedRequest } from 'mockttp';
import { pino } from 'pino';
import t from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { createService } from '../../src/app/service.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeClock } from '../support/clock.ts';
import { indeedPage, resultsFor, REVIEWS } from '../support/fake-reputation.ts';

const FIFTEEN = Array.from({ length: 15 }, (_, index) => `Firm${String.fromCharCode(65 + index)}`);
const FIVE = FIFTEEN.slice(0, 5);
const EMPLOYERS = FIFTEEN.map((name) => ({
  name,
  indeed: [3.3, 742] as const,
  glassdoor: [3.9, 34] as const,
}));

/** The internet as the intercepting proxy simulates it. */
function answer(url: URL): { statusCode: number; body?: string } {
  const query = url.searchParams.get('q') ?? '';
  switch (url.hostname) {
    case 'search.example.org':
      return { statusCode: 502, body: 'out of order' };
    case 'api.search.brave.com': {
      const results = resultsFor(query, EMPLOYERS).map(({ url, title, text }) => ({ url, title, description: text }));
      return { statusCode: 200, body: JSON.stringify({ type: 'search', web: { results } }) };
    }
    case 'autocomplete.indeed.com':
      return { statusCode: 200, body: JSON.stringify([{ suggestion: url.searchParams.get('query') }]) };
    case 'uk.indeed.com': {
      const name = url.pathname.split('/')[2] ?? '';
      if (url.pathname === '/robots.txt' || !FIVE.includes(name)) return { statusCode: 404 };
      return { statusCode: 200, body: indeedPage({ name, rating: 3.5, count: 900 }, REVIEWS) };
    }
    default:
      return { statusCode: url.pathname === '/robots.txt' ? 404 : 403, body: 'Just a moment...' };
  }
}

t.test('SPEC §4, §7, §11: an intercepting proxy with a private certificate authority', async (t) => {
  const https = await generateCACertificate();
  const proxy = getLocal({ https });
  await proxy.start();
  t.teardown(() => proxy.stop());
  const asked: string[] = [];
  await proxy.forAnyRequest().thenCallback((request: CompletedRequest) => {
    const url = new URL(request.url);
    asked.push(`${url.hostname}${url.pathname}`);
    return answer(url);
  });
  const folder = t.testdir({});
  const file = join(folder, 'ca.pem');
  writeFileSync(file, https.cert);
  const clock = new FakeClock();
  const service = await createService(
    readConfig({
      DATA_DIR: folder,
      EGRESS_PROXY: proxy.url.replace('https:', 'http:'),
      EGRESS_CA_FILE: file,
      SEARXNG_URL: 'https://search.example.org',
      BRAVE_API_KEY: 'key',
    }),
    {
      clock,
      logger: pino({ level: 'silent' }),
      store: await openStore({ file: ':memory:' }),
      reputationParser: inlineReputationParser,
      // The proxy resolves names, so nothing here uses DNS.
      resolver: async () => {
        throw new Error('no DNS here');
      },
      throttle: false,
    },
  );
  t.teardown(() => service.close());
  const account = await service.accounts.create({ email: 'caller@example.com', plan: 'pro' });
  const { apiKey } = await service.apiKeys.create(account.id);
  const call = async (args: object): Promise<any> => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_reputation', arguments: { country: 'GB', ...args } },
      }),
    });
    const json = response.json();
    t.ok(json.result, JSON.stringify(json.error));
    const { structuredContent: content, _meta: meta } = json.result;
    return { content, cost: meta['io.jobdata/receipt'].cost, provenance: meta['io.jobdata/provenance'] };
  };

  const light = await call({ company_names: FIFTEEN });
  t.equal(light.cost, 2);
  for (const name of FIFTEEN) t.strictSame(light.content[name], { rating: 3.3, review_count: 776, insights: [] });
  t.ok(asked.includes('search.example.org/search') && asked.includes('api.search.brave.com/res/v1/web/search'));

  const deep = await call({ company_names: FIVE, mode: 'deep' });
  t.equal(deep.cost, 3);
  for (const name of FIVE) {
    // Glassdoor is blocked, so the stored figures of light mode are used.
    t.match(deep.content[name], { rating: 3.5, review_count: 934 });
    t.ok(deep.content[name].insights.length > 0);
    t.match(deep.provenance[name], { status: 'fresh', reason: /glassdoor/ });
  }

  const before = asked.length;
  clock.advance(89 * DAY_MS);
  t.equal((await call({ company_names: FIFTEEN })).cost, 0.5, '89 days');
  clock.advance(DAY_MS);
  t.equal((await call({ company_names: FIFTEEN })).cost, 0.5, '90 days');
  t.equal(asked.length, before);
  clock.advance(DAY_MS);
  const twenty = await Promise.all(Array.from({ length: 20 }, () => call({ company_names: ['FirmO'] })));
  t.strictSame([...new Set(twenty.map(({ cost }) => cost))], [2], '91 days');
  t.equal(asked.slice(before).filter((address) => address.startsWith('api.search.brave.com')).length, 2);
  t.strictSame(await service.store.ledger.audit(clock.now()), []);
});
