import type { Test } from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { NewAccount, NewKey, Store } from '../../src/store/types.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');

export function account(id: string, extra: Partial<NewAccount> = {}): NewAccount {
  return {
    id,
    email: `${id}@example.com`,
    plan: 'pro',
    subscriptionId: null,
    createdAt: AT,
    trialEndsAt: null,
    allowance: 10_000,
    operator: false,
    ...extra,
  };
}

export function key(id: string, accountId: string): NewKey {
  return {
    id,
    accountId,
    name: id,
    hash: `hash-${id}`,
    prefix: 'jdm_live_',
    lastFour: 'abcd',
    createdAt: AT,
    expiresAt: null,
    allowedTools: null,
    dailyCap: null,
  };
}

/** Runs the tests that every engine behind `Store` must pass. */
export async function runStoreContract(
  t: Test,
  open: (t: Test) => Promise<Store>,
  { keepsPages }: { keepsPages: boolean },
): Promise<void> {
  const hold = (receiptId: string, amount: number, at = AT) => ({
    receiptId,
    accountId: 'a',
    keyId: 'k',
    tool: 'scrape_jobs',
    amount,
    at,
  });
  const settle = (cost: number) => ({ cost, cached: false, at: AT, durationMs: 5 });
  const api = async (t: Test): Promise<Store> => {
    const store = await open(t);
    await store.accounts.create(account('a'));
    await store.keys.create(key('k', 'a'));
    return store;
  };

  t.test('accounts', async (t) => {
    const store = await api(t);
    await t.rejects(store.accounts.create(account('b', { email: 'A@example.com' })), { message: /already exists/ });
    t.match(await store.accounts.findHolder('A@EXAMPLE.COM'), { id: 'a', email: 'a@example.com' });
    await t.rejects(store.accounts.setOverage('nobody', 5), { message: /no account/ });
    const before = await store.version();
    await store.accounts.setOperator('a', true);
    t.not(await store.version(), before);
    t.match(await store.accounts.findById('a', AT), { operator: true });
    t.equal(await store.accounts.delete('a'), true);
    t.equal(await store.keys.findByHash('hash-k'), undefined, 'keys go with their account');
    t.equal(await store.accounts.delete('a'), false);
  });

  t.test('the ledger', async (t) => {
    const store = await api(t);
    const { ledger } = store;
    t.match(await ledger.reserve(hold('r1', 2000)), { balance: 8000 });
    t.match(await ledger.settle('r1', settle(500)), { balance: 9500 });
    await t.rejects(ledger.settle('r1', settle(500)), 'settled once');
    await t.rejects(ledger.release('r1', 'ok', AT, 1), 'and never released after');
    await ledger.reserve(hold('r2', 9000));
    await t.rejects(ledger.reserve(hold('r3', 2000)), { message: /quota/i });
    await t.rejects(ledger.settle('r2', settle(9001)), 'never more than was held');
    t.match(await ledger.release('r2', 'upstream_failed', AT, 1), { balance: 9500 });
    t.match(await ledger.charge(hold('r4', 500), settle(500)), { balance: 9000 });
    await store.accounts.setOverage('a', 1000);
    t.match(await ledger.reserve(hold('r5', 9800)), { balance: 0 });
    await t.rejects(ledger.reserve(hold('r6', 300)), { message: /quota/i });
    t.match(await ledger.settle('r5', settle(9100)), { balance: 0 });
    t.match(await store.accounts.findById('a', AT), { balance: 0, overageUsed: 100 });
    t.strictSame(await ledger.audit(AT), []);
    const entries = await ledger.list('a', AT);
    t.equal(
      entries.reduce((sum, { amount }) => sum + amount, 0),
      10_100,
    );
  });

  t.test('a month that ends while a reservation is open', async (t) => {
    const store = await api(t);
    await store.ledger.reserve(hold('r1', 2000));
    const later = AT + 40 * DAY_MS;
    t.match(await store.ledger.balance('a', later), { balance: 10_000 });
    t.match(
      await store.ledger.settle('r1', { ...settle(500), at: later }),
      { balance: 10_000 },
      'what is given back of an old month lapses',
    );
    t.match(
      await store.accounts.months('a', later + 31 * DAY_MS),
      [
        { period: 0, used: 500 },
        { period: 1, used: 0, endedBy: 'renewal' },
      ],
      'a month that has ended is there, though nothing was written since',
    );
    t.match(await store.ledger.reserve(hold('r2', 4000, later)), { balance: 6000 });
    t.equal(await store.ledger.releaseOrphans(later), 0, 'its call may still be settled');
    await store.ledger.release('r2', 'upstream_failed', later, 1);
    t.match(await store.ledger.balance('a', later), { balance: 10_000 });
    t.match(
      await store.accounts.months('a', later),
      [{ period: 0, used: 500, allowance: 10_000, endedBy: 'renewal' }],
      'its line says what was charged in the end',
    );
    t.strictSame(await store.ledger.audit(later), []);
    t.equal(await store.ledger.purge(later), 1, 'entries of past months go');
  });

  t.test('a thousand steps at once never overdraw', async (t) => {
    const store = await api(t);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1000 }, async (_, index) => {
        await store.ledger.reserve(hold(`r${index}`, 30));
        if (index % 3 === 0) return store.ledger.release(`r${index}`, 'upstream_failed', AT, 1);
        return store.ledger.settle(`r${index}`, settle(index % 2 === 0 ? 30 : 10));
      }),
    );
    t.ok(outcomes.some(({ status }) => status === 'rejected'));
    t.ok(outcomes.some(({ status }) => status === 'fulfilled'));
    t.ok((await store.ledger.balance('a', AT)).balance >= 0);
    t.strictSame(await store.ledger.audit(AT), []);
    t.strictSame(await store.checkIntegrity(), []);
  });

  t.test('replays, audit, probe', async (t) => {
    const store = await api(t);
    const replay = { accountId: 'a', key: 'x', tool: 'ping', argumentsHash: 'h', result: '{}', expiresAt: AT + 10 };
    await store.replays.save(replay);
    t.match(await store.replays.find('a', 'x', AT), { argumentsHash: 'h' });
    t.equal(await store.replays.find('a', 'x', AT + 10), undefined);
    t.equal(await store.replays.purge(AT + 10), 1);

    await store.audit.add({ accountId: 'a', action: 'key.create', detail: 'k', at: AT });
    t.match(await store.audit.list('a', 10), [{ action: 'key.create' }]);
    await t.resolves(store.probe());
  });

  t.test('pages of searches', { skip: !keepsPages && 'kept elsewhere' }, async (t) => {
    const store = await api(t);
    await store.jobsCache.put('s', 'one', AT, AT + 10);
    const first = await store.jobsCache.get('s', AT);
    await store.jobsCache.put('s', 'two', AT, AT + 10);
    t.match(await store.jobsCache.get('s', AT), { value: 'two' });
    t.not((await store.jobsCache.get('s', AT))?.version, first?.version);
    t.equal(await store.jobsCache.get('s', AT + 10), undefined);
    for (let index = 0; index < 20; index += 1)
      await store.jobsCache.put(`k${index}`, 'x'.repeat(1000), AT + index, AT + 100_000);
    t.ok((await store.jobsCache.purge(AT, 5_000)) > 10, 'the cache has a bound');
    t.ok(await store.jobsCache.get('k19', AT), 'the newest stay');
    t.notOk(await store.jobsCache.get('k0', AT));
  });
}
