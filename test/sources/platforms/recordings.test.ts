import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Job } from '../../../schemas/index.ts';
import { readSavedPage } from '../../../src/cli/parse.ts';
import { runCommandLine } from '../../../src/cli/run.ts';
import { inlineParser } from '../../../src/jobs/parser.ts';
import { findPlatform } from '../../../src/sources/platforms/index.ts';
import { sharedFile } from '../../support/shared.ts';

interface Recording {
  source: string;
  file: string;
  now: string;
  /** Jobs on the page, and how many of them state pay, a work mode, a date, a description. */
  counts: [jobs: number, salary: number, mode: number, date: number, description: number];
  /** Fields of some jobs by their place in the list, compared by eye with the page. */
  jobs: Record<number, Partial<Job>>;
}

const RECORDINGS: Recording[] = [
  {
    source: 'totaljobs',
    file: 'totaljobs/search-2025-04.html',
    now: '2025-04-20',
    counts: [25, 16, 0, 25, 25],
    jobs: {
      0: { salary_min: 23985, salary_period: 'hour', posted_date: '2025-04-19' },
      5: { salary_min: null, salary_max: 24180 },
      7: { salary_min: 45000, salary_max: 50000, location: 'London' },
      8: { salary_unlisted: true, salary_text: 'Competitive' },
      20: { salary_min: null, salary_max: 80000 },
    },
  },
  {
    source: 'reed',
    file: 'reed/api-search-2026-10.json',
    now: '2026-10-10',
    counts: [5, 2, 2, 5, 5],
    jobs: {
      3: { location: 'SE6 4RU', salary_min: 30000, salary_max: 45000, posted_date: '2026-09-28' },
      4: { salary_unlisted: true },
    },
  },
  {
    source: 'reed',
    file: 'reed/api-job-2026-10.json',
    now: '2026-10-10',
    counts: [1, 0, 0, 1, 1],
    jobs: { 0: { posted_date: '2026-09-18' } },
  },
  {
    source: 'adzuna_gb',
    file: 'adzuna/gb-search-2026-10.json',
    now: '2026-10-10',
    counts: [5, 1, 0, 5, 5],
    jobs: { 0: { salary_unlisted: true, salary_min: null }, 4: { salary_min: 156000, salary_max: 208000 } },
  },
  {
    source: 'adzuna_fr',
    file: 'adzuna/fr-search-reconstructed-2026-09.json',
    now: '2026-10-10',
    counts: [2, 1, 0, 2, 2],
    jobs: { 0: { salary_min: 42000, salary_max: 48000 }, 1: { salary_unlisted: true } },
  },
  {
    source: 'nhs_jobs',
    file: 'nhs_jobs/search-2024.xml',
    now: '2024-12-10',
    counts: [2, 2, 0, 2, 2],
    jobs: {
      0: { salary_min: 37579, salary_max: 39710, url: 'https://www.jobs.nhs.uk/candidate/jobadvert/C9309-24-0264' },
    },
  },
  { source: 'nhs_jobs', file: 'nhs_jobs/search-empty-2024.xml', now: '2024-12-10', counts: [0, 0, 0, 0, 0], jobs: {} },
  {
    source: 'linkedin_gb',
    file: 'linkedin/guest-search-2025.html',
    now: '2026-03-15',
    counts: [10, 0, 0, 10, 0],
    jobs: { 0: { posted_date: '2025-11-07', url: 'https://www.linkedin.com/jobs/view/4338002768' } },
  },
  {
    source: 'apec',
    file: 'apec/search-2026-09.json',
    now: '2026-10-10',
    counts: [5, 3, 3, 5, 5],
    jobs: {
      1: { company: '', work_mode: 'hybrid' },
      2: { salary_min: 50000, salary_max: 80000 },
      3: { salary_min: 40000, salary_max: null, work_mode: 'unknown' },
    },
  },
  // The fourth hit is broken on purpose.
  {
    source: 'wttj',
    file: 'wttj/algolia-hits-2026-08.json',
    now: '2026-09-01',
    counts: [3, 1, 2, 3, 3],
    jobs: {
      0: { salary_min: 30000, salary_max: 35000, work_mode: 'hybrid', posted_date: '2026-08-28' },
      1: { work_mode: 'unknown', location: 'Berlin' },
    },
  },
  {
    source: 'wttj',
    file: 'wttj/v3-public-jobs-2026-09.json',
    now: '2026-10-01',
    counts: [2, 0, 2, 2, 0],
    jobs: { 0: { posted_date: '2026-08-08', location: 'Paris' }, 1: { salary_unlisted: true, salary_currency: 'USD' } },
  },
  {
    source: 'france_travail',
    file: 'france_travail/offers-2025-11.json',
    now: '2025-11-20',
    counts: [23, 20, -1, 23, 23],
    jobs: {
      1: { salary_min: 24000, salary_max: 30000 },
      4: { salary_min: 30000, salary_max: 32000 },
      6: { company: '', salary_min: 21622 },
      8: { salary_min: 22235, salary_max: 22235 },
      9: { salary_unlisted: true },
      12: { salary_min: 20400, salary_max: 20400 },
      13: { location: 'France', salary_min: 66000 },
    },
  },
  {
    source: 'hellowork',
    file: 'hellowork/search-2025-06.html',
    now: '2025-06-15',
    // Its last ten cards are merely near.
    counts: [20, 0, 0, 20, 0],
    jobs: {
      0: { company: 'Fédération Hospitalière de France', location: 'Villejuif - 94', posted_date: '2025-06-15' },
      1: { location: 'Villejuif - 94', posted_date: '2025-06-08' },
    },
  },
];

