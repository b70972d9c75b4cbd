import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { LookupCall } from '../../src/reputation/lookup-call.ts';
import { LookupScheduler, ScheduledLookup } from '../../src/reputation/lookup-scheduler.ts';
import type { SiteLookup } from '../../src/reputation/lookup.ts';
import type { ReviewSite } from '../../src/sources/review-sites/site.ts';

const NOTHING: SiteLookup = { outcome: 'nothing' };
const newCall = (account = 'account'): LookupCall => new LookupCall(account, 1_000);

/** Look-ups that record when and for which call they start, and that end when the test says so. */
function playLookups() {
  const scheduler = new LookupScheduler();
  const begun: string[] = [];
  const callers = new Map<string, LookupCall>();
  const ends = new Map<string, (error?: Error) => void>();
  const newLookup = (name: string, site: ReviewSite = 'indeed'): ScheduledLookup =>
    new ScheduledLookup(site, async (call) => {
      begun.push(name);
      callers.set(name, call);
      await new Promise<void>((resolve, reject) =>
        ends.set(name, (error) => (error === undefined ? resolve() : reject(error))),
      );
      return NOTHING;
    });
  const add = (call: LookupCall, ...lookups: ScheduledLookup[]): void => {
    for (const lookup of lookups) scheduler.add(lookup, call);
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await turn();
  };
  return { begun, callers, newLookup, add, end };
}

t.test('at most two look-ups of a call run at a site, in the order of its names', async (t) => {
  const { begun, newLookup, add, end } = playLookups();
  const call = newCall();
  add(call, ...['a', 'b', 'c', 'd'].map((name) => newLookup(name)));
  t.strictSame(begun, ['a', 'b']);
  await end('b');
  t.strictSame(begun, ['a', 'b', 'c']);
  await end('a');
  t.strictSame(begun, ['a', 'b', 'c', 'd']);
});

t.test('a slow site does not delay the other', async (t) => {
  const { begun, newLookup, add } = playLookups();
  const call = newCall();
  add(call, newLookup('a'), newLookup('b'), newLookup('c'), newLookup('other', 'glassdoor'));
  t.strictSame(begun, ['a', 'b', 'other']);
});

t.test('one name of an account does not wait for another account’s fifteen names', async (t) => {
  const { begun, newLookup, add, end } = playLookups();
  const names = Array.from({ length: 15 }, (_, index) => `many ${index}`);
  add(newCall('one'), ...names.map((name) => newLookup(name)));
  add(newCall('two'), newLookup('single'));
  t.strictSame(begun, ['many 0', 'many 1', 'single']);
  await end('single');
  t.strictSame(begun, ['many 0', 'many 1', 'single'], 'a call has no more than its own two places');
});

t.test('a look-up that two calls want runs once, in the queue of the first call', async (t) => {
  const { begun, callers, newLookup, add, end } = playLookups();
  const [busy, free] = [newCall(), newCall()];
  const [a, b, wanted, last] = ['a', 'b', 'wanted', 'last'].map((name) => newLookup(name)) as [
    ScheduledLookup,
    ScheduledLookup,
    ScheduledLookup,
    ScheduledLookup,
  ];
  add(busy, a, b, wanted, last);
  t.strictSame(begun, ['a', 'b']);
  add(free, wanted);
  t.strictSame(begun, ['a', 'b', 'wanted']);
  t.equal(callers.get('wanted'), free);
  await end('a');
  t.strictSame(begun, ['a', 'b', 'wanted'], 'it takes a place of each call that waits for it');
  await end('wanted');
  t.strictSame(await wanted.outcome, NOTHING);
  t.strictSame(begun, ['a', 'b', 'wanted', 'last']);
});

t.test('a finished look-up frees its place', async (t) => {
  const { begun, newLookup, add, end } = playLookups();
  const [first, second] = [newCall(), newCall()];
  const done = newLookup('done');
  add(first, done);
  await end('done');
  add(second, done, newLookup('a'), newLookup('b'));
  t.strictSame(begun, ['done', 'a', 'b']);
});

t.test('an error in a look-up reaches all who wait, and frees its place', async (t) => {
  const { begun, newLookup, add, end } = playLookups();
  const failing = newLookup('failing');
  add(newCall(), failing, newLookup('a'), newLookup('b'));
  t.strictSame(begun, ['failing', 'a']);
  const failed = t.rejects(failing.outcome, { message: 'a bug' });
  await end('failing', new TypeError('a bug'));
  await failed;
  t.strictSame(begun, ['failing', 'a', 'b']);
});
