import * as fc from 'fast-check';
import { seeded, volume } from '../support/volume.ts';
import t from 'tap';
import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { type Filters, noFilters } from '../../src/jobs/filters.ts';
import { withoutStoredOrder } from '../../src/jobs/list-order.ts';
import { mergeJobs, type PlatformYield } from '../../src/jobs/merge-jobs.ts';
import { renderAnswer, writeAnswer } from '../../src/jobs/render-answer.ts';
import { type NormalizedJob, normalizeListing } from '../../src/jobs/normalize-listing.ts';
import { isInPlace, resolvePlace } from '../../src/jobs/places/resolve-place.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import type { Listing, SearchPlace } from '../../src/sources/platforms/platform.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const OPEN = noFilters('GB');

const ADVERT =
  'You will own the weekly reporting of the whole sales team, build dashboards that branch managers trust, and find out why figures differ between regions. You bring sound SQL, some Python, and the patience to ask people what they really mean. We offer a pension, a quiet office by the canal, and a manager who has done this job before you.';
const OTHER =
  'Lead a group of four people who look after the data warehouse of a national retailer. Plan releases, talk with suppliers, keep the nightly loads inside their window and write down what was decided. Experience with columnar stores is needed, as is a calm way with outages at five in the morning; on call one week in six.';

const mergeList = (yields: readonly PlatformYield[], filters: Filters) => mergeJobs(yields, filters).jobs;
const renderText = (yields: readonly PlatformYield[], ...more: DropFirst<Parameters<typeof renderAnswer>>): string => {
  const list = mergeJobs(yields, OPEN);
  return writeAnswer(renderAnswer({ ...list, ...withoutStoredOrder(list, []), mayGoOn: false }, ...more));
};
type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** Adverts of an invented British platform. */
const countryOf = (platform: string) => findPlatform(platform)?.country ?? 'GB';

let serial = 0;
function job(platform: string, listing: Partial<Listing> = {}): NormalizedJob {
  serial += 1;
  const full = {
    title: 'Data Analyst',
    company: 'Acme Ltd',
    location: 'Leeds',
    url: `https://${findPlatform(platform)?.hosts[0] ?? `${platform}.example`}/${serial}`,
    ...listing,
  };
  return normalizeListing(full, platform, countryOf(platform), NOW) as NormalizedJob;
}

function merged(...jobs: NormalizedJob[]): string[][] {
  const codes = [...new Set(jobs.map(({ platform }) => platform))];
  return mergeList(
    codes.map((code) => ({ code, jobs: jobs.filter(({ platform }) => platform === code) })),
    { ...OPEN, country: countryOf(codes[0] ?? '') },
  ).map(({ best, others }) => [best, ...others].map(({ platform }) => platform));
}

t.test('SPEC §3: the same job on several platforms is returned once', async (t) => {
  t.strictSame(
    merged(job('a'), job('b', { title: 'DATA ANALYST (H/F)', company: 'ACME plc', location: 'Leeds, LS1 1AA' })),
    [['a', 'b']],
  );
  t.strictSame(
    merged(job('a'), job('b', { salaryText: '£40,000 per annum' })),
    [['b', 'a']],
    'the richest record leads',
  );
  t.strictSame(merged(job('a'), job('a')), [['a'], ['a']], 'never on one platform');
  t.strictSame(merged(job('a', { company: '' }), job('b', { company: '' })), [['a'], ['b']], 'never without a company');
  t.strictSame(merged(job('a', { company: 'Confidential' }), job('b', { company: 'confidential' })), [['a'], ['b']]);
  t.strictSame(merged(job('a'), job('b', { location: 'York' })), [['a'], ['b']]);
  t.strictSame(
    merged(job('a', { salaryText: '£25,000 per annum' }), job('b', { salaryText: '£60,000 per annum' })),
    [['b'], ['a']].reverse(),
    'pay that contradicts makes two jobs',
  );
  const same = 'https://a.example/same';
  t.equal(merged(job('a', { url: same }), job('a', { url: same })).length, 1, 'one link is one advert');
});

