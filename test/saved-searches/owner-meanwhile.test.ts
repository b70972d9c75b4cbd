import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts';
import { feed, NHS } from '../support/job-answers.ts';
import { openWatch } from './watch.ts';

t.test('SPEC §14: a search that is paused while it runs stays paused, and costs no more', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  watch.internet.on(NHS, async () => {
    await watch.service.savedSearches.searches.pause(watch.accountId, id);
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'owner' });
  t.match(await watch.delivered(id), [{ kind: 'first', total: 1 }], 'what was charged is delivered');
  await watch.turn(3 * DAY_MS);
  t.equal(await watch.spent(), 2);
});

t.test('a search that asks another question while it runs begins anew with the ten best', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  const cook = { query: 'cook', platforms: ['nhs_jobs'] };
  watch.internet.on(NHS, async () => {
    await watch.service.savedSearches.searches.change(watch.accountId, id, watch.input({ arguments: cook }));
    return feed([{ title: 'Nurse one' }]);
  });
  await watch.turn(DAY_MS);
  t.strictSame(watch.mails, [], 'mail was switched off meanwhile');
  watch.internet.on(NHS, () =>
    feed(Array.from({ length: 15 }, (_, index) => ({ title: `Cook ${String.fromCharCode(65 + index)}` }))),
  );
  await watch.turn(DAY_MS);
  const [first] = await watch.delivered(id);
  t.match(first, { kind: 'first', total: 15 });
  t.equal(first?.jobs.length, 10);
});

t.test('bad input: two equal searches, sent at once or in other words, are one', async (t) => {
  const watch = await openWatch(t);
  const made = await Promise.allSettled([watch.create(), watch.create(), watch.create()]);
  t.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const more of [{ country: 'GB' }, { platforms: ['nhs_jobs', 'nhs_jobs'] }, { location: ' ' }]) {
    const asked = { query: 'nurse', platforms: ['nhs_jobs'], ...more };
    await t.rejects(watch.create({ arguments: asked }), /asks the same/);
  }
});

t.test('a machine that slept for days after one failure tries again before it gives a search up', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  watch.listed.titles = undefined;
  await watch.turn(DAY_MS);
  await watch.turn(4 * DAY_MS);
  t.match((await watch.status(id)).search, { state: 'active', failures: 2 });
  for (let round = 0; round < 3; round += 1) await watch.turn(12 * HOUR_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'failing' });
});
