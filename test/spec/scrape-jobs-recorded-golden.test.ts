import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { contentOf, receiptOf } from '../support/answers.ts';
import { ORIGINAL_FIELDS } from '../support/original-fields.ts';
import { type Api, openApi } from '../support/api.ts';
import { playBritain, playFrance, noRecordings } from '../support/recorded-web.ts';
import { FRANCE_TRAVAIL_KEYS } from '../support/test-search.ts';
import { sharedFile } from '../support/shared.ts';
import { onlyLong } from '../support/volume.ts';

const ADZUNA = { ADZUNA_APP_ID: 'i', ADZUNA_APP_KEY: 'k' };
const REED = { REED_API_KEY: 'k3y' };

/** A recorded page or answer, which the platform gives to every request, unless `fails` begins its path. */
const RECORDINGS: readonly {
  file: string;
  platform: string;
  country?: 'FR';
  env?: Record<string, string>;
  fails?: string;
}[] = [
  { file: 'totaljobs/search-2025-04.html', platform: 'totaljobs' },
  { file: 'totaljobs/search-2026-07.html', platform: 'totaljobs' },
  { file: 'totaljobs/search-one-result-2025-11.html', platform: 'totaljobs' },
  { file: 'totaljobs/milkround-2026-07.html', platform: 'totaljobs' },
  { file: 'totaljobs/cwjobs-2026-07.html', platform: 'totaljobs' },
  { file: 'reed/api-search-2026-10.json', platform: 'reed', env: REED },
  { file: 'reed/api-job-2026-10.json', platform: 'reed', env: REED },
  { file: 'reed/api-rows-2026-08.json', platform: 'reed', env: REED },
  { file: 'adzuna/gb-search-2026-10.json', platform: 'adzuna_gb', env: ADZUNA },
  { file: 'nhs_jobs/search-2024.xml', platform: 'nhs_jobs' },
  { file: 'nhs_jobs/search-empty-2024.xml', platform: 'nhs_jobs' },
  { file: 'nhs_jobs/search-page-2026-09.html', platform: 'nhs_jobs', fails: '/api/' },
  { file: 'jobs_ac_uk/search-2026-09.html', platform: 'jobs_ac_uk' },
  { file: 'linkedin/guest-search-2025.html', platform: 'linkedin_gb' },
  { file: 'linkedin/search-2026-06.html', platform: 'linkedin_gb' },
  { file: 'linkedin/search-fr-2026-10.html', platform: 'linkedin_fr', country: 'FR' },
  { file: 'adzuna/fr-search-reconstructed-2026-09.json', platform: 'adzuna_fr', country: 'FR', env: ADZUNA },
  { file: 'apec/search-2026-09.json', platform: 'apec', country: 'FR' },
  { file: 'hellowork/search-2025-06.html', platform: 'hellowork', country: 'FR' },
  { file: 'hellowork/search-2025-06-b.html', platform: 'hellowork', country: 'FR' },
  { file: 'hellowork/search-2026-03.html', platform: 'hellowork', country: 'FR' },
  {
    file: 'hellowork/static-page-2026-09.html',
    platform: 'hellowork',
    country: 'FR',
    fails: '/fr-fr/emploi/recherche.html',
  },
  { file: 'wttj/algolia-hits-2026-08.json', platform: 'wttj', country: 'FR' },
  { file: 'wttj/algolia-hits-2026-10.json', platform: 'wttj', country: 'FR' },
  { file: 'wttj/v3-public-jobs-2026-09.json', platform: 'wttj', country: 'FR', fails: '/api/env' },
];

const WTTJ_KEYS =
  'window.env = {"PUBLIC_ALGOLIA_APPLICATION_ID":"ABCDEF","PUBLIC_ALGOLIA_API_KEY_CLIENT":"abcdef0123"};';

