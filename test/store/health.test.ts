import type { Test } from 'tap';
import { DAY_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import type { HealthStore, SourceCheck } from '../../src/store/types.ts';
import { onEngines, type StorePlace } from '../support/engines.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const TIMES = { everyMs: 15 * MINUTE_MS, leaseMs: 5 * MINUTE_MS };

const check = (at: number, more: Partial<SourceCheck> = {}): SourceCheck => ({
  source: 'reed',
  at,
  outcome: 'ok',
  ms: 10,
  fields: { pay: { hits: 3, of: 4 } },
  reason: '',
  ...more,
});
const alert = (id: string, at: number, channels: readonly ('mail' | 'webhook')[]) => ({
  id,
  source: 'reed',
  at,
  value: '{}',
  channels,
});

/** Takes the lease and stores a check. */
async function look(health: HealthStore, at: number, more: Partial<SourceCheck> = {}): Promise<boolean> {
  const { source } = check(at, more);
  await health.claim(source, 'a', at, { everyMs: 0, leaseMs: TIMES.leaseMs });
  return health.finish('a', check(at, more), `state ${at}`, []);
}

await onEngines('source health: a turn is taken by one at a time, and not before its time', async (t, place) => {
  const { health } = await place.open();
  const claim = (holder: string, at: number): Promise<boolean> => health.claim('reed', holder, at, TIMES);
  t.equal(await claim('a', AT), true);
  t.strictSame(await Promise.all([claim('b', AT), claim('a', AT)]), [false, false]);
  const many = Array.from({ length: 8 }, (_, index) => health.claim('hays', `h${index}`, AT, TIMES));
  t.equal((await Promise.all(many)).filter(Boolean).length, 1, 'at once');
  t.equal(await health.claim('apec', 'b', AT, TIMES), true, 'sources stand apart');
  t.equal(await health.finish('b', check(AT), '', []), false, 'of another: nothing is kept');
  t.strictSame(await health.summaries(), []);
  t.equal(await health.finish('a', check(AT), 'state', []), true);
  t.equal(await health.finish('a', check(AT), 'again', []), false, 'once');
  t.strictSame(await health.summaries(), [{ source: 'reed', lastAt: AT, lastOutcome: 'ok', state: 'state' }]);
  t.equal(await claim('b', AT + 14 * MINUTE_MS), false, 'it was looked at');
  t.equal(await claim('b', AT + 15 * MINUTE_MS), true);
  t.equal(await claim('a', AT + 19 * MINUTE_MS), false, 'held');
  t.equal(await claim('a', AT + 20 * MINUTE_MS), true, 'whoever held it is gone');
  t.equal(await health.finish('b', check(AT + 20 * MINUTE_MS), '', []), false, 'and comes too late');
  await health.release('reed', 'b');
  t.equal(await claim('c', AT + 21 * MINUTE_MS), false, 'gives back nothing that is not its own');
  await health.release('reed', 'a');
  t.equal(await claim('c', AT + 21 * MINUTE_MS), true);
});

await onEngines('source health: a clock that was set back holds nothing up', async (t, place) => {
  const { health } = await place.open();
  await look(health, AT + 3 * DAY_MS);
  t.equal(await health.claim('reed', 'a', AT, TIMES), true, 'a look that lies ahead');
  await health.release('reed', 'a');
  await health.claim('reed', 'a', AT + 3 * DAY_MS, TIMES);
  t.equal(await health.claim('reed', 'b', AT, TIMES), true, 'a turn that ends far ahead');
  await health.finish('b', check(AT, { outcome: 'blocked' }), '', [alert('x', AT + 3 * DAY_MS, ['mail'])]);
  t.strictSame(
    (await health.checks('reed', AT, AT + 1)).map(({ outcome }) => outcome).sort(),
    ['blocked', 'ok'],
    'what was looked at ahead counts as of now',
  );
  t.strictSame(await health.days(), [
    {
      source: 'reed',
      day: Math.floor(AT / DAY_MS),
      outcomes: { blocked: 1, ok: 1 },
      fields: { pay: { hits: 6, of: 8 } },
    },
  ]);
  t.match(await health.claimDelivery(AT, MINUTE_MS), { alert: { id: 'x' } }, 'a delivery that waits for days to come');
});

await onEngines('source health: checks, their days, and what is purged', async (t, place) => {
  const { health } = await place.open();
  for (let day = 0; day < 40; day += 1) {
    await look(health, AT + day * DAY_MS);
    await look(health, AT + day * DAY_MS + MINUTE_MS, { outcome: 'empty', fields: {} });
  }
  const now = AT + 39 * DAY_MS;
  const { recent, days } = await health.history('reed', 3);
  t.strictSame(
    recent.map(({ outcome }) => outcome),
    ['empty', 'ok', 'empty'],
    'newest first',
  );
  t.equal(days.length, 40);
  t.match(days[0], { outcomes: { ok: 1, empty: 1 }, fields: { pay: { hits: 3, of: 4 } } });
  await health.purge(now - 30 * DAY_MS);
  t.equal((await health.days()).length, 31);
  t.equal((await health.checks('reed', 0, now + DAY_MS)).length, 62);
  t.equal((await health.summaries()).length, 1);
  await health.purge(now + 60 * DAY_MS);
  t.strictSame(
    [await health.days(), await health.summaries(), await health.checks('reed', 0, now + DAY_MS)],
    [[], [], []],
  );
});

const delivery = 'source health: a delivery is tried by one at a time until it is sent or given up';
await onEngines(delivery, giveOut, 'shared');

async function giveOut(t: Test, place: StorePlace): Promise<void> {
  const [one, other] = [await place.open(), await place.open()];
  await one.health.claim('reed', 'a', AT, TIMES);
  await one.health.finish('a', check(AT), '', [alert('x', AT, ['mail', 'webhook']), alert('y', AT, [])]);
  const claims = await Promise.all([one, other, one, other].map(({ health }) => health.claimDelivery(AT, MINUTE_MS)));
  t.strictSame(claims.map((claim) => claim && `${claim.alert.id} ${claim.channel} ${claim.tries}`).sort(), [
    'x mail 1',
    'x webhook 1',
    undefined,
    undefined,
  ]);
  await one.health.noteDelivery('x', 'mail', { state: 'sent' });
  await one.health.noteDelivery('x', 'webhook', { retryAt: AT + 5 * MINUTE_MS });
  t.equal(await other.health.claimDelivery(AT + 4 * MINUTE_MS, MINUTE_MS), undefined);
  t.match(await other.health.claimDelivery(AT + 5 * MINUTE_MS, MINUTE_MS), { channel: 'webhook', tries: 2 });
  t.match(await one.health.claimDelivery(AT + 6 * MINUTE_MS, MINUTE_MS), { tries: 3 }, 'whoever tried is gone');
  await one.health.noteDelivery('x', 'webhook', { state: 'failed' });
  t.equal(await one.health.claimDelivery(AT + DAY_MS, MINUTE_MS), undefined);
  t.strictSame(
    (await other.health.alerts(10, 'reed')).map(({ id, deliveries }) => ({ id, deliveries })),
    [
      {
        id: 'x',
        deliveries: [
          { channel: 'mail', state: 'sent' },
          { channel: 'webhook', state: 'failed' },
        ],
      },
      { id: 'y', deliveries: [] },
    ],
  );
  t.strictSame(await one.health.alerts(10, 'apec'), []);
}
