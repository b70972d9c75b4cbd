import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { SiteLookup } from '../../src/reputation/lookup.ts';
import { LookupCall, SiteTurn } from '../../src/reputation/site-turns.ts';
import type { ReviewSite } from '../../src/sources/review-sites/site.ts';

const NOTHING: SiteLookup = { outcome: 'nothing' };
const newCall = (): LookupCall => new LookupCall('account', 1_000);

/** Turns that note when they begin, and end when they are told to. */
function playTurns() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const newTurn = (name: string, site: ReviewSite = 'indeed'): SiteTurn =>
    new SiteTurn(site, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return NOTHING;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turn();
  };
  return { begun, newTurn, end };
}

t.test('two look-ups of a call run at a time at a site; another site does not wait for them', async (t) => {
  const { begun, newTurn, end } = playTurns();
  const call = newCall();
  for (const name of ['a', 'b', 'c']) newTurn(name).enter(call);
  newTurn('other', 'glassdoor').enter(call);
  await turn();
  t.strictSame(begun, ['a', 'b', 'other']);
  await end('b');
  t.strictSame(begun, ['a', 'b', 'other', 'c']);
});

t.test('a look-up that two calls want runs once, in the first free place, with that call’s failures', async (t) => {
  const { begun, newTurn, end } = playTurns();
  const [busy, free] = [newCall(), newCall()];
  for (const name of ['a', 'b']) newTurn(name).enter(busy);
  const wanted = newTurn('wanted');
  wanted.enter(busy);
  await turn();
  t.strictSame(begun, ['a', 'b']);
  wanted.enter(free);
  await turn();
  t.strictSame(begun, ['a', 'b', 'wanted']);
  await end('wanted');
  t.strictSame(await wanted.outcome, { lookup: NOTHING, by: free });
  await end('a');
  t.strictSame(begun, ['a', 'b', 'wanted'], 'the other call’s place finds it done');
});

t.test('a bug in a look-up reaches whoever waits, and frees the place', async (t) => {
  const call = newCall();
  const failing = new SiteTurn('indeed', async () => {
    throw new TypeError('a bug');
  });
  const { begun, newTurn } = playTurns();
  failing.enter(call);
  for (const name of ['a', 'b']) newTurn(name).enter(call);
  await t.rejects(failing.outcome, { message: 'a bug' });
  await turn();
  t.strictSame(begun, ['a', 'b']);
});