function read(source: string, path: string, now: string): Promise<Job[]> {
  const platform = findPlatform(source)!;
  const options = { url: `https://${platform.hosts[0]}/`, now: Date.parse(now) };
  return readSavedPage(inlineParser, platform, readFileSync(path), options) as Promise<Job[]>;
}

async function command(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await runCommandLine(['parse', ...words], {
    stdout: (text) => void (said.out += text),
    stderr: (text) => void (said.err += text),
    stdin: (async function* () {})(),
    interactive: false,
    env: {},
  });
  return { code, ...said };
}

for (const { source, file, now, counts, jobs } of RECORDINGS) {
  const path = sharedFile(`recordings/${file}`);
  t.test(`${source}: ${file}`, { skip: path === undefined && 'no recordings here' }, async (t) => {
    const found = await read(source, path as string, `${now}T10:00:00Z`);
    const share = (says: (job: Job) => boolean): number => found.filter(says).length;
    const shares = [
      found.length,
      share((job) => !job.salary_unlisted),
      counts[2] < 0 ? -1 : share((job) => job.work_mode !== 'unknown'),
      share((job) => job.posted_date !== ''),
      share((job) => job.description !== ''),
    ];
    t.strictSame(shares, counts, 'jobs, pay, work mode, date, description');
    for (const [index, fields] of Object.entries(jobs)) t.match(found[Number(index)], fields, `job ${index}`);
    t.equal(new Set(found.map(({ url }) => url)).size, found.length, 'each has a link of its own');
  });
}

t.test('SPEC §11: parse reads an advert by its JSON-LD, and says what is wrong with other pages', async (t) => {
  const folder = t.testdir({
    'advert.html':
      '<html><body><h1>Cook</h1><script type="application/ld+json">{"@type":"JobPosting","title":"Cook","hiringOrganization":"Inn","datePosted":"2026-11-18",}</script></body></html>',
    'other.html': '<html><body><p>Opening hours</p></body></html>',
    'wall.html': '<html><title>Just a moment...</title></html>',
  });
  const advert = `${folder}/advert.html`;
  const { out } = await command(
    'meteojob',
    advert,
    '--url',
    'https://www.meteojob.com/jobs/1',
    '--now',
    '2026-11-20T10:00:00Z',
  );
  t.match(JSON.parse(out), [
    {
      title: 'Cook',
      company: 'Inn',
      platform: 'meteojob',
      posted_date: '2026-11-18',
      url: 'https://www.meteojob.com/jobs/1',
      also_on: [],
    },
  ]);
  t.match(await command('monster', advert), { code: 2, err: /no source "monster"/ });
  t.match(await command('meteojob', advert, '--url', 'nowhere'), { code: 2, err: /--url/ });
  await t.rejects(read('meteojob', `${folder}/other.html`, '2026-11-20T10:00:00Z'), /Meteojob: the page holds no list/);
  await t.rejects(read('meteojob', `${folder}/wall.html`, '2026-11-20T10:00:00Z'), /captcha/);
});