t.test('SPEC §3: of two adverts with the same name, the one with the same text is merged', async (t) => {
  const groups = merged(
    job('a', { description: OTHER }),
    job('a', { description: ADVERT }),
    job('b', { description: ADVERT }),
  );
  t.strictSame(groups.map((group) => group.length).sort(), [1, 2]);
  const [first, second] = mergeList(
    [
      { code: 'a', jobs: [job('a', { description: OTHER }), job('a', { description: ADVERT })] },
      { code: 'c', jobs: [] },
      {
        code: 'b',
        jobs: [job('b', { company: 'Other' }), job('b', { company: 'Third' }), job('b', { description: ADVERT })],
      },
    ],
    OPEN,
  ).filter(({ best }) => best.company === 'Acme Ltd');
  t.equal(first?.others.length, 0);
  t.equal(second?.others.length, 1);
});

t.test('near-duplicates in other words are merged', async (t) => {
  const agency = {
    company: 'Brightside Recruitment',
    title: 'Data Analyst - Leeds - £40k - Hybrid',
    description: `${ADVERT} Apply today.`,
  };
  t.strictSame(
    merged(job('a', { description: ADVERT }), job('b', agency)),
    [['b', 'a']],
    'an agency reposts, and says more',
  );
  t.strictSame(
    merged(job('a', { description: ADVERT }), job('b', { ...agency, description: OTHER })),
    [['a'], ['b']],
    'another text',
  );
  t.strictSame(
    merged(job('a', { description: ADVERT }), job('b', { ...agency, location: 'York' })),
    [['a'], ['b']],
    'another town',
  );
  t.strictSame(
    merged(job('a', { description: ADVERT }), job('b', { ...agency, company: '' })),
    [['a'], ['b']],
    'no company',
  );
  t.strictSame(
    merged(job('a', { description: ADVERT }), job('b', { ...agency, title: 'Lead Data Analyst' })),
    [['a'], ['b']],
    'another level',
  );
  t.strictSame(
    merged(
      job('a', { description: ADVERT, title: 'Nurse Ward 1' }),
      job('b', { description: ADVERT, title: 'Nurse Ward 2' }),
    ),
    [['a'], ['b']],
    'another ward',
  );
  t.strictSame(
    merged(job('a', { description: ADVERT.slice(0, 80) }), job('b', { ...agency, description: ADVERT.slice(0, 80) })),
    [['a'], ['b']],
    'too little text to be sure',
  );
  t.strictSame(
    merged(
      job('a', { description: ADVERT, salaryText: '£25,000 a year' }),
      job('b', { ...agency, salaryText: '£45,000 a year' }),
    ),
    [['a'], ['b']],
    'other pay',
  );
  t.strictSame(merged(job('a', { description: ADVERT }), job('a', agency)), [['a'], ['a']], 'one platform');
});

t.test('SPEC §3: adverts with different stated facts stay separate', async (t) => {
  const apart = (what: string, one: Partial<Listing>, other: Partial<Listing>, platforms = ['reed', 'totaljobs']) =>
    t.equal(merged(job(platforms[0] ?? '', one), job(platforms[1] ?? '', other)).length, 2, what);
  const teacher = { title: 'Teacher of Maths', location: 'Croydon', description: ADVERT };
  apart(
    'two schools of one trust with one text',
    { ...teacher, company: 'Oakfield Academy' },
    { ...teacher, company: 'St Mary High School' },
  );
  apart(
    'two care homes of a chain',
    { title: 'Care Assistant', company: 'Beech House Care Home', description: ADVERT },
    { title: 'Care Assistant', company: 'Willow Lodge Care Home', description: ADVERT },
  );
  const barista = { title: 'Barista', company: 'Pret', description: ADVERT };
  apart('postcode districts', { ...barista, location: 'London EC1A 1AA' }, { ...barista, location: 'London W1D 3QU' });
  apart(
    'arrondissements',
    { title: 'Vendeur', company: 'Fnac', location: 'Paris 11e' },
    { title: 'Vendeur', company: 'Fnac', location: 'Paris 15' },
    ['hellowork', 'apec'],
  );
  apart(
    'an internship and a permanent job',
    { title: 'Contrôleur de gestion (stage)', company: 'Total', location: 'Lyon', description: ADVERT },
    { title: 'Contrôleur de gestion', company: 'Total', location: 'Lyon', description: ADVERT, salaryText: '38-42 K€' },
    ['hellowork', 'apec'],
  );
  apart('an apprenticeship', { location: 'Lyon', termsText: 'Alternance' }, { location: 'Lyon', termsText: 'CDI' }, [
    'hellowork',
    'apec',
  ]);
  apart('bands', { salaryText: 'Band 5: £31,049 to £37,796' }, { salaryText: 'Band 6: £38,682 to £46,580' });
  apart('bands by the text', { description: `Band 5. ${ADVERT}` }, { description: `Band 6. ${ADVERT}` });
  apart('whole texts with little in common', { description: ADVERT }, { description: OTHER });
});