function play(api: Api, file: string, fails: string | undefined): void {
  const text = readFileSync(sharedFile(`recordings/${file}`) as string, 'utf8');
  const body = file === 'reed/api-rows-2026-08.json' ? `{"results":${text}}` : text;
  const type = file.endsWith('.json') ? 'application/json' : file.endsWith('.xml') ? 'application/xml' : 'text/html';
  api.internet.on('https://', ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === '/robots.txt' || (fails !== undefined && pathname.startsWith(fails))) return { status: 404 };
    if (pathname === '/api/env') return { body: WTTJ_KEYS };
    if (pathname.endsWith('/lieuautocomplete')) return { headers: { 'content-type': type }, body: '[]' };
    return { headers: { 'content-type': `${type}; charset=utf-8` }, body };
  });
}

const lines: string[] = [];

/** What a search answers, on a line: its source and price, and a hash of each job in order. */
async function search(api: Api, name: string, args: Record<string, unknown>): Promise<ScrapeJobsResult> {
  const words = [name, args['location'], args['min_salary']].filter(Boolean).join(', ');
  const answer = await api.call('scrape_jobs', args);
  if (answer.json?.error || answer.json?.result?.isError) {
    lines.push([words, 'error', answer.json?.error?.code ?? 'isError'].join('\t'));
    return { jobs: [] as unknown } as ScrapeJobsResult;
  }
  const result = contentOf(answer) as ScrapeJobsResult;
  const hashes = result.jobs.map((job) =>
    createHash('sha256')
      .update(JSON.stringify(ORIGINAL_FIELDS.map((field) => job[field])))
      .digest('hex')
      .slice(0, 12),
  );
  lines.push([words, result.source, receiptOf(answer).cost, ...hashes].join('\t'));
  return result;
}

/**
 * The golden file was written by release 9c8b4539, the last one that knew only the original arguments. 95 of its 125
 * lines are still that release's; before each other line, a comment says which mend of the reading changed it. The file
 * holds no words of the recordings. To write it anew: GOLDEN=/tmp/lines.tsv npm test -- this file.
 */
const NAME = 'SPEC §3: over all recordings, the original arguments alone answer as before there were others';
t.test(NAME, { skip: noRecordings || onlyLong }, async (t) => {
  const PLATFORMS = RECORDINGS.map(({ platform }) => platform);
  const env = { PLATFORMS: [...new Set([...PLATFORMS, 'france_travail'])].join(',') };
  for (const [name, country, platforms, places, keys, world] of [
    ['adverts of Britain', 'GB', ['reed', 'nhs_jobs'], [undefined, 'London', 'Manchester'], REED, playBritain],
    ['adverts of France', 'FR', ['france_travail'], [undefined, 'Paris', 'Lyon'], FRANCE_TRAVAIL_KEYS, playFrance],
  ] as const) {
    const api = await openApi(t, { env: { ...env, ...keys } });
    world(api, true);
    const args = { query: 'nurse', country, platforms };
    for (const location of places)
      for (const floor of [undefined, '35000'])
        await search(api, name, {
          ...args,
          ...(location ? { location } : {}),
          ...(floor ? { min_salary: floor } : {}),
        });
    // The rest of the list, by leaving out what was already given.
    const seen: string[] = [];
    for (let round = 1; round <= 8; round += 1) {
      const { jobs } = await search(api, `${name}, rest ${round}`, { ...args, dedup_hashes: seen });
      if (jobs.length === 0) break;
      seen.push(...jobs.map(({ dedup_hash: hash }) => hash));
    }
  }
  for (const { file, platform, country = 'GB', env: keys = {}, fails } of RECORDINGS) {
    const api = await openApi(t, { env: { ...env, ...keys } });
    play(api, file, fails);
    for (const location of [undefined, country === 'GB' ? 'London' : 'Paris'])
      for (const floor of [undefined, '35000'])
        await search(api, file, {
          query: 'analyst',
          country,
          platforms: [platform],
          ...(location ? { location } : {}),
          ...(floor ? { min_salary: floor } : {}),
        });
  }
  t.equal(lines.length, 125, 'searches');
  const write = process.env['GOLDEN'];
  if (write) return writeFileSync(write, `${lines.join('\n')}\n`);
  const golden = readFileSync(new URL('scrape-jobs-recorded-golden.tsv', import.meta.url), 'utf8');
  const expected = golden
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  t.equal(lines.length, expected.length);
  for (const [index, line] of lines.entries()) t.equal(line, expected[index]);
});
