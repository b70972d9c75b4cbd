import t from 'tap';
import { nhsFeed, openApi } from '../support/api.ts';
import { BOTH, KEYED, NHS, REED, reedAnswer, resultOf } from '../support/job-answers.ts';

const ADVERTS = [
  {
    title: 'Senior Nurse',
    company: 'Hill Recruitment Ltd',
    min: 50_000,
    description: 'A permanent role. Fully remote.',
  },
  { title: 'Night Nurse', company: 'Bay Care', location: 'Bradford', description: 'Part time, 16 hours per week.' },
  { title: 'Nurse', company: 'Cove Clinic', date: '01/09/2026', description: 'On site only, no remote working.' },
];

t.test('SPEC §3: each filter is an argument, and the answer says what it did', async (t) => {
  const api = await openApi(t, { env: KEYED });
  // As the site knows them: the clinic's text does not state its contract and hours.
  const takes: Record<string, string[]> = {
    permanent: ['Senior Nurse', 'Nurse'],
    partTime: ['Night Nurse', 'Nurse'],
    postedByRecruitmentAgency: ['Senior Nurse'],
    postedByDirectEmployer: ['Night Nurse', 'Nurse'],
  };
  api.internet.on(NHS, { body: nhsFeed(3) }).on(REED, ({ url }) => {
    const asked = Object.entries(takes).filter(([name]) => new URL(url).searchParams.get(name) === 'true');
    return reedAnswer(ADVERTS.filter(({ title }) => asked.every(([, titles]) => titles.includes(title))));
  });
  const ask = async (more: object) => {
    const result = resultOf(await api.call('scrape_jobs', { query: 'nurse', platforms: BOTH, ...more }));
    const [reed] = result.platforms;
    return { titles: result.jobs.map(({ title }) => title).sort(), leftOut: reed?.left_out ?? {}, result };
  };
  const rows: [more: object, titles: string[], leftOut: object][] = [
    [
      { location: 'Leeds' },
      ['Nurse', 'Senior Nurse', 'Staff Nurse 0', 'Staff Nurse 1', 'Staff Nurse 2'],
      { location: 1 },
    ],
    [{ location: 'Leeds', radius_km: 20, exclude: ['staff'] }, ['Night Nurse', 'Nurse', 'Senior Nurse'], {}],
    [{ posted_within_days: 30, exclude: ['staff'] }, ['Night Nurse', 'Senior Nurse'], { posted_within_days: 1 }],
    [{ work_mode: ['remote'] }, ['Senior Nurse'], { work_mode: 2 }],
    [{ work_mode: ['remote', 'on-site'] }, ['Nurse', 'Senior Nurse'], { work_mode: 1 }],
    [{ contract: ['permanent'] }, ['Nurse', 'Senior Nurse', 'Staff Nurse 0', 'Staff Nurse 1', 'Staff Nurse 2'], {}],
    [{ contract: ['permanent', 'temporary'], exclude: ['staff'] }, ['Senior Nurse'], { contract: 2 }],
    [{ hours: ['part_time'] }, ['Night Nurse', 'Nurse'], {}],
    [{ agencies: true }, ['Senior Nurse'], {}],
    [{ agencies: false, exclude: ['STAFF', 'cove clinic'] }, ['Night Nurse'], { exclude: 1 }],
  ];
  for (const [more, titles, leftOut] of rows) {
    const found = await ask(more);
    t.strictSame(found.titles, titles, JSON.stringify(more));
    t.strictSame(found.leftOut, leftOut, `${JSON.stringify(more)}: what it took of Reed's`);
  }
  const paid = (await ask({ sort: 'salary', limit: 2 })).result;
  t.equal(paid.jobs[0]?.title, 'Senior Nurse', 'the best paid first');
  t.equal(paid.next_offset, 2);
  const next = (await ask({ sort: 'salary', limit: 500, offset: 2 })).result;
  t.notOk('next_offset' in next, 'the end');
  t.equal(new Set([...paid.jobs, ...next.jobs].map(({ url }) => url)).size, 6);
  t.equal(next.source, 'cache', 'the next page is made of what is there');
  const [first] = (await ask({ sort: 'salary', limit: 1, evidence: true })).result.jobs;
  t.strictSame(first?.evidence, {
    work_mode: 'Fully remote.',
    contract: 'A permanent role',
    posted_date: '10/11/2026',
  });
  t.match(first, { contract: 'permanent', hours: 'unknown', closing_date: '', agency: true });
});

t.test('SPEC §3: if a site ignores a filter, only adverts that state the value themselves are kept', async (t) => {
  const api = await openApi(t, { env: KEYED });
  api.internet.on(REED, reedAnswer(ADVERTS));
  const ask = async (more: object) =>
    resultOf(await api.call('scrape_jobs', { query: 'nurse', platforms: ['reed'], ...more }));
  const none = await ask({ contract: ['temporary'] });
  t.strictSame([none.jobs, none.platforms[0]?.left_out], [[], { contract: 3 }], 'one is permanent, two say nothing');
  const full = await ask({ hours: ['full_time'] });
  t.strictSame([full.jobs, full.platforms[0]?.left_out], [[], { hours: 3 }], 'one is part time');
});
