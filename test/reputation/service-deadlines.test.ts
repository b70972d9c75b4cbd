import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { EgressError, type EgressRequest } from '../../src/egress/egress.ts';
import { createReputationLookup } from '../../src/reputation/create-lookup.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeClock } from '../support/clock.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { searxngOf, type KnownEmployer } from '../support/fake-reputation.ts';

const SEARXNG = 'http://127.0.0.1:8888/';
const TESCO: KnownEmployer = { name: 'Tesco', indeed: [3.3, 742], glassdoor: [3.9, 34] };

/** Light look-ups of Tesco, each call with a separate deadline and end. */
async function openLookup(t: Test, internet: FakeInternet) {
  const clock = new FakeClock();
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
  const { lookup } = createReputationLookup({
    config: readConfig({ SEARXNG_URL: 'http://127.0.0.1:8888' }),
    egress: internet,
    clock,
    store: store.reputation,
    parser: inlineReputationParser,
    onModelFault: () => {},
  });
  const ask = async (leftMs: number, signal = new AbortController().signal) => {
    const prepared = await lookup.prepare({ names: ['Tesco'], depth: 'light', country: 'GB' });
    return prepared.run({ signal, deadlineAt: clock.now() + leftMs, onProgress: () => {} });
  };
  return { ask, clock, store: store.reputation };
}

/** Answers that wait until the test releases them. */
function openValve() {
  let release = (): void => {};
  const opened = new Promise<void>((resolve) => (release = resolve));
  return { opened, release };
}

async function turns(count = 50): Promise<void> {
  for (let done = 0; done < count; done += 1) await turn();
}

const isIndeed = ({ url }: EgressRequest): boolean => url.includes('indeed');

t.test('a caller that joins another’s look-up keeps a separate deadline', async (t) => {
  const internet = new FakeInternet();
  const { ask, clock } = await openLookup(t, internet);
  const valve = openValve();
  const known = searxngOf([TESCO]);
  let first = true;
  internet.on(SEARXNG, async (request) => {
    if (isIndeed(request) || !first) return known(request);
    first = false;
    await valve.opened;
    // The first caller's remaining time is over.
    clock.advance(request.timeoutMs);
    throw new EgressError('timeout', 'the site did not answer in time');
  });
  const hurried = ask(8_000);
  await turns();
  const patient = ask(45_000);
  await turns();
  valve.release();
  const late = (await hurried).names.get('Tesco');
  t.match(late, { reputation: { rating: 3.3, review_count: 742 } }, 'what was read in time');
  t.match(late?.provenance.reason, /glassdoor: .*ran out of time/);
  t.match((await patient).names.get('Tesco')?.reputation, { rating: 3.3, review_count: 776 }, 'both sites');
  t.equal(internet.requests.filter((request) => isIndeed(request)).length, 1, 'what was known is not asked again');
  t.equal(internet.requests.length, 3);
});

t.test('a site that timed out is not requested again for callers that joined', async (t) => {
  const internet = new FakeInternet();
  const { ask } = await openLookup(t, internet);
  internet.on(SEARXNG, async (request) => {
    if (isIndeed(request)) return searxngOf([TESCO])(request);
    await turn();
    throw new EgressError('timeout', 'the site did not answer in time');
  });
  const answers = await Promise.all([ask(40_000), ask(45_000)]);
  for (const answer of answers) t.match(answer.names.get('Tesco')?.reputation, { rating: 3.3, review_count: 742 });
  t.equal(internet.requests.length, 2);
});

t.test('SPEC §4: at the deadline a call returns what is known, and the rest is stored later', async (t) => {
  const internet = new FakeInternet();
  const { ask, clock, store } = await openLookup(t, internet);
  const valve = openValve();
  internet.on(SEARXNG, async (request) => {
    if (!isIndeed(request)) await valve.opened;
    return searxngOf([TESCO])(request);
  });
  const leaving = new AbortController();
  const left = ask(45_000, leaving.signal);
  const waiting = ask(45_000);
  await turns();
  leaving.abort();
  const known = (await left).names.get('Tesco');
  t.match(known?.reputation, { rating: 3.3, review_count: 742 });
  t.match(known?.provenance, { status: 'fresh', reason: 'glassdoor: the call ran out of time' });
  t.strictSame(await store.get('tesco', 'GB'), [], 'nothing is kept by halves');
  valve.release();
  t.match((await waiting).names.get('Tesco')?.reputation, { rating: 3.3, review_count: 776 });
  t.equal((await store.get('tesco', 'GB')).length, 2);
  t.equal(internet.requests.length, 2);
  clock.advance(1);
});

t.test('a call without time left sends no request', async (t) => {
  const internet = new FakeInternet();
  const { ask } = await openLookup(t, internet);
  await t.rejects(ask(1_000), { message: /ran out of time/ });
  t.strictSame(internet.requests, []);
});
