import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { createReputationLookup } from '../../src/reputation/create-lookup.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { contentOf, provenanceOf, receiptOf } from '../support/answers.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { blockGlassdoor, playIndeed, searxngOf, type KnownEmployer } from '../support/fake-reputation.ts';
import { openApi, type Api } from '../support/api.ts';
import { until } from '../support/until.ts';

const SEARXNG = 'http://127.0.0.1:8888/';
const ENV = { SEARXNG_URL: 'http://127.0.0.1:8888' };
const TESCO: KnownEmployer = { name: 'Tesco', indeed: [3.3, 742], glassdoor: [3.9, 34] };

/** Answers that wait until the test releases them. */
function openValve() {
  let release = (): void => {};
  const opened = new Promise<void>((resolve) => (release = resolve));
  return { opened, release };
}

async function soundOf({ service, clock }: Api) {
  return [...(await service.store.ledger.audit(clock.now())), ...(await service.store.checkIntegrity())];
}

t.test('SPEC §4, §7: light and deep at once, by several accounts', async (t) => {
  const api = await openApi(t, { env: ENV });
  const valve = openValve();
  playIndeed(api.internet, ['Tesco']);
  blockGlassdoor(api.internet);
  api.internet.on(SEARXNG, async (request) => {
    await valve.opened;
    return searxngOf([TESCO])(request);
  });
  const accounts: string[] = [];
  const keys = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const account = await api.service.accounts.create({ email: `${name}@example.com`, plan: 'pro' });
      accounts.push(account.id);
      return (await api.service.apiKeys.create(account.id)).apiKey;
    }),
  );
  const calls = keys.flatMap((key) =>
    (['light', 'deep'] as const).map((mode) => ({
      mode,
      answer: api.call('get_reputation', { company_names: ['Tesco'], mode, country: 'GB' }, undefined, {
        authorization: `Bearer ${key}`,
      }),
    })),
  );
  // The one that the valve holds: pages of the deep look-up may have come by now.
  const held = () => api.internet.requests.find(({ url }) => url.startsWith(SEARXNG))?.accounts ?? new Set();
  await until(() => held().size === 3);
  t.strictSame([...held()].sort(), [...accounts].sort(), 'it waits in the name of all of them');
  valve.release();
  for (const { mode, answer } of calls) {
    const settled = await answer;
    t.match(receiptOf(settled), { cost: mode === 'deep' ? 3 : 2 }, mode);
    t.equal(contentOf(settled).Tesco.rating, mode === 'deep' ? 3.4 : 3.3, mode);
    t.equal(contentOf(settled).Tesco.insights.length > 0, mode === 'deep', mode);
  }
  const of = (part: string) => api.internet.requests.filter(({ url }) => url.includes(part)).length;
  t.equal(of('127.0.0.1:8888'), 2, 'the light ones share one look');
  t.equal(of('/cmp/Tesco/reviews'), 1, 'and so do the deep ones');
  const rows = await api.service.store.reputation.get('tesco', 'GB');
  t.strictSame(rows.map(({ site, depth }) => `${site} ${depth}`).sort(), [
    'glassdoor light',
    'indeed deep',
    'indeed light',
  ]);
  const later = await api.call('get_reputation', { company_names: ['Tesco'], country: 'GB' });
  t.equal(receiptOf(later).cost, 0.5);
  t.strictSame(await soundOf(api), []);
});

async function openLookup(t: Test, internet: FakeInternet, clock = new FakeClock(), aliases?: string) {
  const store = await openStore({ file: ':memory:' });
  const { lookup } = createReputationLookup({
    config: { ...readConfig(ENV), aliasesFile: aliases ?? null },
    egress: internet,
    clock,
    store: store.reputation,
    parser: inlineReputationParser,
    onModelFault: () => {},
  });
  t.teardown(() => store.close());
  const ask = async (names: string[], signal = new AbortController().signal) => {
    const prepared = await lookup.prepare({ names, depth: 'light', country: 'GB' });
    return prepared.run({ signal, deadlineAt: clock.now() + 45_000, onProgress: () => {} });
  };
  return { ask, store: store.reputation, clock };
}

