import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import type { NewSavedSearch, RunFinish, Store } from '../../src/store/types.ts';
import { onEngines } from '../support/engines.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const LEASE_MS = 2 * MINUTE_MS;

async function account(store: Store, id = 'acc_1'): Promise<void> {
  await store.accounts.create({
    id,
    email: `${id}@example.com`,
    plan: 'pro',
    subscriptionId: null,
    createdAt: NOW,
    trialEndsAt: null,
    allowance: 100_000,
    operator: false,
  });
}

function search(more: Partial<NewSavedSearch> = {}): NewSavedSearch {
  return {
    id: 'sea_1',
    accountId: 'acc_1',
    name: 'Bakers',
    language: 'en',
    arguments: '{}',
    frequency: 'daily',
    hour: 8,
    weekday: 1,
    zone: 'Europe/London',
    monthlyLimit: null,
    mail: 'off',
    webhook: 'off',
    webhookUrl: '',
    webhookSecret: '',
    createdAt: NOW,
    nextRunAt: NOW,
    ...more,
  };
}

function finish(more: Partial<RunFinish> = {}): RunFinish {
  return {
    answers: (args) => args === '{}',
    change: { nextRunAt: NOW + DAY_MS, state: 'active' },
    at: NOW,
    lastResult: '{}',
    succeeded: true,
    seen: [],
    day: 1,
    delivery: undefined,
    idempotencyKey: 'key',
    ...more,
  };
}

/** As if a call with that key had been charged. */
async function answerUnder(store: Store, key: string): Promise<void> {
  const replay = { accountId: 'acc_1', key, argumentsHash: 'x', tool: 'scrape_jobs', result: '{}' };
  await store.replays.save({ ...replay, expiresAt: NOW + 10 * DAY_MS });
}

await onEngines('a due run is one process’s at a time, and is taken over after its lease', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search(), 2);
  await savedSearches.create(search({ id: 'sea_2', nextRunAt: NOW + 1 }), 2);
  await t.rejects(savedSearches.create(search({ id: 'sea_3' }), 2), /at most 2/);
  await t.rejects(savedSearches.create(search({ id: 'sea_3', accountId: 'nobody' }), 2), /account is gone/);
  const claimed = await Promise.all([1, 2, 3].map((one) => savedSearches.claimRun(`r${one}`, NOW, LEASE_MS)));
  t.equal(claimed.filter(Boolean).length, 1);
  t.match(
    claimed.find(Boolean),
    {
      search: { id: 'sea_1', hasRun: false, state: 'active', nextRunAt: NOW, monthlyLimit: null },
      run: { dueAt: NOW, arguments: '{}', isFirst: true },
    },
    'as it was stored',
  );
  const holder = `r${claimed.findIndex(Boolean) + 1}`;
  t.equal((await savedSearches.claimRun('late', NOW + LEASE_MS, LEASE_MS))?.search.id, 'sea_1', 'its lease has ended');
  t.equal(await savedSearches.finishRun('sea_1', holder, finish()), false, 'who lost it writes nothing');
  t.equal((await savedSearches.find('sea_1'))?.hasRun, false);
  t.equal(await savedSearches.finishRun('sea_1', 'late', finish()), true);
  t.match(await savedSearches.find('sea_1'), { hasRun: true, lastRunAt: NOW, nextRunAt: NOW + DAY_MS });
  t.equal((await savedSearches.claimRun('r', NOW + 1, LEASE_MS))?.search.id, 'sea_2');
  t.equal(await savedSearches.claimRun('r', NOW + 1, LEASE_MS), undefined, 'nothing else is due');
  await savedSearches.returnRun('sea_2', 'r', NOW + 2);
  t.equal((await savedSearches.claimRun('r2', NOW + 2, LEASE_MS))?.search.id, 'sea_2', 'given back');
});

