import t, { type Test } from 'tap';
import { Sessions } from '../../src/accounts/sessions.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';
import { FakeClock } from '../support/clock.ts';
import { onEngines, type Engine } from '../support/engines.ts';
import { account, key } from '../support/store-contract.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const YEAR_MS = 365 * DAY_MS;
/** How the clock changes between two steps, and how it comes back. */
const SHIFTS = { 'a step back': -3 * DAY_MS, 'a leap ahead': YEAR_MS, 'a leap back': -YEAR_MS } as const;

async function open(t: Test, engine: Engine): Promise<Store> {
  const place = await engine.place(t);
  const store = await place.open({ role: 'serve', termsOf: () => ({ allowance: 10_000, overageRate: 20_000 }) });
  await store.accounts.create(account('a'));
  await store.keys.create(key('k', 'a'));
  return store;
}
const hold = (receiptId: string, at: number, amount = 2_000) => ({
  receiptId,
  accountId: 'a',
  keyId: 'k',
  tool: 'scrape_jobs',
  amount,
  at,
});
const end = (cost: number, at: number) => ({ cost, cached: false, at, durationMs: 5 });

for (const [name, shift] of Object.entries(SHIFTS)) {
  await onEngines(`${name} of the clock`, async (t, _place, engine) => {
    await t.test('the clock is set at a reservation, a settlement or a release, and back', async (t) => {
      const store = await open(t, engine);
      await store.ledger.reserve(hold('r1', AT));
      await store.ledger.reserve(hold('r2', AT + shift));
      await store.ledger.settle('r1', end(500, AT + shift));
      await store.ledger.release('r2', 'upstream_failed', AT, 5);
      await store.ledger.charge(hold('r3', AT + shift, 700), end(700, AT + shift));
      t.match(await store.ledger.balance('a', AT), { balance: shift > 0 ? 9_500 : 8_800 }, 'each month has its own');
      t.strictSame(await store.ledger.audit(AT), []);
    });

    await t.test(
      'the clock is set at a renewal: no allowance is granted twice, and renewals follow the calendar',
      async (t) => {
        const store = await open(t, engine);
        const next = Date.parse('2026-12-20T10:00:00Z');
        await store.ledger.charge(hold('r1', AT, 4_000), end(4_000, AT));
        await store.ledger.charge(hold('r2', next, 3_000), end(3_000, next));
        await store.ledger.charge(hold('r3', next + shift, 1_000), end(1_000, next + shift));
        t.match(await store.ledger.balance('a', next), { resetsAt: Date.parse('2027-01-20T10:00:00Z') });
        t.match(await store.ledger.balance('a', next), { balance: 7_000 });
        await store.ledger.charge(hold('r4', next, 500), end(500, next));
        t.match(await store.ledger.balance('a', next), { balance: 6_500 });
        t.strictSame(await store.ledger.audit(next), []);
      },
    );

    await t.test('the clock is set at the revocation of a key and of a session', async (t) => {
      const store = await open(t, engine);
      const session = { hash: 's', accountId: 'a', createdAt: AT, lastSeenAt: AT, expiresAt: AT + DAY_MS, device: '' };
      await store.sessions.create(session, 9);
      await store.keys.revoke('k', AT + shift);
      await store.sessions.revoke('s', AT + shift);
      for (const now of [AT, AT + shift, AT - shift]) {
        await t.rejects(store.ledger.reserve(hold(`r${now}`, now)), { message: /revoked/ });
        t.equal(await store.sessions.find('s', now), undefined);
      }
    });

    await t.test('the clock is set back after a session was seen as expired', async (t) => {
      const store = await open(t, engine);
      const clock = new FakeClock();
      const sessions = new Sessions(store, clock);
      const token = await sessions.start('a', '');
      t.ok(await sessions.find(token));
      clock.advance(8 * DAY_MS);
      t.equal(await sessions.find(token), undefined);
      clock.advance(shift);
      t.equal(await sessions.find(token), undefined, 'it stays at its end');
      clock.advance(-8 * DAY_MS - shift);
      t.equal(await sessions.find(token), undefined);
    });

    await t.test('the clock is set at a replay: none is lost, and none outlives its day', async (t) => {
      const store = await open(t, engine);
      const replay = { accountId: 'a', key: 'i', tool: 'scrape_jobs', argumentsHash: 'h', result: '{}' };
      await store.replays.save({ ...replay, expiresAt: AT + DAY_MS });
      const found = (await store.replays.find('a', 'i', AT + shift)) !== undefined;
      t.equal(found, shift < 0);
      t.ok(await store.replays.find('a', 'i', AT), 'and it is there when the clock is right again');
    });

    await t.test('the clock is set at a daily cap of a key: each day has a separate sum, in any order', async (t) => {
      const store = await open(t, engine);
      await store.keys.setLimits('k', { allowedTools: null, dailyCap: 3_000, expiresAt: null });
      await store.ledger.charge(hold('r1', AT, 2_000), end(2_000, AT));
      await store.ledger.charge(hold('r2', AT + shift, 2_500), end(2_500, AT + shift));
      await t.rejects(store.ledger.reserve(hold('r3', AT + shift, 1_000)), { message: /3 credits a day/ });
      await t.rejects(store.ledger.reserve(hold('r4', AT, 1_500)), { message: /3 credits a day/ });
      await store.ledger.reserve(hold('r5', AT, 1_000));
      t.strictSame(await store.ledger.audit(AT), []);
    });
  });
}

t.test('orphans are released while the service runs, whatever the clock; running calls are kept', async (t) => {
  for (const shift of [0, ...Object.values(SHIFTS)]) {
    const file = `${t.testdir({})}/jobdata.sqlite`;
    const service = await openStore({ file, role: 'serve' });
    const other = await openStore({ file });
    await service.accounts.create(account('a'));
    await service.ledger.reserve({ ...hold('mine', AT), keyId: null });
    await other.ledger.reserve({ ...hold('orphan', AT), keyId: null });
    await other.close();
    const runs = [
      service.ledger.reserve({ ...hold('begins', AT), keyId: null }),
      service.ledger.releaseOrphans(AT + shift),
      service.ledger.settle('mine', end(500, AT)),
    ];
    t.equal((await Promise.all(runs))[1], 1);
    const states = Object.fromEntries((await service.ledger.list('a', AT)).map((call) => [call.receiptId, call]));
    t.match(states, {
      mine: { state: 'settled', amount: 500 },
      orphan: { state: 'released', outcome: 'abandoned', amount: 0 },
      begins: { state: 'reserved' },
    });
    t.ok((states['orphan']?.durationMs ?? -1) >= 0);
    t.strictSame(await service.ledger.audit(AT), []);
    await service.close();
  }
});
