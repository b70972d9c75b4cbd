import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts';
import { KEYED, REED, reedAnswer } from '../support/job-answers.ts';
import { HOOK, openWatch } from './watch.ts';

const BOTH = { query: 'nurse', platforms: ['reed', 'nhs_jobs'] };
const stock = (count: number, name = 'Nurse R') =>
  Array.from({ length: count }, (_, index) => ({ title: `${name}${index}`, company: `C${index}` }));
const BLOCKED = { status: 403, body: 'blocked' };

t.test('a platform that fails for a day is reported once, and again after a new failure', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  let isUp = true;
  watch.internet.on(REED, () => (isUp ? reedAnswer(stock(3)) : BLOCKED));
  const id = await watch.create({ mail: true, webhookUrl: HOOK, arguments: BOTH });
  await watch.turn(2 * DAY_MS);
  t.equal(watch.mails.length, 1);
  isUp = false;
  await watch.turn(DAY_MS);
  t.equal(watch.mails.length, 1, 'a passing fault makes no noise');
  for (let day = 0; day < 20; day += 1) await watch.turn(DAY_MS);
  t.equal(watch.mails.length, 2);
  const [, said] = watch.mails;
  t.match(said?.subject, /please check$/);
  t.match(said?.text, /has not answered for a day[\s\S]*the search continues[\s\S]*Reed: /);
  t.match(watch.received.at(-1), { type: 'saved_search.paused', data: { reason: 'platform' } });
  t.match((await watch.delivered(id))[0], { kind: 'paused', pauseReason: 'platform', goesOn: true });
  t.equal((await watch.status(id)).search.state, 'active');
  isUp = true;
  await watch.turn(DAY_MS);
  isUp = false;
  await watch.turn(DAY_MS);
  await watch.turn(DAY_MS);
  t.equal(watch.mails.length, 3);
});

t.test('mails with jobs report it too, so there is no separate message, except in a feed', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  watch.internet.on(REED, () => BLOCKED);
  const mailed = await watch.create({ mail: true, arguments: BOTH });
  const feed = await watch.create({ arguments: { ...BOTH, query: 'nurse two' } });
  await watch.turn(2 * DAY_MS);
  watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
  await watch.turn(DAY_MS);
  await watch.turn(DAY_MS);
  t.same(
    (await watch.delivered(mailed)).map(({ kind }) => kind),
    ['new', 'first'],
  );
  t.match(watch.mails.at(-1)?.text, /Reed: /);
  t.same(
    (await watch.delivered(feed)).map(({ kind }) => kind),
    ['paused', 'new', 'first'],
  );
});

t.test('a platform that was missing on the first run delivers its ten best later', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  let answer = BLOCKED as ReturnType<typeof reedAnswer>;
  watch.internet.on(REED, () => answer);
  const id = await watch.create({ mail: true, webhookUrl: HOOK, arguments: BOTH });
  await watch.turn(2 * DAY_MS);
  answer = reedAnswer(stock(40));
  watch.listed.titles = ['Nurse one', 'Nurse two', 'Nurse three'];
  await watch.turn(DAY_MS);
  const [late] = await watch.delivered(id);
  t.match(late, { kind: 'new', total: 41 });
  t.equal(late?.jobs.filter(({ platform }) => platform === 'reed').length, 10);
  t.equal(late?.jobs.length, 11, 'and what is new elsewhere');
  t.match(late?.platforms[0], { platform: 'reed', first_answer: 40 });
  t.match(
    watch.mails.at(-1)?.text,
    /40 of them are from platforms that have answered for the first time \(Reed\)\. Here are the best 10\./,
  );
  await watch.turn(DAY_MS);
  t.equal((await watch.delivered(id)).length, 2, 'all of it is seen');
  answer = reedAnswer([...stock(40), ...stock(12, 'Cook R')]);
  await watch.turn(DAY_MS);
  t.match((await watch.delivered(id))[0], { total: 12, jobs: { length: 12 } }, 'then each job is new once');
  t.equal((await watch.delivered(id))[0]?.platforms[0]?.first_answer, undefined);
});