await onEngines('of two changes at once that make two searches equal, one is refused', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search({ name: 'one' }), 5);
  await savedSearches.create(search({ id: 'sea_2', name: 'two' }), 5);
  const ends = await Promise.allSettled(
    ['sea_1', 'sea_2'].map((id) =>
      savedSearches.change(
        id,
        { name: 'same' },
        {
          check: (others) => {
            if (others.some(({ name }) => name === 'same')) throw new Error('equal');
          },
        },
      ),
    ),
  );
  t.same(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const names = (await savedSearches.list('acc_1')).map(({ name }) => name);
  t.equal(names.filter((name) => name === 'same').length, 1, names.join());
});

await onEngines(
  'a search that waits for its plan is looked at when it is planned; no other paused one is',
  async (t, place) => {
    const store = await place.open();
    const { savedSearches } = store;
    await account(store);
    await savedSearches.create(search(), 5);
    await savedSearches.change('sea_1', { state: 'paused', pauseReason: 'owner' });
    t.equal(await savedSearches.claimRun('r', NOW, LEASE_MS), undefined);
    await savedSearches.change('sea_1', { pauseReason: 'plan' });
    t.equal(await savedSearches.claimRun('r', NOW - 1, LEASE_MS), undefined);
    t.equal((await savedSearches.claimRun('r', NOW, LEASE_MS))?.search.id, 'sea_1');
    t.equal(
      await savedSearches.finishRun('sea_1', 'r', finish({ change: { state: 'active', pauseReason: null } })),
      true,
    );
    t.match(await savedSearches.find('sea_1'), { state: 'active', pauseReason: null });
  },
);

await onEngines('a clock that is set back leaves no search stranded, and none runs twice', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search({ nextRunAt: NOW + 40 * DAY_MS }), 5);
  await savedSearches.create(search({ id: 'hour', frequency: 'hourly', nextRunAt: NOW + 2 * HOUR_MS }), 5);
  t.equal((await savedSearches.claimRun('a', NOW, LEASE_MS))?.search.id, 'sea_1', 'its time was that of another clock');
  t.equal(
    await savedSearches.claimRun('a', NOW, LEASE_MS),
    undefined,
    'two hours ahead is an hourly search’s due time',
  );
  t.equal((await savedSearches.claimRun('b', NOW - 30 * DAY_MS, LEASE_MS))?.search.id, 'hour');
  t.equal((await savedSearches.claimRun('b', NOW - 30 * DAY_MS, LEASE_MS))?.search.id, 'sea_1', 'so is a lease');
});

await onEngines('another plan begins a new month, in which a search at its limit is due', async (t, place) => {
  const store = await place.open();
  await account(store);
  await account(store, 'acc_2');
  const nextRunAt = NOW + 20 * DAY_MS;
  const states = { sea_1: ['acc_1', 'limit'], sea_2: ['acc_1', 'active'], sea_3: ['acc_2', 'limit'] } as const;
  for (const [id, [accountId, state]] of Object.entries(states)) {
    await store.savedSearches.create(search({ id, accountId, arguments: `{"query":"${id}"}`, nextRunAt }), 10);
    await store.savedSearches.change(id, { state });
  }
  const at = NOW + DAY_MS;
  const terms = { allowance: 1_000, overageRate: null };
  await store.accounts.setPlan('acc_1', { plan: 'starter', terms, subscriptionId: 's', trialEndsAt: null, at });
  const due = async (id: string) => (await store.savedSearches.find(id))?.nextRunAt;
  t.strictSame([await due('sea_1'), await due('sea_2'), await due('sea_3')], [at, nextRunAt, nextRunAt]);
  t.match(await store.savedSearches.claimRun('lease', at, LEASE_MS), { search: { id: 'sea_1' } });
});

