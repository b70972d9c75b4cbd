import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { FakeClock } from '../support/clock.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { preparedDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { openService } from './second-process.ts';
import { openWatch, type Watch } from './watch.ts';

const STEP_MS = 40 * DAY_MS;

/** What the owner is told if the search is deleted now. */
async function deletion(watch: Watch, id: string): Promise<string> {
  return watch.service.savedSearches.searches.delete(watch.accountId, id).then(
    () => 'deleted',
    (error: { fault?: string }) => error.fault ?? String(error),
  );
}

t.test('a search cannot be deleted while its call is under way, whatever the clock says of its lease', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  let said = '';
  watch.internet.on(NHS, async () => {
    watch.clock.advance(STEP_MS);
    await watch.service.purge();
    said = await deletion(watch, id);
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(DAY_MS);
  t.equal(said, 'running');
  t.match(await watch.delivered(id), [{ kind: 'first', total: 1 }], 'what was charged is delivered');
  t.equal(await deletion(watch, id), 'deleted');
});

t.test('a search that is deleted before its call reserves anything is not charged', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  const { ledger } = watch.service.store;
  const { reserve } = ledger;
  let said = '';
  ledger.reserve = async (...words) => {
    ledger.reserve = reserve;
    watch.clock.advance(STEP_MS);
    said = await deletion(watch, id);
    return reserve(...words);
  };
  await watch.turn(DAY_MS);
  t.equal(said, 'deleted');
  t.match(await watch.service.store.usage.count({ accountId: watch.accountId, keyId: id }), { cost: 0 });
  t.strictSame(await ledger.audit(watch.clock.now()), []);
});

t.test('a run that another process ended uncharged is not charged by a slow process', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  const { ledger, savedSearches } = watch.service.store;
  const { reserve } = ledger;
  ledger.reserve = async (...words) => {
    ledger.reserve = reserve;
    const now = watch.clock.now() + STEP_MS;
    await watch.service.savedSearches.searches.pause(watch.accountId, id);
    t.ok(await savedSearches.claimRun('next', now, 60_000), 'its lease has ended');
    t.equal(await savedSearches.dropRun(id, 'next', now), true);
    return reserve(...words);
  };
  await watch.turn(DAY_MS);
  t.match(await watch.service.store.usage.count({ accountId: watch.accountId, keyId: id }), { cost: 0 });
  t.match((await watch.status(id)).search, { state: 'paused', runDueAt: null });
});

t.test('a charged answer that is delivered later has its own receipt, also if the clock was set back', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  await watch.turn(4 * DAY_MS);
  watch.clock.advance(-2 * DAY_MS);
  watch.listed.titles = ['Nurse new'];
  const { savedSearches } = watch.service.store;
  const { finishRun } = savedSearches;
  savedSearches.finishRun = () => Promise.reject(new Error('killed'));
  await watch.turn();
  savedSearches.finishRun = finishRun;
  await watch.turn(5 * MINUTE_MS);
  const receipts = (await watch.delivered(id)).map(({ receiptId }) => receiptId);
  t.equal(receipts.length, 2);
  t.equal(new Set(receipts).size, 2, receipts.join());
});

/** Moves the clock to the next run. */
async function toNextRun(watch: Watch, id: string): Promise<number> {
  const { nextRunAt } = (await watch.status(id)).search;
  watch.clock.advance(nextRunAt - watch.clock.now());
  return nextRunAt;
}

t.test('a planned run is charged once, also if the clock is set back by a little during its call', async (t) => {
  for (const [frequency, backMs] of [
    ['daily', 10_000],
    ['daily', HOUR_MS],
    ['hourly', 30 * MINUTE_MS],
  ] as const) {
    const watch = await openWatch(t);
    const { searches } = watch.service.savedSearches;
    const about = `${frequency}, ${backMs / 1_000} s`;
    const id = await watch.create({ frequency });
    const due = await toNextRun(watch, id);
    watch.internet.on(NHS, () => {
      watch.clock.advance(-backMs);
      watch.internet.on(NHS, feed([{ title: 'Nurse one' }]));
      return feed([{ title: 'Nurse one' }]);
    });
    await watch.turn();
    t.ok((await watch.status(id)).search.nextRunAt > due, about);
    await searches.pause(watch.accountId, id);
    await searches.resume(watch.accountId, id);
    await searches.change(watch.accountId, id, watch.input({ frequency, weekday: 2 }));
    await watch.turn(backMs + 1_000);
    t.equal(await watch.spent(), 2, about);
    const { nextRunAt } = (await watch.status(id)).search;
    t.ok(nextRunAt - due <= DAY_MS + HOUR_MS, `${about}: the next run is not left out`);
  }
});

