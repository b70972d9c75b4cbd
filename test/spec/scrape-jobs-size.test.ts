import t from 'tap';
import type { FakeAnswer } from '../support/fake-internet.ts';
import { openApi } from '../support/api.ts';
import { REED, resultOf } from '../support/job-answers.ts';
import { some } from '../support/volume.ts';

const KEYS = { REED_API_KEY: 'k', ADZUNA_APP_ID: 'i', ADZUNA_APP_KEY: 'k', CV_LIBRARY_API_KEY: 'k' };
const BOUND = 50_000;

function json(body: unknown): FakeAnswer {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function html(body: string): FakeAnswer {
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

interface Advert {
  title: string;
  company: string;
  place: string;
  description: string;
  pay: string;
  /** Part of an address. */
  tail: string;
}

/** The seven platforms of Great Britain, each with the same adverts in its own form. */
function answersOf(adverts: readonly Advert[]): readonly (readonly [address: string, answer: FakeAnswer])[] {
  const escape = (text: string): string => text.replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return [
    [
      REED,
      json({
        totalResults: adverts.length,
        results: adverts.map(({ title, company, place, description, pay, tail }, index) => ({
          jobId: index + 1,
          jobTitle: title,
          employerName: company,
          locationName: place,
          salary: pay,
          date: '10/11/2026',
          jobDescription: description,
          jobUrl: `https://www.reed.co.uk/jobs/${tail}/${index}`,
        })),
      }),
    ],
    [
      'https://api.adzuna.com/',
      json({
        count: adverts.length,
        results: adverts.map(({ title, company, place, description, tail }, index) => ({
          id: `a${index}`,
          title,
          company: { display_name: company },
          location: { display_name: place },
          description,
          created: '2026-11-10T08:00:00Z',
          redirect_url: `https://www.adzuna.co.uk/jobs/details/${index}?${tail}`,
        })),
      }),
    ],
    [
      'https://www.cv-library.co.uk/search-jobs-json',
      json({
        total_entries: adverts.length,
        jobs: adverts.map(({ title, company, place, description, pay, tail }, index) => ({
          id: index + 1,
          title,
          agency: { title: company },
          location: place,
          salary: pay,
          description,
          posted: '2026-11-10T09:30',
          url: `/job/${index}/${tail}`,
        })),
      }),
    ],
    [
      'https://www.totaljobs.com/',
      html(
        `<script>window.__PRELOADED_STATE__["app-unifiedResultlist"] = ${JSON.stringify({
          searchResults: {
            items: adverts.map(({ title, company, place, description, pay, tail }, index) => ({
              id: index + 1,
              title,
              companyName: company,
              location: place,
              salary: pay,
              textSnippet: description,
              datePosted: '2026-11-10T09:00:00Z',
              url: `/job/${tail}-job${index}`,
            })),
            pagination: { page: 1, pageCount: 1 },
          },
        }).replaceAll('<', String.raw`\u003c`)};</script>`,
      ),
    ],
    [
      'https://www.jobs.nhs.uk/',
      {
        body: `<nhsJobs>${adverts
          .map(
            ({ title, company, place, description, pay }, index) =>
              `<vacancyDetails><reference>R${index}</reference><title>${escape(title)}</title><description>${escape(description)}</description><employer>${escape(company)}</employer><salary>${escape(pay)}</salary><postDate>2026-11-10T09:00:00</postDate><locations><location>${escape(place)}</location></locations></vacancyDetails>`,
          )
          .join('')}<totalPages>1</totalPages></nhsJobs>`,
      },
    ],
    [
      'https://www.jobs.service.gov.uk/',
      html(
        `<h1>${adverts.length} jobs found</h1>${adverts
          .map(
            ({ title, company, place, description }, index) =>
              `<div data-testid="searchResultCard-${index}"><h3><a data-testid="jobTitle-${index}" href="/jobs/${(index + 1).toString(16).padStart(24, '0')}/view">${escape(title)}</a></h3><p data-testid="searchResultCardEmployer"><span>${escape(company)}</span><span> - ${escape(place)}</span></p><p data-testid="searchResultCardJobDescription">${escape(description)}</p><p>Added on 10 November 2026</p></div>`,
          )
          .join('')}`,
      ),
    ],
    [
      'https://www.jobs.ac.uk/',
      html(
        adverts
          .map(
            ({ title, company, place, pay, tail }, index) =>
              `<div class="j-search-result__result" data-advert-id="A${index}"><a href="/job/AAA${index}/${tail}">${escape(title)}</a><div class="j-search-result__employer"><b>${escape(company)}</b></div><div>Location: ${escape(place)}</div><div>Salary: ${escape(pay)}</div></div>`,
          )
          .join(''),
      ),
    ],
  ];
}

const PLATFORMS = ['reed', 'totaljobs', 'nhs_jobs', 'work_hub', 'jobs_ac_uk', 'cv_library', 'adzuna_gb'];

t.test(
  'SPEC §3: the default answer stays under 50,000 characters for the largest answers of seven platforms',
  async (t) => {
    const worst = (marks: string, same: boolean): Advert[] =>
      Array.from({ length: 50 }, (_, index) => ({
        title: `${index} ${marks.repeat(300)}`,
        company: `Firm ${index}${same ? '' : ' & Sons'} ${marks.repeat(300)}`,
        place: `Leeds ${marks.repeat(300)}`,
        description: `${marks} `.repeat(500),
        pay: `£30,000 ${marks.repeat(300)}`,
        tail: 'x'.repeat(1_400),
      }));
    const rows = {
      'one letter': 'w',
      'marks that JSON escapes': '"\\',
      'letters of two units': '🧑‍🍳',
      'half a letter': '\ud83d',
      'letters of three bytes': '職',
    };
    const kinds = some(['marks that JSON escapes', 'half a letter'], Object.keys(rows) as (keyof typeof rows)[]);
    for (const [index, what] of kinds.entries()) {
      const marks = rows[what];
      const api = await openApi(t, { env: KEYS });
      for (const [address, answer] of answersOf(worst(marks, true))) api.internet.on(address, answer);
      const typed = `somewhere ${marks.repeat(200)}`.slice(0, 200);
      const places = [{}, { location: typed }];
      for (const more of some(places.slice(index % 2, (index % 2) + 1), places)) {
        const answer = await api.call('scrape_jobs', {
          query: marks.repeat(90).slice(0, 200),
          platforms: PLATFORMS,
          ...more,
        });
        const result = resultOf(answer);
        const { text } = answer.json.result.content[0] as { text: string };
        t.ok(text.length < BOUND, `${what}: ${text.length} characters`);
        t.ok(result.jobs.length >= 3, `${what}: ${result.jobs.length} jobs`);
        t.equal(result.total_jobs, result.jobs.length);
        t.ok(result.total_found >= 50, `${what}: ${result.total_found} found`);
        t.match(
          result.platforms.map(({ status }) => status),
          PLATFORMS.map(() => 'ok'),
        );
      }
    }
  },
);

t.test('SPEC §3: descriptions are shortened before jobs are left out', async (t) => {
  const api = await openApi(t, { env: KEYS });
  const adverts = Array.from({ length: 36 }, (_, index) => ({
    title: `Data analyst ${index}`,
    company: `Firm ${index}`,
    place: 'Leeds',
    description: `About the work of number ${index}: ${'figures and charts and '.repeat(200)}`,
    pay: '£30,000 to £35,000 a year',
    tail: 'data-analyst',
  }));
  for (const [address, answer] of answersOf(adverts)) api.internet.on(address, answer);
  const answer = await api.call('scrape_jobs', { query: 'analyst', platforms: PLATFORMS });
  const result = resultOf(answer);
  t.ok(answer.json.result.content[0].text.length < BOUND);
  t.equal(result.total_jobs, 36);
  t.ok(
    result.jobs.every(({ also_on }) => also_on.length === 6),
    'each stands on all seven',
  );
  t.ok(result.jobs.every(({ description }) => description.length > 0 && description.endsWith('…')));
  t.strictSame(
    result.platforms.map(({ jobs }) => jobs),
    PLATFORMS.map(() => 36),
  );
});

t.test('SPEC §3: sizes', async (t) => {
  const api = await openApi(t, { env: KEYS });
  const long = '"Quoted" words \\ and\nlines. '.repeat(200);
  api.internet.on(
    REED,
    json({
      totalResults: 100,
      results: Array.from({ length: 100 }, (_, index) => ({
        jobTitle: `Job ${index} ${'very '.repeat(30)}long`,
        employerName: 'Acme',
        locationName: 'Leeds',
        date: '10/11/2026',
        jobDescription: long,
        jobUrl: `https://www.reed.co.uk/jobs/job/${index}`,
      })),
    }),
  );
  const ask = (more: object) => api.call('scrape_jobs', { query: 'x', platforms: ['reed'], ...more });
  const plain = await ask({});
  t.ok(plain.json.result.content[0].text.length < 50_000);
  t.match(resultOf(plain), { total_found: 100 });
  t.equal(resultOf(plain).total_jobs, 50);
  t.ok(resultOf(await ask({ limit: 3, description_length: 0 })).jobs.every(({ description }) => description === ''));
  const [cut] = resultOf(await ask({ limit: 1, description_length: 50 })).jobs;
  t.ok(cut?.description.endsWith('…') && cut.description.length <= 50);
  const [whole] = resultOf(await ask({ limit: 1, description_length: 30_000 })).jobs;
  t.ok((whole?.description.length ?? 0) > 4_000 && !whole?.description.endsWith('…'));
});