await onEngines('a notice to the owner waits, although e-mail is switched off again', async (t, place) => {
  const store = await place.open();
  await account(store);
  await store.savedSearches.create(search({ webhook: 'paused' }), 10);
  for (const id of ['ntc_1', 'dlv_1'])
    await store.savedSearches.addDelivery({ id, searchId: 'sea_1', at: NOW, content: '{}', ways: ['mail'] });
  await store.savedSearches.endWaiting('sea_1', 'mail');
  t.match(await store.savedSearches.progress('sea_1'), [
    { deliveryId: 'dlv_1', state: 'failed', fault: 'switched_off' },
    { deliveryId: 'ntc_1', state: 'waiting', fault: null },
  ]);
});

await onEngines(
  'a delivery that is claimed early after a fault is claimed once, with its tries anew',
  async (t, place) => {
    const store = await place.open();
    await account(store);
    await store.savedSearches.create(search({ mail: 'on' }), 10);
    await store.savedSearches.addDelivery({ id: 'dlv_1', searchId: 'sea_1', at: NOW, content: '{}', ways: ['mail'] });
    const claim = (which = {}) => store.savedSearches.claimDelivery(NOW, LEASE_MS, which);
    const failed = { state: 'waiting', retryAt: NOW + DAY_MS, fault: 'none' } as const;
    await store.savedSearches.noteAttempt((await claim())!, failed);
    t.equal(await claim(), undefined);
    t.equal(await claim({ evenAfter: 'other' }), undefined);
    t.match(await claim({ evenAfter: 'none' }), { id: 'dlv_1', tries: 1 });
    t.equal(await claim({ evenAfter: 'none' }), undefined);
  },
);

await onEngines('accounts that had their turn come after the others', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await account(store, 'acc_2');
  for (const id of ['sea_1', 'sea_2', 'sea_3']) await savedSearches.create(search({ id, nextRunAt: NOW - HOUR_MS }), 5);
  await savedSearches.create(search({ id: 'sea_4', accountId: 'acc_2' }), 5);
  const claim = (behind: string[]) => savedSearches.claimRun('a', NOW, LEASE_MS, { behind });
  t.match(await claim([]), { search: { id: 'sea_1' } });
  t.match(await claim(['acc_1']), { search: { id: 'sea_4' } });
  t.match(await claim(['acc_1', 'acc_2']), { search: { id: 'sea_2' } });
  t.equal(await savedSearches.claimRun('a', NOW, LEASE_MS, { dueBy: NOW - DAY_MS, behind: ['acc_2'] }), undefined);
});

await onEngines('a replica whose clock is slower takes no lease that another has just begun', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search({ nextRunAt: NOW - HOUR_MS }), 5);
  t.equal((await savedSearches.claimRun('a', NOW, LEASE_MS))?.search.id, 'sea_1');
  t.equal(await savedSearches.claimRun('b', NOW - 1, LEASE_MS), undefined);
  t.equal(await savedSearches.claimRun('b', NOW - LEASE_MS / 2, LEASE_MS), undefined);
  t.equal(await savedSearches.claimRun('b', NOW - 10 * MINUTE_MS, LEASE_MS), undefined);
  t.equal((await savedSearches.claimRun('b', NOW - 11 * MINUTE_MS, LEASE_MS))?.search.id, 'sea_1', 'set back');
});