t.test('SPEC §4: if one caller leaves, the other still gets the answer', async (t) => {
  const internet = new FakeInternet();
  const valve = openValve();
  internet.on(SEARXNG, async (request) => {
    await valve.opened;
    return searxngOf([TESCO])(request);
  });
  const { ask } = await openLookup(t, internet);
  const leaving = new AbortController();
  const left = ask(['Tesco'], leaving.signal);
  const waiting = ask(['TESCO plc']);
  await turn();
  leaving.abort();
  await t.rejects(left, { message: /No employer could be looked up/ });
  valve.release();
  t.match((await waiting).names.get('TESCO plc')?.reputation, { rating: 3.3, review_count: 776 });
  t.equal(internet.requests.length, 2, 'it is fetched once all the same');
});

t.test(
  'SPEC §4: a call that reads the store just before an equal look-up is stored fetches nothing again',
  async (t) => {
    const internet = new FakeInternet();
    internet.on(SEARXNG, searxngOf([TESCO]));
    const { ask, store } = await openLookup(t, internet);
    const { get } = store;
    const held = openValve();
    let reads = 0;
    // A call reads the store twice; the second answer to the later caller is held back until the first caller is done.
    store.get = async (...key) => {
      reads += 1;
      const isHeld = reads === 2;
      const rows = await get.call(store, ...key);
      if (isHeld) await held.opened;
      return rows;
    };
    const late = ask(['TESCO plc']);
    while (reads < 2) await turn();
    await ask(['Tesco']);
    t.equal(internet.requests.length, 2);
    held.release();
    const answer = await late;
    t.match(answer.names.get('TESCO plc')?.reputation, { rating: 3.3, review_count: 776 });
    t.equal(internet.requests.length, 2, 'one request a site');
  },
);

t.test('no call waits behind the names of another', async (t) => {
  const internet = new FakeInternet();
  const valve = openValve();
  const known = searxngOf([TESCO]);
  internet.on(SEARXNG, async (request) => {
    if (!request.url.includes('Tesco')) await valve.opened;
    return known(request);
  });
  const { ask } = await openLookup(t, internet);
  const slow = ask([...Array.from({ length: 14 }, (_, index) => `Firm ${index}`), 'Tesco']);
  await turn();
  t.match((await ask(['Tesco'])).names.get('Tesco')?.reputation, { rating: 3.3, review_count: 776 });
  const asked = () => internet.requests.filter(({ url }) => url.includes('Tesco')).length;
  t.equal(asked(), 2);
  valve.release();
  t.match((await slow).names.get('Tesco')?.reputation, { rating: 3.3, review_count: 776 });
  t.equal(asked(), 2, 'and it is fetched once all the same');
});

t.test('a failure caused by a call’s other names is no answer for calls that joined it', async (t) => {
  const internet = new FakeInternet();
  const valves = { Firm: openValve(), Shop: openValve() };
  const known = searxngOf([TESCO]);
  internet.on(SEARXNG, async (request) => {
    if (request.url.includes('Tesco')) return known(request);
    const isFirm = request.url.includes('Firm');
    await (isFirm ? valves.Firm : valves.Shop).opened;
    return isFirm ? { status: 503 } : known(request);
  });
  const { ask } = await openLookup(t, internet);
  const rounds = async (): Promise<void> => {
    for (let round = 0; round < 50; round += 1) await turn();
  };
  const first = ask(['Shop 0', 'Shop 1']);
  await rounds();
  const failing = ask([...Array.from({ length: 6 }, (_, index) => `Firm ${index}`), 'Tesco']);
  await rounds();
  // Both of its places are taken, so that the other call gets to Tesco first.
  const joining = ask(['Shop 0', 'Shop 1', 'Tesco']);
  await rounds();
  valves.Firm.release();
  await t.rejects(failing, { message: /kept failing/ });
  valves.Shop.release();
  await first;
  t.match((await joining).names.get('Tesco')?.reputation, { rating: 3.3, review_count: 776 });
});

t.test('a cancelled call leaves no queue behind', async (t) => {
  const internet = new FakeInternet();
  const valve = openValve();
  internet.on(SEARXNG, async (request) => {
    await valve.opened;
    return searxngOf([TESCO])(request);
  });
  const { ask, store } = await openLookup(t, internet);
  const leaving = new AbortController();
  const names = Array.from({ length: 14 }, (_, index) => `Firm ${index}`);
  const left = ask(['Tesco', ...names], leaving.signal);
  await turn();
  const begun = internet.requests.length;
  leaving.abort();
  await t.rejects(left, { message: /No employer could be looked up/ });
  valve.release();
  for (let rounds = 0; rounds < 200; rounds += 1) await turn();
  t.ok(begun > 0 && begun < 8, `${begun} of 30`);
  t.equal(internet.requests.length, begun, 'nothing more is asked for nobody');
  t.equal((await store.get('tesco', 'GB')).length, 2, 'what had begun is kept');
  const again = await ask(['Firm 13']);
  t.equal(again.names.get('Firm 13')?.provenance.status, 'not_found', 'and who asks now is looked up');
});

