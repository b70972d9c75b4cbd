import t, { type Test } from 'tap';
import type { Service } from '../../src/app/service.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import type { SavedSearchInput } from '../../src/saved-searches/read-input.ts';
import { nextRun, spreadMs } from '../../src/saved-searches/schedule.ts';
import type { SavedSearchStatus } from '../../src/saved-searches/search-status.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeClock } from '../support/clock.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { openService } from './second-process.ts';
import { HOOK, openWatch, type Watch } from './watch.ts';

const skip = await withoutPostgres();
const machineNow = Date.now;

interface Replicas {
  watch: Watch;
  /** Two processes with the clocks that real ones have. */
  one: Service;
  other: Service;
  /** Sets the clocks of all machines but the database's. */
  setMachines(aheadMs: number): void;
  /** Creates a search with a planned time that has passed, and that is neither the next nor the last by minutes. */
  createDue(more?: Partial<SavedSearchInput>): Promise<{ id: string; dueAt: number }>;
  status(id: string): Promise<SavedSearchStatus | undefined>;
}

async function openReplicas(t: Test): Promise<Replicas> {
  const clock = new FakeClock(new Date(machineNow()).toISOString());
  const watch = await openWatch(t, { clock, url: await freshDatabase(t) });
  const { service, at, internet, input } = watch;
  const one = await openService(t, { service, at, internet });
  const other = await openService(t, { service, at, internet });
  t.teardown(() => {
    Date.now = machineNow;
  });
  const { searches } = one.savedSearches;
  return {
    watch,
    one,
    other,
    setMachines: (aheadMs) => {
      Date.now = () => machineNow() + aheadMs;
    },
    createDue: async (more = {}) => {
      for (let number = 1; ; number += 1) {
        const account = await one.accounts.create({ email: `owner${number}@example.com`, plan: 'pro' });
        const spread = spreadMs(account.id);
        const minute = ((machineNow() - spread) % HOUR_MS) / MINUTE_MS;
        if (minute < 5 || minute > 55) continue;
        const { search } = await searches.create(account, input({ frequency: 'hourly', ...more }));
        const dueAt = nextRun(search, machineNow() - HOUR_MS, spread);
        await one.store.savedSearches.change(search.id, { nextRunAt: dueAt });
        return { id: search.id, dueAt };
      }
    },
    status: async (id) => {
      const search = await one.store.savedSearches.find(id);
      const account = await one.accounts.require(search?.accountId ?? '');
      return (await searches.list(account)).find((status) => status.search.id === id);
    },
  };
}

for (const hours of [-30, -3, 3, 30])
  t.test(`SPEC §14: machines whose clocks differ by ${hours} hours make each planned run once`, { skip }, async (t) => {
    const { one, other, setMachines, createDue, status } = await openReplicas(t);
    const { id, dueAt } = await createDue();
    for (let round = 0; round < 3; round += 1) {
      setMachines(0);
      await one.savedSearches.runner.round();
      setMachines(hours * HOUR_MS);
      await other.savedSearches.runner.round();
    }
    t.match(await status(id), { spent: 2, search: { nextRunAt: dueAt + HOUR_MS } });
  });

t.test('a machine with a wrong clock makes no run early', { skip }, async (t) => {
  const { one, setMachines, createDue, status } = await openReplicas(t);
  const { id } = await createDue({ frequency: 'weekly' });
  await one.store.savedSearches.change(id, { nextRunAt: machineNow() + 30 * MINUTE_MS });
  for (const hours of [1, 24, -24, -240]) {
    setMachines(hours * HOUR_MS);
    await one.savedSearches.runner.round();
  }
  t.match(await status(id), { spent: 0, search: { hasRun: false } });
});

t.test('machines whose clocks differ by hours send a delivery once', { skip }, async (t) => {
  const { watch, one, other, setMachines, createDue, status } = await openReplicas(t);
  let posts = 0;
  let accept = (): void => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  watch.internet.on(HOOK, async () => {
    posts += 1;
    await accepted;
    return { status: 200 };
  });
  const { id } = await createDue({ webhookUrl: HOOK });
  await one.savedSearches.runner.round();
  setMachines(-3 * HOUR_MS);
  const sending = one.savedSearches.sender.round();
  await until(() => posts === 1);
  for (const hours of [0, 3, 48]) {
    setMachines(hours * HOUR_MS);
    await other.savedSearches.sender.round();
  }
  accept();
  await sending;
  await other.savedSearches.sender.round();
  t.equal(posts, 1);
  t.match(await status(id), { progress: [{ state: 'sent', tries: 1, nextAt: Number }] });
  const at = (await status(id))?.progress[0]?.nextAt ?? 0;
  t.ok(Math.abs(at - machineNow()) < MINUTE_MS, 'and note the time of the database');
});

t.test('all processes on one database use its clock, commands too', { skip }, async (t) => {
  const { watch, one, other, setMachines } = await openReplicas(t);
  setMachines(3 * HOUR_MS);
  const command = await openStore(watch.at);
  t.teardown(() => command.close());
  for (const { clock } of [one, other, command]) t.ok(Math.abs(clock.now() - machineNow()) < MINUTE_MS);
});