await onEngines('what an owner decided while a run was under way stands', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  const delivery = { id: 'dlv_1', searchId: 'sea_1', at: NOW, content: '{}', ways: ['mail', 'webhook'] as const };
  const active = { nextRunAt: NOW + DAY_MS, state: 'active', pauseReason: null } as const;
  await savedSearches.create(search({ mail: 'on', webhook: 'on' }), 5);
  await savedSearches.claimRun('a', NOW, LEASE_MS);
  await savedSearches.change('sea_1', { state: 'paused', pauseReason: 'owner', mail: 'off' });
  t.equal(await savedSearches.finishRun('sea_1', 'a', finish({ change: active, delivery, seen: ['h'] })), true);
  t.match(
    await savedSearches.find('sea_1'),
    { state: 'paused', pauseReason: 'owner', hasRun: true, lastRunAt: NOW },
    'paused',
  );
  t.match(await savedSearches.progress('sea_1'), [{ way: 'webhook' }], 'no mail for who wants none any more');
  t.equal((await savedSearches.seen('sea_1', ['h'])).size, 1, 'what was paid for is delivered, and known');
  const { id } = search({ id: 'sea_2' });
  await savedSearches.create(search({ id }), 5);
  await savedSearches.claimRun('b', NOW, LEASE_MS);
  await savedSearches.change(id, { arguments: '{"query":"cook"}', nextRunAt: NOW + HOUR_MS });
  const notice = { ...delivery, id: 'dlv_2', searchId: id };
  const stops = { ...active, state: 'paused', pauseReason: 'arguments' } as const;
  await savedSearches.finishRun(id, 'b', finish({ change: stops, delivery: notice, succeeded: false }));
  t.match(await savedSearches.find(id), { state: 'active', pauseReason: null, nextRunAt: NOW + HOUR_MS }, 'mended');
  t.strictSame(await savedSearches.deliveries(id, 10), []);
  await savedSearches.claimRun('c', NOW + HOUR_MS, LEASE_MS);
  await savedSearches.change(id, { arguments: '{"query":"chef"}', nextRunAt: NOW + DAY_MS });
  await savedSearches.finishRun(id, 'c', finish({ answers: () => false }));
  t.equal((await savedSearches.find(id))?.hasRun, false, 'the question that it asks now has no answer yet');
});

await onEngines('a run keeps its key and its question until it is finished, whoever makes it', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search(), 5);
  const begun = await savedSearches.claimRun('a', NOW, LEASE_MS);
  t.match(begun?.run, { key: `watch sea_1 ${NOW} a`, dueAt: NOW, arguments: '{}', isFirst: true });
  t.equal((await savedSearches.find('sea_1'))?.runDueAt, NOW);
  await savedSearches.change('sea_1', { arguments: '{"query":"cook"}', nextRunAt: NOW + DAY_MS, state: 'paused' });
  await savedSearches.runNow('sea_1', NOW);
  t.equal((await savedSearches.find('sea_1'))?.nextRunAt, NOW + DAY_MS, 'no second run beside it');
  t.equal(await savedSearches.claimRun('b', NOW + MINUTE_MS, LEASE_MS), undefined, 'its lease is not over');
  t.match((await savedSearches.load(NOW)).oldestDueAt, NOW);
  const taken = await savedSearches.claimRun('b', NOW + LEASE_MS, LEASE_MS);
  t.strictSame(taken?.run, begun?.run, 'though the search is paused and asks something else');
  t.match(taken?.search, { arguments: '{"query":"cook"}', state: 'paused' });
  await savedSearches.dropRun('sea_1', 'a', NOW + LEASE_MS);
  t.equal((await savedSearches.find('sea_1'))?.runDueAt, NOW, 'by its holder alone');
  await savedSearches.dropRun('sea_1', 'b', NOW + LEASE_MS);
  t.match(await savedSearches.find('sea_1'), { runDueAt: null, nextRunAt: NOW + DAY_MS });
  t.equal(await savedSearches.claimRun('c', NOW + LEASE_MS, LEASE_MS), undefined);
  t.equal((await savedSearches.load(NOW)).oldestDueAt, null);
});