t.test('a planned run that fails is repeated later, also if the clock is set back during its call', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ frequency: 'weekly' });
  const due = await toNextRun(watch, id);
  const away = { status: 503, body: 'away' };
  watch.internet.on(NHS, () => {
    watch.clock.advance(-10_000);
    watch.internet.on(NHS, away);
    return away;
  });
  await watch.turn();
  t.equal((await watch.status(id)).search.nextRunAt, due - 10_000 + HOUR_MS);
});

t.test('a planned run is charged once, also if another is asked for after the clock was set back', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  await toNextRun(watch, id);
  await watch.turn();
  watch.clock.advance(-10_000);
  await watch.service.savedSearches.searches.runNow(watch.accountId, id);
  await watch.turn();
  t.equal(await watch.spent(), 4, 'asked for');
  await watch.turn(MINUTE_MS);
  t.equal(await watch.spent(), 4);
});

t.test('a planned run is charged once, also if the search is edited after another run was asked for', async (t) => {
  const edits: Record<string, (watch: Watch, id: string) => Promise<unknown>> = {
    'paused and resumed': async ({ service, accountId }, id) => {
      await service.savedSearches.searches.pause(accountId, id);
      await service.savedSearches.searches.resume(accountId, id);
    },
    'moved to another hour and back': async ({ service, accountId, input }, id) => {
      await service.savedSearches.searches.change(accountId, id, input({ hour: 17 }));
      await service.savedSearches.searches.change(accountId, id, input());
    },
    'asked for other jobs': ({ service, accountId, input }, id) =>
      service.savedSearches.searches.change(
        accountId,
        id,
        input({ arguments: { query: 'cook', platforms: ['nhs_jobs'] } }),
      ),
  };
  for (const [about, edit] of Object.entries(edits)) {
    const watch = await openWatch(t);
    const id = await watch.create();
    await toNextRun(watch, id);
    await watch.turn();
    watch.clock.advance(-30_000);
    await watch.service.savedSearches.searches.runNow(watch.accountId, id);
    await watch.turn();
    t.equal(await watch.spent(), 4, 'asked for');
    await edit(watch, id);
    await watch.turn(MINUTE_MS);
    t.equal(await watch.spent(), 4, about);
  }
});

for (const minutes of [3, 15]) {
  t.test(
    `SPEC §14: two replicas, one with a clock ${minutes} minutes behind, make each planned run once`,
    { skip: await withoutPostgres() },
    async (t) => {
      const watch = await openWatch(t, { url: await preparedDatabase(t) });
      const clock = new FakeClock(new Date(watch.clock.now() - minutes * MINUTE_MS).toISOString());
      const slow = await openService(t, { ...watch, clock });
      const advance = (ms: number): void => {
        watch.clock.advance(ms);
        clock.advance(ms);
      };
      const { runner } = watch.service.savedSearches;
      const { runner: slowRunner, searches } = slow.savedSearches;
      const id = await watch.create({ frequency: 'hourly' });
      const { nextRunAt } = (await watch.status(id)).search;
      advance(nextRunAt - watch.clock.now());
      const { claimRun } = slow.store.savedSearches;
      let calls = 0;
      let slowRound: Promise<void> | undefined;
      watch.internet.on(NHS, async () => {
        calls += 1;
        await new Promise<void>((resolve) => {
          slow.store.savedSearches.claimRun = async (...words) => claimRun(...words).finally(resolve);
          slowRound ??= slowRunner.round();
          if (calls > 1) resolve();
        });
        return feed([{ title: 'Nurse one' }]);
      });
      await runner.round();
      await slowRound;
      t.match(await watch.status(id), { spent: 2, search: { runDueAt: null, nextRunAt: nextRunAt + HOUR_MS } });
      await searches.pause(watch.accountId, id);
      await searches.resume(watch.accountId, id);
      await searches.change(watch.accountId, id, watch.input({ frequency: 'daily' }));
      await searches.change(watch.accountId, id, watch.input({ frequency: 'hourly' }));
      for (let minute = 0; minute <= minutes; minute += 1) {
        advance(MINUTE_MS);
        await Promise.all([runner.round(), slowRunner.round()]);
      }
      t.equal(await watch.spent(), 2);
      t.equal(calls, 1);
    },
  );
}