t.test('adverts that are not read are counted platform by platform', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  let answer = reedAnswer(stock(2), 2);
  watch.internet.on(REED, () => answer);
  const id = await watch.create({ arguments: { ...BOTH, sort: 'date' } });
  await watch.turn(2 * DAY_MS);
  t.equal((await watch.delivered(id))[0]?.notRead, undefined);
  // All that is read of one is new, and so may be more; the other has nothing but what was seen.
  answer = reedAnswer(stock(100, 'Cook R'), 900);
  await watch.turn(DAY_MS);
  const [later] = await watch.delivered(id);
  t.ok((later?.notRead ?? 0) > 0, String(later?.notRead));
  answer = reedAnswer(stock(100, 'Cook R'), 900);
  await watch.turn(DAY_MS);
  t.equal((await watch.status(id)).lastResult?.notRead, undefined, 'what was seen has nothing new after it');
});

t.test('the only platform of a search is reported after a day too, once, before the search is paused', async (t) => {
  for (const frequency of ['hourly', 'daily'] as const) {
    const watch = await openWatch(t);
    const id = await watch.create({ mail: true, frequency });
    await watch.turn(DAY_MS);
    watch.listed.titles = undefined;
    let failingFor = 0;
    const said: [reason: string | undefined, days: number][] = [];
    for (let hour = 0; hour < 5 * 24; hour += 1) {
      await watch.turn(HOUR_MS);
      const { search } = await watch.status(id);
      if (search.failingSince !== null) failingFor = watch.clock.now() - search.failingSince;
      const messages = (await watch.delivered(id)).filter(({ kind }) => kind === 'paused');
      if (messages.length > said.length) said.push([messages[0]?.pauseReason, Math.round(failingFor / DAY_MS)]);
    }
    t.strictSame(
      said,
      [
        ['platform', 1],
        ['failing', 3],
      ],
      frequency,
    );
    t.match(watch.mails[1], { subject: 'nurse: please check', text: /has not answered for a day[\s\S]*NHS Jobs: / });
    t.equal(watch.mails.length, 3);
  }
});

t.test('a platform reported while nothing answered is not reported again when another answers', async (t) => {
  const watch = await openWatch(t, { env: KEYED });
  watch.internet.on(REED, () => BLOCKED);
  watch.listed.titles = undefined;
  const id = await watch.create({ mail: true, arguments: BOTH });
  await watch.turn(DAY_MS);
  for (let hour = 0; hour < 26; hour += 1) await watch.turn(HOUR_MS);
  t.match(watch.mails, [{ text: /has not answered for a day[\s\S]*Reed: [\s\S]*NHS Jobs: / }]);
  watch.listed.titles = ['Nurse one'];
  for (let day = 0; day < 4; day += 1) await watch.turn(DAY_MS);
  t.strictSame(
    (await watch.delivered(id)).map(({ kind }) => kind),
    ['first', 'paused'],
  );
});

t.test('each planned run that fails is repeated after 1, 4 and 12 hours', async (t) => {
  const watch = await openWatch(t);
  const id = await watch.create();
  watch.listed.titles = undefined;
  const { nextRunAt: first } = (await watch.status(id)).search;
  const runs: number[] = [];
  watch.clock.advance(first - watch.clock.now());
  for (let hour = 0; hour < 72; hour += 1) {
    await watch.turn();
    const { lastRunAt } = (await watch.status(id)).search;
    if (lastRunAt === watch.clock.now()) runs.push((lastRunAt - first) / HOUR_MS);
    watch.clock.advance(HOUR_MS);
  }
  t.strictSame(
    runs,
    [0, 24, 48].flatMap((day) => [0, 1, 5, 17].map((hour) => day + hour)),
  );
});