await onEngines('a process that was only slow delivers what it was charged for, once', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search(), 5);
  const key = (await savedSearches.claimRun('slow', NOW, LEASE_MS))?.run.key as string;
  await savedSearches.change('sea_1', { arguments: '{"query":"cook"}', nextRunAt: NOW + DAY_MS });
  await savedSearches.claimRun('next', NOW + LEASE_MS, LEASE_MS);
  await savedSearches.dropRun('sea_1', 'next', NOW + LEASE_MS);
  const ending = {
    ...finish({ idempotencyKey: key, seen: ['h'] }),
    change: { nextRunAt: NOW + 5, lastDeliveredAt: NOW },
  };
  const delivery = { id: 'dlv_1', searchId: 'sea_1', at: NOW, content: '{}', ways: [] };
  t.equal(await savedSearches.finishRun('sea_1', 'slow', { ...ending, delivery }), false, 'nothing was charged');
  await answerUnder(store, key);
  t.equal(await savedSearches.finishRun('sea_1', 'slow', { ...ending, delivery }), true);
  t.match(await savedSearches.find('sea_1'), { nextRunAt: NOW + DAY_MS, hasRun: false, lastDeliveredAt: NOW });
  t.equal((await savedSearches.seen('sea_1', ['h'])).size, 1);
  const again = { ...ending, delivery: { ...delivery, id: 'dlv_2' } };
  t.equal(await savedSearches.finishRun('sea_1', 'slow', again), false, 'whoever delivers an answer deletes it');
  t.equal((await savedSearches.deliveries('sea_1', 5)).length, 1);
  const held = (await savedSearches.claimRun('a', NOW + DAY_MS, LEASE_MS))?.run.key as string;
  await answerUnder(store, held);
  await savedSearches.claimRun('b', NOW + DAY_MS + LEASE_MS, LEASE_MS);
  const late = { ...again, idempotencyKey: held };
  t.equal(await savedSearches.finishRun('sea_1', 'a', late), false, 'another process delivers it');
  t.equal(await savedSearches.finishRun('sea_1', 'b', late), true);
});

await onEngines('a search is deleted when no run is under way and nothing charged is undelivered', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search(), 5);
  const key = (await savedSearches.claimRun('a', NOW, LEASE_MS))?.run.key as string;
  await t.rejects(savedSearches.delete('sea_1', NOW + MINUTE_MS), /is running/);
  await answerUnder(store, key);
  await t.rejects(savedSearches.delete('sea_1', NOW + DAY_MS), /is running/, 'it is delivered first');
  await savedSearches.claimRun('b', NOW + DAY_MS, LEASE_MS);
  await savedSearches.finishRun('sea_1', 'b', finish({ idempotencyKey: key }));
  t.equal(await savedSearches.delete('sea_1', NOW + DAY_MS), true);
  await savedSearches.create(search({ id: 'sea_2' }), 5);
  await savedSearches.claimRun('c', NOW, LEASE_MS);
  t.equal(await savedSearches.delete('sea_2', NOW + LEASE_MS), true, 'its process died before anything was charged');
});

await onEngines(
  'a run that ends uncharged cannot be charged afterwards, and none ends during its call',
  async (t, place) => {
    const store = await place.open({ role: 'serve' });
    const { savedSearches, ledger } = store;
    await account(store);
    const hold = (receiptId: string) => ({
      receiptId,
      accountId: 'acc_1',
      keyId: 'sea_1',
      tool: 'scrape_jobs',
      amount: 2_000,
      at: NOW + LEASE_MS,
    });
    const begin = async (id: string, lease: string) => {
      await savedSearches.create(search({ id }), 5);
      const key = (await savedSearches.claimRun(lease, NOW, LEASE_MS))?.run.key as string;
      await savedSearches.claimRun('next', NOW + LEASE_MS, LEASE_MS);
      return { accountId: 'acc_1', key, argumentsHash: 'x', tool: 'scrape_jobs', expiresAt: NOW + 9 * DAY_MS };
    };
    const refused = { succeeded: false, idempotencyKey: 'other' };
    const ends: ((id: string) => Promise<boolean>)[] = [
      (id) => savedSearches.finishRun(id, 'next', finish(refused)),
      (id) => savedSearches.dropRun(id, 'next', NOW + LEASE_MS),
      (id) => savedSearches.delete(id, NOW + 2 * LEASE_MS).catch(() => false),
    ];
    for (const [index, end] of ends.entries()) {
      const claim = await begin('sea_1', `slow${index}`);
      await ledger.reserve(hold(`open${index}`), claim);
      t.equal(await end('sea_1'), false, `${index}: the call is under way`);
      await ledger.release(`open${index}`, 'abandoned', NOW, 0);
      t.equal(await end('sea_1'), true, `${index}: it has ended`);
      await t.rejects(ledger.reserve(hold(`late${index}`), claim), `${index}: too late`);
      await savedSearches.delete('sea_1', NOW + 2 * LEASE_MS);
    }
    t.strictSame(await ledger.audit(NOW), []);
  },
);

