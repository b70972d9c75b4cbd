import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { EgressError, type Egress, type EgressRequest } from '../../src/egress/egress.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { ClientDocumentError, documentAddress } from '../../src/oauth/client-document.ts';
import { ClientDocuments } from '../../src/oauth/client-documents.ts';
import { MemoryWindows } from '../../src/shared/memory/windows.ts';
import { createRateLimiter } from '../../src/shared/rate-limiter.ts';
import { openEgress, openSite } from '../egress/loopback.ts';
import { FakeClock } from '../support/clock.ts';
import { rowsOf } from '../support/engines.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { ask, newClient, openOAuth, startFlow } from '../support/oauth.ts';
import { Visitor } from '../support/visitor.ts';
import { until } from '../support/until.ts';

const ID = 'https://app.example.net/client.json';
const address = (id = ID): URL => documentAddress(id) as URL;
const documentOf = (id: string): string =>
  JSON.stringify({ client_id: id, client_name: 'App', redirect_uris: ['https://app.example.net/cb'] });

function documents(egress: Pick<Egress, 'fetch'>, more: { clock?: FakeClock; hosts?: string[]; points?: number } = {}) {
  return new ClientDocuments({
    egress,
    clock: more.clock ?? new FakeClock(),
    allowedHosts: more.hosts ?? [],
    fetches: createRateLimiter(new MemoryWindows(), {
      name: 'fetches',
      points: more.points ?? 1_000,
      windowMs: 60_000,
    }),
  });
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof ClientDocumentError) return error.fault;
      throw error;
    },
  );
}

t.test('facts §7.8: private, loopback and rebound names are refused by the egress', async (t) => {
  for (const found of [['127.0.0.1'], ['10.0.0.7'], ['169.254.169.254'], ['::1'], ['203.0.113.9', '192.168.1.1']]) {
    const egress = openEgress(t, { resolver: async () => found });
    t.equal(await faultOf(documents(egress).find(address(), 'a')), 'unreachable', found.join(' '));
  }
  let turn = 0;
  const rebound = openEgress(t, { resolver: async () => [(turn += 1) === 1 ? '127.0.0.1' : '10.0.0.1'] });
  t.equal(await faultOf(documents(rebound).find(address(), 'a')), 'unreachable');
});

t.test('facts §7.8: which answers of a site are accepted', async (t) => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    redirect: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    html: (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>challenge</html>'),
    'not json': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(documentOf(ID)),
    large: (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(documentOf(ID) + ' '.repeat(17 * 1024)),
    bomb: (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000, 32))),
    slow: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    wrong: (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(documentOf('https://other.example/c')),
    right: (response) =>
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(documentOf(ID)),
  };
  const expected: Record<string, string> = { 'not json': 'not_a_document', wrong: 'not_its_own', right: 'none' };
  for (const [name, respond] of Object.entries(answers)) {
    const site = await openSite(t, (_request, response) => respond(response));
    const egress = openEgress(t, { allow: [`127.0.0.1:${site.port}`] });
    // The site of the address, simulated on this machine; slow answers are shortened.
    const fetch = (request: EgressRequest) =>
      egress.fetch({
        ...request,
        url: `http://127.0.0.1:${site.port}/client.json`,
        timeoutMs: name === 'slow' ? 300 : 5_000,
      });
    t.equal(await faultOf(documents({ fetch }).find(address(), 'a')), expected[name] ?? 'unreachable', name);
    t.notOk(site.paths.includes('/elsewhere'), 'no redirect is followed');
  }
});

