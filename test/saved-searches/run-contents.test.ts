import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts';
import { feed, KEYED, NHS, REED, reedAnswer } from '../support/job-answers.ts';
import { openWatch, type Watch } from './watch.ts';

const NHS_ONLY = { platforms: ['nhs_jobs'] };

async function change(watch: Watch, id: string, more: Parameters<Watch['input']>[0]) {
  return watch.service.savedSearches.searches.change(watch.accountId, id, watch.input(more));
}

/** Moves the clock to the next run, and makes it. */
async function nextRun(watch: Watch, id: string): Promise<void> {
  const { nextRunAt } = (await watch.status(id)).search;
  await watch.turn(Math.max(0, nextRunAt - watch.clock.now()));
}

const letters = (index: number): string => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

t.test('bad input: an argument that this release does not have pauses the search', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ mail: true });
  const args = '{"query":"nurse","platforms":["nhs_jobs"],"employer_size":["small"]}';
  await watch.service.store.savedSearches.change(id, { arguments: args });
  await watch.turn(DAY_MS);
  t.match((await watch.status(id)).search, { state: 'paused', pauseReason: 'arguments', pauseDetail: /employer_size/ });
  t.equal(await watch.spent(), 0);
  t.match(JSON.stringify(await watch.delivered(id)), /employer_size/, 'said');
});

t.test('an hourly search sees each hour’s listings with the default cache', async (t) => {
  const watch = await openWatch(t, { env: { JOBS_CACHE_SECONDS: '3600' } });
  const id = await watch.create({ frequency: 'hourly' });
  watch.internet.on(NHS, () => {
    // The site answers slowly.
    watch.clock.advance(2_000);
    return feed((watch.listed.titles ?? []).map((title) => ({ title })));
  });
  await nextRun(watch, id);
  t.equal(await watch.spent(), 2);
  watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
  await nextRun(watch, id);
  t.match((await watch.delivered(id))[0], { kind: 'new', jobs: [{ title: 'Nurse three' }] });
  for (let run = 2; run < 24; run += 1) await nextRun(watch, id);
  t.equal(watch.internet.requests.length, 24, 'asks the site each hour');
  t.equal(await watch.spent(), 48, 'and its own last answer is not charged again');
});

t.test('no radius and a radius of ten kilometres are different questions', async (t) => {
  const watch = await openWatch(t);
  const args = { query: 'nurse', location: 'Leeds', ...NHS_ONLY };
  watch.internet.on(NHS, () =>
    feed(
      Array.from({ length: 15 }, (_, index) => ({
        title: `Nurse ${letters(index)}`,
        location: index === 0 ? 'Leeds, LS1 1AA' : 'West Yorkshire',
      })),
    ),
  );
  const id = await watch.create({ arguments: args });
  await watch.turn(DAY_MS);
  const before = (await watch.delivered(id))[0]?.total;
  await change(watch, id, { arguments: { ...args, radius_km: 10 } });
  await watch.turn(DAY_MS);
  const after = (await watch.status(id)).lastResult?.total;
  t.not(after, before, 'the answers differ');
  t.match((await watch.delivered(id))[0], { kind: 'first', jobs: { length: 10 } }, 'so it begins anew');
});