await onEngines(
  'what a run found is written in one step: seen jobs, delivery, next time, no replay',
  async (t, place) => {
    const store = await place.open();
    const { savedSearches } = store;
    await account(store);
    await savedSearches.create(search({ mail: 'on', webhook: 'on' }), 5);
    await answerUnder(store, 'key');
    await savedSearches.claimRun('a', NOW, LEASE_MS);
    const hashes = Array.from({ length: 120 }, (_, index) => `hash${index}`);
    const delivery = {
      id: 'dlv_1',
      searchId: 'sea_1',
      at: NOW,
      content: '{"a":1}',
      ways: ['mail', 'webhook'] as const,
    };
    await savedSearches.finishRun('sea_1', 'a', finish({ seen: hashes, day: 30_000, delivery }));
    t.equal(await store.replays.find('acc_1', 'key', NOW), undefined);
    const seen = await savedSearches.seen('sea_1', [...hashes, 'other']);
    t.equal(seen.size, 120);
    t.notOk(seen.has('other'));
    t.strictSame(await savedSearches.deliveries('sea_1', 10), [
      { id: 'dlv_1', searchId: 'sea_1', at: NOW, content: '{"a":1}' },
    ]);
    t.equal((await savedSearches.progress('sea_1')).length, 2);
    t.equal((await savedSearches.progress('sea_1', 1)).length, 1);
    // A second run sees some of them again: these are stored longer.
    await savedSearches.claimRun('b', NOW + DAY_MS, LEASE_MS);
    await savedSearches.finishRun('sea_1', 'b', finish({ seen: hashes.slice(0, 20), day: 30_010, succeeded: false }));
    t.equal((await savedSearches.find('sea_1'))?.hasRun, true, 'a failed run takes nothing back');
    await savedSearches.purge(30_005 * DAY_MS);
    t.equal((await savedSearches.seen('sea_1', hashes)).size, 120, 'those of the last run that succeeded');
    await savedSearches.claimRun('c', NOW + DAY_MS, LEASE_MS);
    await savedSearches.finishRun('sea_1', 'c', finish({ seen: hashes.slice(0, 20), day: 30_010 }));
    await savedSearches.purge(30_005 * DAY_MS);
    t.equal((await savedSearches.seen('sea_1', hashes)).size, 20);
    t.equal((await savedSearches.deliveries('sea_1', 10)).length, 1, 'it waits for its receivers');
    await savedSearches.change('sea_1', { mail: 'paused', webhook: 'off' });
    await savedSearches.purge(30_005 * DAY_MS);
    t.equal((await savedSearches.deliveries('sea_1', 10)).length, 0);
  },
);

await onEngines('the newest 20,000 hashes of a search are kept', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search(), 5);
  for (let round = 0; round < 3; round += 1) {
    await savedSearches.claimRun('a', NOW + round * DAY_MS, LEASE_MS);
    const seen = Array.from({ length: 7_500 }, (_, index) => `${round} ${index}`);
    await savedSearches.finishRun('sea_1', 'a', {
      ...finish({ seen, day: 20_000 + round }),
      change: { nextRunAt: NOW + (round + 1) * DAY_MS },
    });
  }
  const kept = async (round: number): Promise<number> =>
    (
      await savedSearches.seen(
        'sea_1',
        Array.from({ length: 7_500 }, (_, index) => `${round} ${index}`),
      )
    ).size;
  t.strictSame(await Promise.all([kept(0), kept(1), kept(2)]), [5_000, 7_500, 7_500]);
});