t.test('facts §7.8: cached as long as the site says, within bounds; errors are not cached', async (t) => {
  const clock = new FakeClock();
  const internet = new FakeInternet();
  let control = 'max-age=600';
  internet.on(ID, () => ({
    headers: { 'content-type': 'application/json', 'cache-control': control },
    body: documentOf(ID),
  }));
  const own = documents(internet, { clock });
  const fetchesAfter = async (ms: number): Promise<number> => {
    clock.advance(ms);
    await own.find(address(), 'a');
    return internet.requests.length;
  };
  t.equal(await fetchesAfter(0), 1);
  t.equal(await fetchesAfter(599_000), 1);
  control = 'no-store';
  t.equal(await fetchesAfter(1_000), 2);
  t.equal(await fetchesAfter(299_000), 2, 'five minutes at least');
  control = 'max-age=99999999';
  t.equal(await fetchesAfter(1_000), 3);
  t.equal(await fetchesAfter(86_399_000), 3);
  t.equal(await fetchesAfter(1_000), 4, 'per day');
  internet.on(ID, () => {
    throw new EgressError('connection', 'down');
  });
  clock.advance(DAY_MS);
  t.equal(await faultOf(own.find(address(), 'a')), 'unreachable');
  internet.on(ID, { headers: { 'content-type': 'application/json' }, body: documentOf(ID) });
  t.equal(await faultOf(own.find(address(), 'a')), 'none', 'asked again at once');
  t.equal(await faultOf(documents(internet, { hosts: ['claude.ai'] }).find(address(), 'a')), 'not_allowed');
  t.equal(await faultOf(documents(internet, { hosts: ['app.example.net'] }).find(address(), 'a')), 'none');
});

t.test('facts §7.8: fifty at once, four at a time, and no account blocks another', async (t) => {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const slow = new FakeInternet();
  slow.on('https://', async ({ url }) => {
    most = Math.max(most, (running += 1));
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
    return { headers: { 'content-type': 'application/json' }, body: documentOf(url) };
  });
  const own = documents(slow, { points: 5 });
  const greedy = Array.from({ length: 50 }, (_, index) =>
    faultOf(own.find(address(`https://app.example.net/${index}`), 'greedy')),
  );
  const other = faultOf(own.find(address('https://app.example.net/other'), 'other'));
  const same = faultOf(own.find(address('https://app.example.net/other'), 'third'));
  let ended = false;
  const all = Promise.all([...greedy, other, same]).finally(() => (ended = true));
  await until(() => {
    waiting.shift()?.();
    return ended;
  });
  const faults = await all;
  t.ok(most <= 4, `${most} at a time`);
  t.equal(faults.filter((fault) => fault === 'none').length, 7, 'five of one that asks for fifty, and the others');
  t.equal(faults[50], 'none');
  t.equal(slow.requests.length, 6, 'whoever asks for the same waits for the same fetch');
});

t.test(
  'a caller that wants a document for which another account waits does not wait in that account’s queue',
  async (t) => {
    const open = new Map<string, () => void>();
    const slow = new FakeInternet();
    slow.on('https://', async ({ url }) => {
      await new Promise<void>((resolve) => open.set(url, resolve));
      return { headers: { 'content-type': 'application/json' }, body: documentOf(url) };
    });
    const own = documents(slow);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const wanted = 'https://app.example.net/wanted';
    const greedy = ['1', '2', '3', 'wanted'].map((path) =>
      own.find(address(`https://app.example.net/${path}`), 'greedy'),
    );
    await turn();
    t.notOk(open.has(wanted), 'the greedy one has its two places, and waits with the rest');
    const other = own.find(address(wanted), 'other');
    await turn();
    t.ok(open.has(wanted), 'another is served at once');
    open.get(wanted)?.();
    t.equal((await other).id, wanted);
    const ends = Promise.all(greedy);
    for (let rest = 0; rest < 4; rest += 1) {
      for (const end of open.values()) end();
      await turn();
    }
    await ends;
    t.equal(slow.requests.filter(({ url }) => url === wanted).length, 1, 'the first then finds it kept');
  },
);

async function anonymous(t: Test): Promise<void> {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = new Visitor(api.service.app);
  const registered = await newClient(api);
  for (const id of [ID, 'https://claude.ai/oauth/mcp-oauth-client-metadata', registered, 'nobody']) {
    const flow = startFlow(id);
    const page = await visitor.get(flow.url);
    t.equal(page.status, 303);
    t.match(page.headers['location'], /^\/login\?note=first&next=%2Fauthorize%3F/);
  }
  const { status } = await ask(api, 'POST', '/token', `grant_type=authorization_code&client_id=${ID}&code=x`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.equal(status, 400);
  t.equal(api.internet.requests.length, 0, 'nothing is fetched for who is not logged in');
  await api.service.store.probe();
  t.strictSame(await rowsOf(api.at, 'SELECT hash FROM oauth_request'), [], 'and nothing is written');
}

t.test('facts §7.8: anonymous visitors cause no fetch and no write', anonymous);