t.test('with sort: date, a delivery says if adverts were found but not read', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  const titles = ['Ward nurse', 'Theatre nurse'];
  // Their dates, from 10 to 18 November, are earlier than those of all adverts on Reed.
  watch.internet.on(NHS, () => feed(titles.map((title) => ({ title }))));
  watch.internet.on(REED, ({ url }) => {
    const skip = Number(new URL(url).searchParams.get('resultsToSkip') ?? 0);
    const adverts = Array.from({ length: 100 }, (_, index) => ({
      title: `Nurse ${letters(skip + index)}`,
      company: `Firm ${letters(skip + index)}`,
      date: '19/11/2026',
    }));
    const { body = '', ...rest } = reedAnswer(adverts, 500);
    const { results, ...more } = JSON.parse(body) as { results: { jobId: number; jobUrl: string }[] };
    const own = results.map((advert) => ({
      ...advert,
      jobId: advert.jobId + skip,
      jobUrl: advert.jobUrl.replace(/\d+$/, String(advert.jobId + skip)),
    }));
    return { ...rest, body: JSON.stringify({ ...more, results: own }) };
  });
  const args = { query: 'nurse', platforms: ['reed', 'nhs_jobs'], sort: 'date' };
  const id = await watch.create({ mail: true, arguments: args });
  await watch.turn(DAY_MS);
  titles.push('Stroke nurse');
  await watch.turn(DAY_MS);
  const { lastResult } = await watch.status(id);
  t.match(lastResult, { total: 500, platforms: [{ status: 'ok' }, { status: 'ok' }] });
  const isDelivered = (await watch.delivered(id)).some(({ jobs }) =>
    jobs.some(({ title }) => title === 'Stroke nurse'),
  );
  t.ok(isDelivered || (lastResult?.notRead ?? 0) > 0, JSON.stringify(lastResult?.platforms));
});

t.test('each failed run is repeated after an hour, also one that was asked for', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create({ frequency: 'weekly' });
  watch.listed.titles = undefined;
  await nextRun(watch, id);
  t.equal((await watch.status(id)).search.nextRunAt - watch.clock.now(), HOUR_MS);
  for (let press = 0; press < 3; press += 1) {
    watch.clock.advance(MINUTE_MS);
    await watch.service.savedSearches.searches.runNow(watch.accountId, id);
    await watch.turn();
  }
  const pauseMs = (await watch.status(id)).search.nextRunAt - watch.clock.now();
  t.equal(pauseMs / HOUR_MS, 1, 'hours until it is tried again');
});

t.test('a failed run is repeated with fresh pages, however long the cache would keep the old ones', async (t) => {
  const actions: Record<string, (watch: Watch, id: string) => Promise<unknown>> = {
    nothing: async () => undefined,
    'paused and resumed': async (watch, id) => {
      const { searches } = watch.service.savedSearches;
      await searches.pause(watch.accountId, id);
      await searches.resume(watch.accountId, id);
    },
    'asked for too': async (watch, id) => watch.service.savedSearches.searches.runNow(watch.accountId, id),
  };
  for (const [name, meanwhile] of Object.entries(actions)) {
    const watch = await openWatch(t, { env: { JOBS_CACHE_SECONDS: '172800' } });
    const id = await watch.create();
    await nextRun(watch, id);
    watch.clock.advance(2_000);
    watch.listed.titles = undefined;
    await nextRun(watch, id);
    await meanwhile(watch, id);
    await nextRun(watch, id);
    t.match(await watch.status(id), { lastResult: { outcome: 'failed' }, spent: 2 }, `${name}: the site is away`);
    watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
    await nextRun(watch, id);
    t.match((await watch.delivered(id))[0], { kind: 'new', jobs: [{ title: 'Nurse three' }] }, name);
    t.equal(await watch.spent(), 4, name);
  }
});

t.test('a run that was asked for uses cached pages, but not if it also serves as a planned run', async (t) => {
  const watch = await openWatch(t, { env: { JOBS_CACHE_SECONDS: '172800' } });
  const { searches } = watch.service.savedSearches;
  const id = await watch.create();
  await nextRun(watch, id);
  watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
  watch.clock.advance(MINUTE_MS);
  await searches.runNow(watch.accountId, id);
  await watch.turn();
  t.match((await watch.status(id)).lastResult, { cost: 0.5, fresh: 0 });
  const { nextRunAt } = (await watch.status(id)).search;
  watch.clock.advance(nextRunAt - watch.clock.now() - 1_000);
  await searches.runNow(watch.accountId, id);
  await watch.turn(2_000);
  t.match((await watch.status(id)).lastResult, { cost: 2, fresh: 1 });
});
