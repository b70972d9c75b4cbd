import t from 'tap';
import { asPhrase } from '../../src/jobs/filters.ts';
import { isInPlace, resolvePlace } from '../../src/jobs/places/resolve-place.ts';
import { nhsFeed, openApi } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';
import { KEYED, NHS, REED, reedAnswer, resultOf } from '../support/job-answers.ts';

/** Pages of a hundred Reed adverts from a list. */
const reedPages =
  (count: number, advertAt: (index: number) => Parameters<typeof reedAnswer>[0][number]) =>
  ({ url }: { url: string }) => {
    const from = Number(new URL(url).searchParams.get('resultsToSkip') ?? 0);
    const adverts = Array.from({ length: Math.min(100, count - from) }, (_, index) => advertAt(from + index));
    const answer = reedAnswer(adverts, count);
    return {
      ...answer,
      body: String(answer.body).replace(/"jobId":(\d+)/g, (_, id) => `"jobId":${Number(id) + from}`),
    };
  };

const NURSE = { query: 'nurse', platforms: ['reed'] };

t.test('a long advert that begins as temporary is read quickly enough for a search', async (t) => {
  const api = await openApi(t, { env: KEYED });
  const description = `This is a temporary role. ${'We care for people in the city and in the country. '.repeat(130)}`;
  api.internet.on(REED, reedAnswer([{ title: 'Nurse', description }, { title: 'Cook' }]));
  const { jobs } = resultOf(await api.call('scrape_jobs', NURSE));
  t.strictSame(
    jobs.map(({ contract }) => contract),
    ['temporary', 'unknown'],
  );
});

t.test('a platform’s filter sets no value that the advert’s words contradict', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(
    REED,
    reedAnswer([
      { title: 'Nurse, perm or temp' },
      { title: 'Night Nurse', description: 'Not a permanent role.' },
      { title: 'Ward Nurse', description: 'You look after people.' },
    ]),
  );
  const { jobs, platforms } = resultOf(await api.call('scrape_jobs', { ...NURSE, contract: ['permanent'] }));
  t.strictSame(
    jobs.map(({ title }) => title),
    ['Ward Nurse'],
  );
  t.match(platforms, [
    { left_out: { contract: 2 }, reason: /contract of 1 advert is known from its own filter alone/ },
  ]);
  const plain = resultOf(await api.call('scrape_jobs', NURSE)).platforms;
  t.notMatch(plain[0]?.reason ?? '', /filter/, 'nothing of it where nothing is asked');
});

t.test('a filter that one page shows to be ignored counts as ignored on all pages', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(
    REED,
    reedPages(200, (index) => ({
      title: `Nurse ${index}`,
      ...(index === 3 ? { description: '12 months FTC. Part time.' } : {}),
    })),
  );
  const asked = async (more: object) => resultOf(await api.call('scrape_jobs', { ...NURSE, limit: 150, ...more })).jobs;
  t.strictSame(await asked({ contract: ['permanent'] }), []);
  t.strictSame(await asked({ hours: ['full_time'] }), []);
});

t.test('a value given twice is applied once', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, reedAnswer([{ title: 'Nurse', description: 'You look after people.' }]));
  for (const contract of [['permanent', 'permanent'], ['permanent']])
    t.equal(resultOf(await api.call('scrape_jobs', { ...NURSE, contract })).jobs.length, 1, `${contract.length}`);
});

t.test('a failed further page ends the list for that call and is reported; the same call reads it later', async (t) => {
  const api = await openApi(t, { env: KEYED });
  let isDown = false;
  const pages = reedPages(200, (index) => ({ title: `Nurse ${index}` }));
  api.internet.on(REED, (request) =>
    isDown && request.url.includes('resultsToSkip') ? { status: 500 } : pages(request),
  );
  const next = { ...NURSE, limit: 100, offset: 100 };
  t.equal(resultOf(await api.call('scrape_jobs', { ...NURSE, limit: 100 })).next_offset, 100);
  isDown = true;
  const failed = resultOf(await api.call('scrape_jobs', next));
  t.match(failed, { jobs: [], platforms: [{ reason: /page 2: .*HTTP 500/ }] });
  t.equal(failed.next_offset, undefined, 'nothing that follows every next_offset asks for it without end');
  isDown = false;
  t.not(resultOf(await api.call('scrape_jobs', next)).jobs.length, 0, 'the site is well again');
});

