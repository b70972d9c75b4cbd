import { join } from 'node:path';
import { DAY_MS } from '../../src/lib/clock.ts';
import { Database } from '../../src/store/better-sqlite3.ts';
import t from 'tap';
import { openStore } from '../../src/store/open.ts';
import { onEngines } from '../support/engines.ts';

const MEBIBYTE = 1024 * 1024;

const budget = 'replays have a byte budget for each account: the oldest go, never those of another';
await onEngines(budget, async (t, place) => {
  const store = await place.open();
  const now = Date.parse('2026-11-20T10:00:00Z');
  for (const id of ['greedy', 'modest']) {
    await store.accounts.create({
      id,
      email: `${id}@example.com`,
      plan: 'pro',
      subscriptionId: null,
      createdAt: now,
      trialEndsAt: null,
      allowance: 1000,
      operator: false,
    });
  }
  const save = (accountId: string, key: string, result: string, at: number): Promise<void> =>
    store.replays.save({ accountId, key, tool: 'scrape_url', argumentsHash: 'h', result, expiresAt: at + DAY_MS });
  const has = async (accountId: string, key: string): Promise<boolean> =>
    (await store.replays.find(accountId, key, now)) !== undefined;

  await save('modest', 'old', 'x', now);
  const large = 'é'.repeat(MEBIBYTE / 2);
  for (let index = 0; index < 40; index += 1) await save('greedy', `k${index}`, large, now + index);
  t.notOk(await has('greedy', 'k7'), 'past 32 MiB the oldest are gone');
  t.ok(await has('greedy', 'k8'));
  t.ok(await has('greedy', 'k39'));
  t.ok(await has('modest', 'old'), 'older than all of them, and another account');

  await save('greedy', 'k8', 'small', now + 100);
  await save('greedy', 'k40', large.slice(0, MEBIBYTE / 4), now + 101);
  t.ok(await has('greedy', 'k9'), 'one that was replaced gives its room back');
  await save('greedy', 'huge', 'x'.repeat(33 * MEBIBYTE), now + 102);
  t.notOk(await has('greedy', 'huge'), 'what is larger than all of it is not kept');
  t.ok(await has('greedy', 'k39'), 'and pushes nothing out');
});

t.test(
  'the size of replays is their sum: after a crash, a purge, a deletion, and beside a second process',
  async (t) => {
    const file = join(t.testdir({}), 'jobdata.sqlite');
    const now = Date.parse('2026-11-20T10:00:00Z');
    const service = await openStore({ file, role: 'serve' });
    const other = await openStore({ file });
    const db = new Database(file, { readonly: true });
    t.teardown(async () => {
      db.close();
      await other.close();
      await service.close();
    });
    for (const id of ['a', 'b']) {
      const blank = { plan: 'pro', subscriptionId: null, trialEndsAt: null, operator: false };
      await service.accounts.create({ ...blank, id, email: `${id}@example.com`, createdAt: now, allowance: 9_000 });
    }
    const wrong = db.prepare(
      `SELECT account_id, bytes FROM replay_sum WHERE bytes <> (
       SELECT coalesce(sum(bytes), 0) FROM replay WHERE replay.account_id = replay_sum.account_id)`,
    );
    const held = db.prepare<[string], number>('SELECT bytes FROM replay_sum WHERE account_id = ?').pluck();
    const save = (store: typeof service, accountId: string, key: string, size: number, at = now): Promise<void> =>
      store.replays.save({
        accountId,
        key,
        tool: 'scrape_url',
        argumentsHash: 'h',
        result: 'x'.repeat(size),
        expiresAt: at + 1_000,
      });
    await Promise.all(
      [service, other].flatMap((store, index) =>
        Array.from({ length: 30 }, (_, n) => save(store, n % 2 ? 'a' : 'b', `k${n + index * 15}`, n * 9_000, now + n)),
      ),
    );
    t.strictSame(wrong.all(), [], 'two processes, keys that both have');
    for (let index = 0; index < 40; index += 1)
      await save(index % 2 ? service : other, 'a', `l${index}`, MEBIBYTE, now + 99);
    t.strictSame(wrong.all(), [], 'past the budget');
    t.ok((held.get('a') as number) <= 32 * MEBIBYTE);
    await t.rejects(
      service.ledger.settle('none', {
        cost: 0,
        cached: false,
        at: now,
        durationMs: 1,
        replay: { accountId: 'a', key: 'm', tool: 't', argumentsHash: 'h', result: 'x', expiresAt: now },
      }),
    );
    t.strictSame(wrong.all(), [], 'a step that was rolled back');
    t.ok((await service.replays.purge(now + 1_015)) > 0);
    t.strictSame(wrong.all(), [], 'a purge of some');
    await service.accounts.delete('b');
    t.strictSame([wrong.all(), held.get('b')], [[], undefined], 'a deletion');
    await other.replays.purge(now + 9_999);
    t.equal(held.get('a'), 0);
  },
);