t.test('SPEC §3: differences in spelling, rounding or a wider place do not keep adverts separate', async (t) => {
  const one = (what: string, first: Partial<Listing>, second: Partial<Listing>, platforms = ['reed', 'totaljobs']) =>
    t.equal(merged(job(platforms[0] ?? '', first), job(platforms[1] ?? '', second)).length, 1, what);
  one('an hourly pay and the same a year', { salaryText: '£12.82 an hour' }, { salaryText: '£25,000 per annum' });
  for (const location of ['WC1B 5HA', 'Central London', 'Charing Cross, Central London'])
    one(location, { location: 'London' }, { location });
  one('EC1 and a district of it', { location: 'London EC1' }, { location: 'London EC1A 1AA' });
  one('Sr.', { title: 'Sr. Data Analyst' }, { title: 'Senior Data Analyst' });
  one('a plural', { title: 'Care Assistants' }, { title: 'Care Assistant' });
  one('a reference', { title: 'Data Analyst (Ref 12345)' }, { title: 'Data Analyst' });
  for (const title of ['Infirmier·ère', 'Infirmier(ère)', 'Infirmier/ère', 'Infirmier / Infirmière', 'Infirmier H/F'])
    one(title, { title, location: 'Lyon' }, { title: 'Infirmier', location: 'Lyon' }, ['hellowork', 'apec']);
  one('an extract and the whole text', { description: ADVERT }, { description: `${ADVERT.slice(0, 200)}…` });
  one(
    'two extracts prove nothing',
    { description: ADVERT.slice(0, 200), teaser: true },
    { description: OTHER.slice(0, 200), teaser: true },
  );
  one('a stage manager is no intern', { title: 'Stage Manager' }, { title: 'Stage manager', termsText: 'Permanent' });
  one('a key stage is none', { title: 'Teacher, Key Stage 2' }, { title: 'Teacher - Key Stage 2' });
});

t.test('also_on has the company and the place of the other advert', async (t) => {
  const list = [
    { code: 'reed', jobs: [job('reed', { location: 'Leeds', description: ADVERT })] },
    { code: 'totaljobs', jobs: [job('totaljobs', { location: 'Leeds, LS1 4AP', company: 'ACME PLC' })] },
  ];
  const row = { platform: 'reed', status: 'ok' as const, cached: false, ms: 1 };
  const options = { query: 'x', country: 'GB' as const, limit: undefined, descriptionLength: undefined };
  const [first] = (JSON.parse(renderText(list, [row], 'scrape', options)) as ScrapeJobsResult).jobs;
  t.match(first?.also_on, [{ platform: 'totaljobs', company: 'ACME PLC', location: 'Leeds, LS1 4AP' }]);
});