t.test('each answer is in the requested order, whatever is added to the list later', async (t) => {
  const api = await openApi(t, { env: KEYED });
  let isSlow = true;
  api.internet
    .on(NHS, { body: nhsFeed(20, { salary: '£35,000 a year' }) })
    .on(REED, () =>
      isSlow
        ? { status: 500 }
        : reedAnswer(Array.from({ length: 20 }, (_, index) => ({ title: `Nurse ${index}`, min: 60_000, max: 60_000 }))),
    );
  const search = { query: 'nurse', platforms: ['reed', 'nhs_jobs'], sort: 'salary' };
  const paid = async (more: object) =>
    resultOf(await api.call('scrape_jobs', { ...search, ...more })).jobs.map(({ salary_max: pay }) => pay);
  t.strictSame(new Set(await paid({ limit: 10 })), new Set([35_000]));
  isSlow = false;
  t.strictSame(
    new Set(await paid({ limit: 10 })),
    new Set([60_000]),
    'the list begins anew with the platform that came',
  );
  const all = await paid({ limit: 500 });
  t.strictSame(
    all,
    all.toSorted((a, b) => Number(b) - Number(a)),
  );
});

t.test('another caller’s larger page does not make the next page repeat jobs', async (t) => {
  const api = await openApi(t, { env: KEYED });
  const day = (index: number): string => `${String(1 + (index % 18)).padStart(2, '0')}/11/2026`;
  api.internet.on(
    REED,
    reedPages(200, (index) => ({ title: `Nurse ${index}`, date: day(index) })),
  );
  const page = async (more: object) =>
    resultOf(await api.call('scrape_jobs', { ...NURSE, sort: 'date', ...more })).jobs.map(({ url }) => url);
  const first = await page({ limit: 20 });
  t.equal((await page({ limit: 150 })).length, 150);
  const next = await page({ limit: 20, offset: 20 });
  t.strictSame(
    next.filter((url) => first.includes(url)),
    [],
  );
});

t.test('a radius around a postcode is measured from its district', async (t) => {
  const rows: [asked: string, radius: number, location: string, isIn: boolean][] = [
    ['SW1A 1AA', 2, 'Westminster, London', true],
    ['SW1A 1AA', 2, 'Romford', false],
    ['SW1A 1AA', 2, 'London UB8 1AA', false],
    ['SW1A 1AA', 2, 'London', true],
    ['BD1 1AA', 2, 'Ilkley', false],
    ['75015', 2, 'Paris 18e', false],
    ['75015', 10, 'Paris 18e', true],
    ['75015', 2, 'Paris 15e', true],
    ['Leeds', 20, 'Bradford', true],
  ];
  for (const [asked, radius, location, isIn] of rows) {
    const place = resolvePlace(asked, /^\d/.test(asked) ? 'FR' : 'GB');
    t.equal(place && isInPlace(location, place, radius), isIn, `${location}, ${radius} km around ${asked}`);
  }
});

t.test('days are calendar days, from midnight, also when clocks change', async (t) => {
  const rows: [now: string, days: number, posted: string, isKept: boolean][] = [
    ['2026-11-10T23:30:00Z', 20, '21/10/2026', true],
    ['2027-04-04T23:15:00Z', 8, '27/03/2027', false],
    ['2027-04-04T23:15:00Z', 8, '28/03/2027', true],
  ];
  for (const [now, days, date, isKept] of rows) {
    const api = await openApi(t, { env: KEYED, clock: new FakeClock(now) });
    api.internet.on(REED, reedAnswer([{ title: 'Nurse', date }]));
    const { jobs } = resultOf(await api.call('scrape_jobs', { ...NURSE, posted_within_days: days }));
    t.equal(jobs.length, isKept ? 1 : 0, `${date}, ${days} days before ${now}`);
  }
});

