import t from 'tap';
import { DAY_MS } from '../../src/lib/clock.ts';
import { feed, KEYED, NHS, REED, reedAnswer } from '../support/job-answers.ts';
import { openWatch, type Watch } from './watch.ts';

const BOTH = { query: 'nurse', platforms: ['nhs_jobs', 'reed'] };
const AWAY = { status: 503, body: 'away' };
const WORDS = ['Staff', 'Theatre', 'Ward', 'Mental', 'Child', 'Dental', 'Diabetes', 'Stroke'];
/** The same job as an advert of NHS Jobs, and with pay, so that it becomes the best advert. */
const onReed = (title: string, location = 'Leeds City Centre') => ({
  title,
  location,
  company: 'Northtown NHS Trust',
  min: 30_000,
  max: 35_000,
});
const onNhs = (title: string) => ({ title, salary: '' });

async function kindsOf(watch: Watch, id: string): Promise<string[]> {
  return (await watch.delivered(id)).map(({ kind }) => kind);
}

for (const [title, location] of [
  ['Nurse one', 'Leeds City Centre'],
  ['Nurse one', 'LS1 1AA'],
  ['Nurses one', 'Leeds'],
] as const)
  t.test(`a delivered job that appears on another platform is not new: ${title}, ${location}`, async (t) => {
    const watch = await openWatch(t, { env: KEYED });
    let reed = reedAnswer([]);
    watch.internet.on(REED, () => reed);
    watch.internet.on(NHS, () => feed([onNhs('Nurse one')]));
    const id = await watch.create({ arguments: BOTH });
    await watch.turn(2 * DAY_MS);
    reed = reedAnswer([onReed(title, location)]);
    await watch.turn(DAY_MS);
    t.same(await kindsOf(watch, id), ['first']);
    const { lastResult } = await watch.status(id);
    t.match(lastResult, { total: 1, fresh: 0 }, 'both adverts are one job');
  });

t.test('a job is not new when the platform of its best advert is away or returns', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  const reed = { isUp: true };
  watch.internet.on(REED, () => (reed.isUp ? reedAnswer(WORDS.map((word) => onReed(`${word} nurse`))) : AWAY));
  watch.internet.on(NHS, () => feed(WORDS.map((word) => onNhs(`${word} nurse`))));
  const id = await watch.create({ arguments: BOTH });
  await watch.turn(2 * DAY_MS);
  const [first] = await watch.delivered(id);
  t.match(first, { total: 8, jobs: { length: 8 } });
  t.strictSame(
    first?.jobs.map(({ platform, also_on: others }) => [platform, others.map((other) => Object.keys(other))]),
    WORDS.map(() => ['reed', [['platform', 'url', 'company', 'location']]]),
    'a delivery has the documented fields only',
  );
  reed.isUp = false;
  await watch.turn(DAY_MS);
  reed.isUp = true;
  await watch.turn(DAY_MS);
  t.same(await kindsOf(watch, id), ['first']);
});

t.test('a platform that answers late does not repeat what others have delivered', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  let reed: ReturnType<typeof reedAnswer> = AWAY;
  watch.internet.on(REED, () => reed);
  watch.internet.on(NHS, () => feed(WORDS.map((word) => onNhs(`${word} nurse`))));
  const id = await watch.create({ arguments: BOTH });
  await watch.turn(2 * DAY_MS);
  reed = reedAnswer([...WORDS.map((word) => onReed(`${word} nurse`)), onReed('Cook', 'Hull')]);
  await watch.turn(DAY_MS);
  const [late] = await watch.delivered(id);
  t.match(late, { kind: 'new', total: 1, jobs: [{ title: 'Cook' }] });
  t.match(late?.platforms.at(-1), { platform: 'reed', first_answer: 1, left_out: { dedup_hashes: 8 } });
});

t.test('a new job that the late platform has too is delivered, however many jobs the late one has', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  let reed: ReturnType<typeof reedAnswer> = AWAY;
  const listed = ['Ward'];
  watch.internet.on(REED, () => reed);
  watch.internet.on(NHS, () => feed(listed.map((word) => onNhs(`${word} nurse`))));
  const id = await watch.create({ arguments: BOTH });
  await watch.turn(2 * DAY_MS);
  const stock = Array.from({ length: 40 }, (_, index) => ({ ...onReed(`Cook ${index}`), company: `C${index}` }));
  reed = reedAnswer([...stock, onReed('Stroke nurse')]);
  listed.push('Stroke');
  await watch.turn(DAY_MS);
  const [late] = await watch.delivered(id);
  t.match(late, { total: 41, jobs: { length: 11 } });
  t.ok(late?.jobs.some(({ title, platform }) => title === 'Stroke nurse' && platform === 'reed'));
  t.match(
    late?.platforms.find(({ platform }) => platform === 'reed'),
    { first_answer: 40 },
  );
});

t.test('answers to callers contain no hashes of merged adverts', async (t) => {
  const watch = await openWatch(t, { env: { ...KEYED, JOBS_CACHE_SECONDS: '600' } });
  watch.internet.on(REED, () => reedAnswer([onReed('Nurse one')]));
  watch.internet.on(NHS, () => feed([onNhs('Nurse one')]));
  const id = await watch.create({ arguments: BOTH });
  await watch.turn(2 * DAY_MS);
  await watch.service.savedSearches.searches.runNow(watch.accountId, id);
  await watch.turn(1_000);
  const answer = await watch.call('scrape_jobs', { ...BOTH, limit: 500, description_length: 300 });
  const [job] = answer.json.result.structuredContent.jobs;
  t.strictSame(Object.keys(job.also_on[0]), ['platform', 'url', 'company', 'location']);
});