t.test('SPEC §3: each row says how many adverts were read and what each filter removed', async (t) => {
  const place = resolvePlace('Leeds', 'GB') as SearchPlace;
  const seen = job('reed', { title: 'Seen', salaryText: '£50,000' });
  const yields = [
    {
      code: 'reed',
      jobs: [
        job('reed', { salaryText: '£50,000' }),
        job('reed', { location: 'York', salaryText: '£50,000' }),
        job('reed', { location: 'York' }),
        job('reed', { title: 'Unlisted pay' }),
        job('reed', { location: 'Paris, France' }),
        seen,
      ],
    },
    { code: 'totaljobs', jobs: [job('totaljobs', { salaryText: '£50,000' }), job('totaljobs', { location: 'Hull' })] },
  ];
  const { jobs, traces } = mergeJobs(yields, {
    ...OPEN,
    minSalary: 30_000,
    places: [place],
    seen: new Set([seen.dedup_hash]),
  });
  t.equal(jobs.length, 1);
  t.strictSame(Object.fromEntries(traces), {
    reed: { read: 6, leftOut: { location: 2, min_salary: 1, abroad: 1, dedup_hashes: 1 } },
    totaljobs: { read: 2, leftOut: { location: 1 } },
  });
});

t.test('adverts of one platform that share a hash are reported', async (t) => {
  const yields = [{ code: 'reed', jobs: [job('reed'), job('reed'), job('reed', { title: 'Another' })] }];
  const row = { platform: 'reed', status: 'ok' as const, cached: false, ms: 1, reason: 'page 2: blocked' };
  const options = { query: 'x', country: 'GB' as const, limit: undefined, descriptionLength: undefined };
  const { platforms } = JSON.parse(renderText(yields, [row], 'scrape', options)) as ScrapeJobsResult;
  t.equal(
    platforms[0]?.reason,
    'page 2: blocked; 2 of its adverts share title, company and place with another of them, and so their dedup_hash',
  );
});

t.test('a contradiction to one advert of a job keeps an advert from the whole job', async (t) => {
  const rich = { salaryText: '£20,000 to £90,000 a year', workModeText: 'hybrid' };
  t.strictSame(
    merged(job('a', rich), job('b', { description: 'Part time.' }), job('c', { description: 'Full time.' })),
    [['a', 'b'], ['c']],
    'hours',
  );
  t.strictSame(
    merged(job('a', rich), job('b', { salaryText: '£20,000 a year' }), job('c', { salaryText: '£80,000 a year' })),
    [['a', 'b'], ['c']],
    'pay',
  );
  const near = (platform: string, title: string, terms: string, more: Partial<Listing> = {}) =>
    job(platform, { title, description: `${ADVERT} ${terms}`, ...more });
  t.strictSame(
    merged(
      near('a', 'Data Analyst', '', rich),
      near('b', 'Data Analyst Leeds', 'Permanent.'),
      near('c', 'Urgent: Data Analyst', 'Temporary.'),
    ),
    [['a', 'b'], ['c']],
    'in other words too',
  );
});

t.test('hours and contract come from the source’s field', async (t) => {
  const stated = (platform: string, termsText: string, more: Partial<Listing> = {}) =>
    job(platform, { termsText, ...more });
  t.equal(merged(stated('a', 'PART_TIME'), stated('b', 'full_time')).length, 2);
  t.equal(merged(stated('a', 'CDI'), stated('b', 'CDD')).length, 2);
  t.equal(merged(stated('a', 'Full time permanent'), stated('b', 'Permanent')).length, 1);
  t.equal(merged(stated('a', 'Full time Part time'), stated('b', 'Part time')).length, 1, 'both said is nothing said');
  t.equal(merged(stated('a', 'Full time'), job('b', { description: 'Part-time, three days.' })).length, 2);
  const partTime = { title: 'Data Analyst part time' };
  t.equal(merged(stated('a', 'Full time', partTime), job('b', partTime)).length, 1, 'the title counts first');
});