t.test('adverts with different contracts or hours stay separate', async (t) => {
  for (const [type, text] of [
    ['Permanent', 'This is a zero hours contract.'],
    ['Bank', 'This is a permanent role.'],
    ['Permanent', '6 month secondment role.'],
  ]) {
    const api = await openApi(t, { env: KEYED });
    const feed = nhsFeed(1).replace('<type>Permanent</type>', `<type>${type}</type>`);
    const advert = {
      title: 'Staff Nurse 0',
      company: 'Northtown NHS Trust',
      location: 'Leeds, LS1 1AA',
      description: text!,
    };
    api.internet.on(NHS, { body: feed }).on(REED, reedAnswer([advert]));
    const { jobs } = resultOf(await api.call('scrape_jobs', { query: 'nurse', platforms: ['reed', 'nhs_jobs'] }));
    t.equal(jobs.length, 2, `${type}; ${text}`);
  }
});

t.test('evidence is the source’s words, or absent', async (t) => {
  const api = await openApi(t, { env: KEYED });
  const adverts = [
    { title: 'New! Remote  working!!! (fully   remote) Nurse' },
    { title: 'Cook', description: `Fully remote. ${'Soup. '.repeat(2_000)}` },
  ];
  api.internet.on(REED, reedAnswer(adverts));
  const { jobs } = resultOf(await api.call('scrape_jobs', { ...NURSE, evidence: true }));
  for (const { evidence } of jobs)
    for (const text of Object.values(evidence ?? {}))
      t.ok(
        [...adverts.flatMap((advert) => Object.values(advert)), '10/11/2026'].some((sent) =>
          sent.replace(/\s+/g, ' ').includes(text),
        ),
        text,
      );
  t.match(jobs.find(({ title }) => title === 'Cook')?.evidence, { work_mode: 'Fully remote.' });
});

t.test('excluded words are found beside punctuation, and names made of punctuation are not', async (t) => {
  const holds = (text: string, word: string): boolean => ` ${asPhrase(text)} `.includes(` ${asPhrase(word)} `);
  for (const text of ['Senior+ Nurse', 'Nurse #Senior', 'Nurse (Senior#2)', 'Nurse+Senior'])
    t.ok(holds(text, 'senior'), text);
  for (const text of ['Teacher++ TLR2', 'Teacher ++ TLR2', 'Teacher+ #TLR2', 'Teacher, TLR2', 'TEACHER###TLR2'])
    t.ok(holds(text, 'teacher tlr2'), text);
  t.ok(holds('Teacher TLR2', 'teacher++ tlr2'));
  t.notOk(holds('Teacher++ TLR2b', 'teacher tlr2'));
  t.ok(holds('Senior++ C++ Developer', 'senior c++ developer'));
  t.notOk(holds('C++ Developer', 'C'));
  t.notOk(holds('C# Developer', 'C'));
  t.ok(holds('Developer (C#, F#)', 'c#'));
});

t.test('a next_offset is never one that would be refused', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet
    .on(NHS, ({ url }) => ({
      body: nhsFeed(100, { from: (Number(new URL(url).searchParams.get('page')) - 1) * 100, pages: 9 }),
    }))
    .on(
      REED,
      reedPages(900, (index) => ({ title: `Cook ${index}` })),
    );
  for (let offset: number | undefined = 0, calls = 0; offset !== undefined && calls < 6; calls += 1) {
    const answer = await api.call('scrape_jobs', {
      query: 'x',
      platforms: ['reed', 'nhs_jobs'],
      limit: 400,
      description_length: 0,
      offset,
    });
    offset = resultOf(answer).next_offset;
    t.ok((offset ?? 0) <= 1_000, `${offset}`);
  }
});

t.test('pay equal to min_salary passes, and one pound less does not', async (t) => {
  const api = await openApi(t);
  api.internet.on(NHS, { body: nhsFeed(1, { salary: '£30,000 to £35,000 a year' }) });
  const search = async (minSalary: number): Promise<number> => {
    const answer = await api.call('scrape_jobs', {
      query: 'nurse',
      platforms: ['nhs_jobs'],
      min_salary: `${minSalary}`,
    });
    return resultOf(answer).jobs.length;
  };
  t.equal(await search(35_000), 1);
  t.equal(await search(35_001), 0);
});