await onEngines(
  'a delivery is one process’s at a time, waits while its way is off, and can be sent again',
  async (t, place) => {
    const store = await place.open();
    const { savedSearches } = store;
    await account(store);
    await savedSearches.create(search({ mail: 'on', webhook: 'off' }), 5);
    const delivery = { id: 'dlv_1', searchId: 'sea_1', at: NOW, content: '{}', ways: ['mail', 'webhook'] as const };
    await savedSearches.addDelivery(delivery);
    const claims = await Promise.all([1, 2].map(() => savedSearches.claimDelivery(NOW, LEASE_MS)));
    t.match(claims.filter(Boolean), [{ id: 'dlv_1', way: 'mail', tries: 1 }]);
    const claimed = claims.find(Boolean)!;
    await savedSearches.noteAttempt(claimed, { state: 'waiting', retryAt: NOW + 5, fault: 'timeout' });
    t.equal(await savedSearches.claimDelivery(NOW, LEASE_MS), undefined);
    const again = await savedSearches.claimDelivery(NOW + 5, LEASE_MS);
    t.match(again, { tries: 2 });
    await savedSearches.noteAttempt(claimed, { state: 'waiting', retryAt: NOW, fault: 'timeout' });
    t.equal(await savedSearches.claimDelivery(NOW, LEASE_MS), undefined, 'an attempt that is over says nothing more');
    await savedSearches.noteAttempt(again!, { state: 'sent', at: 0 });
    await savedSearches.change('sea_1', { webhook: 'on' });
    const hooked = await savedSearches.claimDelivery(NOW, LEASE_MS);
    t.match(hooked, { way: 'webhook' });
    await savedSearches.failDelivery(hooked!, 'status', () => undefined);
    t.equal((await savedSearches.load(NOW)).failingWebhooks, 0);
    await savedSearches.addDelivery({ ...delivery, id: 'dlv_2', ways: ['webhook'] });
    t.equal((await savedSearches.load(NOW)).waitingDeliveries, 1);
    await savedSearches.change('sea_1', { webhook: 'off' });
    t.equal((await savedSearches.load(NOW)).waitingDeliveries, 0, 'nobody is to get it');
    await savedSearches.addDelivery({ ...delivery, id: 'dlv_2', ways: [] });
    await savedSearches.change('sea_1', { webhook: 'paused' });
    t.match(await savedSearches.load(NOW), { active: 1, oldestDueAt: NOW, failingWebhooks: 1, waitingDeliveries: 0 });
    await savedSearches.change('sea_1', { webhook: 'on' });
    await savedSearches.resend('sea_1', 'webhook', NOW, 9);
    t.match(await savedSearches.claimDelivery(NOW, LEASE_MS), { way: 'webhook', tries: 1 });
    await savedSearches.resend('sea_1', 'mail', NOW, 9);
    t.equal(await savedSearches.claimDelivery(NOW, LEASE_MS), undefined, 'what was sent is not sent again');
    await savedSearches.addDelivery({ ...delivery, content: '{"b":2}', ways: [] });
    t.strictSame(
      (await savedSearches.deliveries('sea_1', 5)).flatMap(({ id, content }) => (id === 'dlv_1' ? [content] : [])),
      ['{"b":2}'],
      'in its place',
    );
  },
);