t.test('ranks are assigned after seen jobs are removed, and stay when more pages arrive', async (t) => {
  const firm = (platform: string, from: number, count: number): NormalizedJob[] =>
    Array.from({ length: count }, (_, index) => job(platform, { title: `Analyst ${platform}${from + index}` }));
  const [a1, a2, b1] = [firm('a', 0, 4), firm('a', 4, 3), firm('b', 0, 3)];
  const titles = (seen: readonly NormalizedJob[], ...lists: [string, NormalizedJob[]][]): string[] =>
    mergeList(
      lists.map(([code, jobs]) => ({ code, jobs })),
      { ...OPEN, seen: new Set(seen.map(({ dedup_hash: hash }) => hash)) },
    ).map(({ best }) => best.title.replace('Analyst ', ''));
  const [first, second] = a1 as [NormalizedJob, NormalizedJob];
  t.strictSame(titles([first, second], ['a', a1], ['b', b1]), ['a2', 'b0', 'a3', 'b1', 'b2']);
  const short = titles([], ['a', a1], ['b', b1]);
  const long = titles([], ['a', [...a1, ...a2]], ['b', b1]);
  t.strictSame(
    long.filter((title) => short.includes(title)),
    short,
    'those of the first pages keep their order',
  );
  t.strictSame(long.slice(0, 8), ['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

t.test('SPEC §3: jobs seen before are left out in any wording', async (t) => {
  const first = job('a', { description: ADVERT });
  const second = job('b', { company: 'Brightside Recruitment', description: ADVERT });
  t.not(first.dedup_hash, second.dedup_hash);
  for (const { dedup_hash: hash } of [first, second]) {
    t.equal(
      mergeList(
        [
          { code: 'a', jobs: [first] },
          { code: 'b', jobs: [second] },
        ],
        { ...OPEN, seen: new Set([hash]) },
      ).length,
      0,
    );
  }
});

t.test('SPEC §3: best match first, platforms take turns, newest first among equals', async (t) => {
  const posted = (platform: string, title: string, postedText: string): NormalizedJob =>
    job(platform, { title, company: title, postedText });
  const order = mergeList(
    [
      {
        code: 'a',
        jobs: [posted('a', 'a1', '2026-11-01'), posted('a', 'a2', '2026-11-20'), posted('a', 'a3', '2026-11-20')],
      },
      { code: 'b', jobs: [posted('b', 'b1', '2026-11-10')] },
      { code: 'c', jobs: [posted('c', 'c1', ''), posted('c', 'c2', '2026-11-19')] },
    ],
    OPEN,
  ).map(({ best }) => best.title);
  t.strictSame(order, ['b1', 'a1', 'c1', 'a2', 'c2', 'a3']);
  const thin = mergeList(
    [
      {
        code: 'a',
        jobs: [
          posted('a', 'x', '2026-11-01'),
          job('a', { salaryText: '£10,000 a year' }),
          job('a', { title: 'kept', salaryText: '£90,000 a year' }),
        ],
      },
      {
        code: 'b',
        jobs: [
          job('b', { title: 'b one', salaryText: '£80,000 a year' }),
          job('b', { title: 'b two', salaryText: '£80,000 a year' }),
        ],
      },
    ],
    { ...OPEN, minSalary: 50_000 },
  ).map(({ best }) => best.title);
  t.strictSame(thin, ['kept', 'b one', 'b two'], 'what a filter leaves out takes no turn');
});

const text = fc.oneof(
  fc.constantFrom(
    'Leeds',
    'London',
    'Hackney, London',
    'Remote',
    'Lisbon, Portugal',
    'Leeds, LS1 4AP',
    'UK',
    '',
    'West Yorkshire',
    'Data Analyst',
    'Acme Ltd',
    'Confidential',
    '£40,000 - £50,000',
    '£12 an hour',
    'up to £60k',
    'Competitive',
    '€50,000',
    '2026-11-01',
    'Work from home',
    '<b>x</b>',
    '__proto__',
  ),
  fc.string({ maxLength: 60, unit: 'binary' }),
);
const listing: fc.Arbitrary<Listing> = fc.record({
  title: text,
  company: text,
  location: text,
  url: fc.oneof(
    fc.webUrl(),
    fc.constantFrom('https://a.example/1', 'https://a.example/2', 'javascript:alert(1)', 'https://a.example/%22'),
  ),
  description: fc.oneof(text, fc.constantFrom(ADVERT, OTHER, '"\\\n\u0000'.repeat(500))),
  salaryText: text,
  postedText: text,
});
const yields: fc.Arbitrary<PlatformYield[]> = fc
  .array(fc.array(listing, { maxLength: 25 }), { minLength: 1, maxLength: 4 })
  .map((platforms) =>
    platforms.map((listings, index) => ({
      code: `p${index}`,
      jobs: listings.map((one) => normalizeListing(one, `p${index}`, 'GB', NOW)).filter((one) => one !== undefined),
    })),
  );

t.test('property: no returned job breaks a filter, and none is lost or duplicated', async (t) => {
  fc.assert(
    fc.property(
      yields,
      fc.option(fc.integer({ min: 1, max: 90_000 })),
      fc.constantFrom('', 'Leeds', 'London', 'Yorkshire'),
      (all, minSalary, where) => {
        const place: SearchPlace | null = where === '' ? null : resolvePlace(where, 'GB');
        const seen = new Set(all.flatMap(({ jobs }) => jobs.slice(0, 1)).map(({ dedup_hash: hash }) => hash));
        const result = mergeList(all, {
          ...OPEN,
          minSalary,
          places: place ? [place] : [],
          seen,
        });
        const links = new Set<string>();
        for (const { best, others } of result) {
          if (seen.has(best.dedup_hash)) return false;
          if (minSalary !== null && (best.salary_unlisted || (best.salary_max ?? best.salary_min ?? 0) < minSalary))
            return false;
          if (place && best.work_mode !== 'remote' && !isInPlace(best.location, place)) return false;
          const codes = [best, ...others].map(({ platform }) => platform);
          if (new Set(codes).size !== codes.length) return false;
          if (others.length > 0 && best.company === '') return false;
          for (const { platform, url } of [best, ...others]) {
            if (links.has(`${platform} ${url}`)) return false;
            links.add(`${platform} ${url}`);
          }
        }
        return true;
      },
    ),
    { numRuns: volume(15, 500), ...seeded },
  );
  t.pass();
});

t.test('SPEC §3: the default answer stays under 50,000 characters whatever the platforms return', async (t) => {
  const row = { platform: 'p0', status: 'ok' as const, cached: false, ms: 1 };
  const options = { query: 'q', country: 'GB' as const, limit: undefined, descriptionLength: undefined };
  fc.assert(
    fc.property(yields, fc.integer({ min: 0, max: 1_500 }), (all, long) => {
      const wide = all.map(({ code, jobs }) => ({
        code,
        jobs: Array.from({ length: 60 }, (_, index) =>
          jobs.map((one) => ({ ...one, url: `${one.url}#${index}${'x'.repeat(long)}` })),
        ).flat(),
      }));
      const json = renderText(wide, [row], 'scrape', options);
      const result = JSON.parse(json) as ScrapeJobsResult;
      return (
        json.length < 50_000 &&
        result.total_jobs === result.jobs.length &&
        result.total_jobs <= 50 &&
        result.total_jobs <= result.total_found
      );
    }),
    { numRuns: volume(3, 100), ...seeded },
  );
  const many = (description: string): PlatformYield[] => [
    {
      code: 'p0',
      jobs: Array.from({ length: 120 }, (_, index) =>
        job('p0', { title: `Job ${index}`, company: `Firm ${index}`, description }),
      ),
    },
  ];
  const answer = (description: string, more: object): ScrapeJobsResult & { size: number } => {
    const json = renderText(many(description), [row], 'scrape', { ...options, ...more });
    return { ...(JSON.parse(json) as ScrapeJobsResult), size: json.length };
  };
  const quoted = answer('"'.repeat(400), {});
  t.equal(quoted.total_jobs, 50, 'descriptions give way before jobs do');
  t.equal(new Set(quoted.jobs.map(({ description }) => description.length)).size, 1, 'evenly');
  t.equal(answer('word '.repeat(200), { limit: 100 }).total_jobs, 100, 'a limit widens it');
  t.ok(answer('word '.repeat(200), { limit: 100 }).jobs[0]?.description.length === 300);
  const whole = answer('word '.repeat(800), { descriptionLength: 4_000 });
  t.equal(whole.jobs[0]?.description.length, 3_999, 'a description_length is kept to');
  t.ok(whole.size > 150_000);
});