t.test('SPEC §4: names that differ only by aliases never share an answer', async (t) => {
  const internet = new FakeInternet();
  internet.on(SEARXNG, searxngOf([{ name: 'Acme plc', indeed: [4.5, 900] }]));
  const apart = JSON.stringify({ different: [['Acme Ltd', 'Acme plc']] });
  const { ask } = await openLookup(t, internet, new FakeClock(), apart);
  const { names } = await ask(['Acme plc', 'Acme Ltd']);
  t.match(names.get('Acme plc')?.reputation, { rating: 4.5, review_count: 900 });
  t.match(names.get('Acme Ltd')?.reputation, { rating: null, review_count: 0 });
  const asked = internet.requests.length;
  t.match((await ask(['Acme Ltd'])).names.get('Acme Ltd'), { provenance: { status: 'not_found' } });
  t.match((await ask(['Acme plc'])).names.get('Acme plc'), { reputation: { rating: 4.5 } });
  t.equal(internet.requests.length, asked, 'each has a place of its own in the store');
});

t.test('SPEC §7: the process dies between reserve and settle', async (t) => {
  const api = await openApi(t, { env: ENV, onDisk: true });
  const valve = openValve();
  let begun = (): void => {};
  const asked = new Promise<void>((resolve) => (begun = resolve));
  api.internet.on(SEARXNG, async (request) => {
    begun();
    await valve.opened;
    return searxngOf([TESCO])(request);
  });
  const call = api.call('get_reputation', { company_names: ['Tesco'], mode: 'light' });
  await asked;
  // What is on disk at this moment is what a restarted process finds.
  const file = join(t.testdir({}), 'after.sqlite');
  await api.service.store.backup(file);
  valve.release();
  t.equal(receiptOf(await call).cost, 2);
  const store = await openStore({ file });
  t.teardown(() => store.close());
  t.strictSame(await store.reputation.get('tesco', '*'), [], 'no half of an answer');
  t.match(await store.ledger.balance(api.accountId, api.clock.now()), { balance: 1_998_000 });
  t.equal(await store.ledger.releaseOrphans(api.clock.now()), 1);
  t.match(await store.ledger.balance(api.accountId, api.clock.now()), { balance: 2_000_000 });
  t.strictSame(await store.ledger.audit(api.clock.now()), []);
});

t.test('SPEC §4: a refresh that fails on day 91 returns the stored record as stale', async (t) => {
  const api = await openApi(t, { env: ENV });
  const ask = (company_names: string[]) => api.call('get_reputation', { company_names });
  api.internet.on(SEARXNG, searxngOf([TESCO]));
  await ask(['Tesco']);
  api.clock.advance(91 * DAY_MS);
  api.internet.on(SEARXNG, { status: 429 });
  const both = await ask(['Tesco', 'Aviva']);
  t.match(receiptOf(both), { cost: 0.5 }, 'nothing was looked up freshly and answered');
  t.match(provenanceOf(both), { Tesco: { status: 'stale', age_days: 91 }, Aviva: { status: 'could_not_look' } });
  // One site answers, the other does not.
  const half = searxngOf([{ ...TESCO, indeed: [3.5, 800] }]);
  api.internet.on(SEARXNG, (request) => (request.url.includes('indeed') ? half(request) : { status: 503 }));
  const partly = await ask(['Tesco']);
  t.match(receiptOf(partly), { cost: 2 });
  t.match(contentOf(partly).Tesco, { rating: 3.5, review_count: 834 });
  t.match(provenanceOf(partly).Tesco, { status: 'stale', age_days: 91, reason: /glassdoor/ });
  t.strictSame(
    provenanceOf(partly).Tesco.sources.map(({ fetched_at: at }: { fetched_at: string }) => at.slice(0, 10)),
    ['2027-02-19', '2026-11-20'],
  );
  // A refresh that finds nothing is an answer, not a failure.
  api.internet.on(SEARXNG, searxngOf([]));
  api.clock.advance(91 * DAY_MS);
  const gone = await ask(['Tesco']);
  t.match(receiptOf(gone), { cost: 2 });
  t.match(provenanceOf(gone).Tesco, { status: 'not_found', sources: [] });
  t.strictSame(await soundOf(api), []);
});