await onEngines('owners change, start and delete; an account takes its searches along', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await account(store, 'acc_2');
  await savedSearches.create(search({ nextRunAt: NOW + DAY_MS }), 5);
  await savedSearches.create(search({ id: 'sea_2', accountId: 'acc_2', nextRunAt: NOW + DAY_MS }), 5);
  await savedSearches.runNow('sea_1', NOW);
  t.equal((await savedSearches.claimRun('a', NOW, LEASE_MS))?.search.nextRunAt, NOW);
  await savedSearches.runNow('sea_1', NOW + 1);
  t.equal((await savedSearches.find('sea_1'))?.nextRunAt, NOW, 'it runs already');
  t.equal(await savedSearches.change('sea_1', { hour: 9, nextRunAt: NOW + 5 }), true, 'while it runs');
  await savedSearches.finishRun('sea_1', 'a', finish());
  t.match(await savedSearches.find('sea_1'), { hour: 9, nextRunAt: NOW + 5 }, 'the owner’s time counts');
  t.equal(await savedSearches.change('nothing', { hour: 9 }), false);
  await savedSearches.change('sea_1', { state: 'paused', pauseReason: 'owner' });
  t.equal(await savedSearches.claimRun('a', NOW + 40 * DAY_MS, LEASE_MS).then((one) => one?.search.id), 'sea_2');
  await savedSearches.addDelivery({ id: 'd', searchId: 'sea_2', at: NOW, content: '{}', ways: ['mail'] });
  await store.accounts.delete('acc_2');
  t.strictSame(await savedSearches.list('acc_2'), []);
  t.equal((await savedSearches.deliveries('sea_2', 5)).length, 0);
  t.equal(await savedSearches.delete('sea_1', NOW), true);
  t.equal(await savedSearches.delete('sea_1', NOW), false);
  t.strictSame(await store.checkIntegrity(), []);
});

await onEngines('a sender chooses by way, account and search which delivery is next', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await account(store, 'acc_2');
  const both = { mail: 'on', webhook: 'on' } as const;
  await savedSearches.create(search(both), 5);
  await savedSearches.create(search({ ...both, id: 'sea_2' }), 5);
  await savedSearches.create(search({ ...both, id: 'sea_3', accountId: 'acc_2' }), 5);
  for (const [index, searchId] of ['sea_1', 'sea_2', 'sea_3'].entries())
    await savedSearches.addDelivery({
      id: `dlv_${index + 1}`,
      searchId,
      at: NOW + index,
      content: `{"of":"${searchId}"}`,
      ways: ['mail', 'webhook'],
    });
  const claim = (which: object) => savedSearches.claimDelivery(NOW + 9, LEASE_MS, which);
  t.match(await claim({ way: 'webhook', withoutSearches: ['sea_1'] }), {
    way: 'webhook',
    searchId: 'sea_2',
    accountId: 'acc_1',
    content: '{"of":"sea_2"}',
  });
  t.match(await claim({ way: 'webhook', withoutAccounts: ['acc_1'] }), { searchId: 'sea_3', accountId: 'acc_2' });
  t.equal(await claim({ way: 'webhook', withoutAccounts: ['acc_1', 'acc_2'] }), undefined);
  t.match(await claim({ way: 'webhook' }), { way: 'webhook', searchId: 'sea_1' });
  t.equal(await claim({ way: 'webhook' }), undefined);
  t.match(await claim({}), { way: 'mail', searchId: 'sea_1', tries: 1 });
});

await onEngines('the jobs of the last successful run are known, however many a day has', async (t, place) => {
  const store = await place.open();
  const { savedSearches } = store;
  await account(store);
  await savedSearches.create(search({ frequency: 'hourly' }), 2);
  const run = async (at: number, seen: string[]): Promise<void> => {
    const lease = `lease ${at}`;
    await savedSearches.claimRun(lease, at, LEASE_MS);
    const change = { nextRunAt: at + HOUR_MS, state: 'active' } as const;
    t.equal(await savedSearches.finishRun('sea_1', lease, finish({ at, seen, change })), true);
  };
  const earlier = Array.from({ length: 20_000 }, (_, index) => `a${String(index).padStart(6, '0')}`);
  await run(NOW, earlier);
  await run(NOW + HOUR_MS, ['z1', 'z2', 'a000000']);
  t.same([...(await savedSearches.seen('sea_1', ['z1', 'z2', 'a000000']))].sort(), ['a000000', 'z1', 'z2']);
  t.equal((await savedSearches.seen('sea_1', earlier)).size, 19_998);
});
