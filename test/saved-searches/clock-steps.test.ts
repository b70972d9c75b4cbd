import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { openWatch, type Watch } from './watch.ts';

const STEP_MS = 40 * DAY_MS;

/** What the owner is told when the search is deleted now. */
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

t.test('a run that another process ended uncharged is not charged by one that was slow', async (t) => {
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
