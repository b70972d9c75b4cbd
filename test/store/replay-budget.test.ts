import t from 'tap';
import { openStore } from '../../src/store/open.ts';

const MEBIBYTE = 1024 * 1024;

t.test('replays have a byte budget for each account: the oldest go, never those of another', async (t) => {
  const store = await openStore({ file: ':memory:' });
  t.teardown(() => store.close());
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
    store.replays.save({ accountId, key, tool: 'scrape_url', argumentsHash: 'h', result, expiresAt: at + 86_400_000 });
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
