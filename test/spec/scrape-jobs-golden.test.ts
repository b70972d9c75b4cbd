import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import t from 'tap';
import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { contentOf, receiptOf } from '../support/answers.ts';
import { ORIGINAL_FIELDS } from '../support/original-fields.ts';
import { openTestApi } from '../support/test-caller.ts';

/** The platforms are named, so that added platforms change no answer. */
const SEARCHES = [
  {
    country: 'GB',
    platforms: ['reed', 'totaljobs', 'nhs_jobs', 'work_hub', 'jobs_ac_uk', 'cv_library', 'adzuna_gb'],
    queries: ['software engineer', 'nurse', 'analyst', 'chef', 'driver', 'manager', 'teacher'],
    places: [undefined, 'Leeds', 'London', 'Manchester'],
  },
  {
    country: 'FR',
    platforms: ['apec', 'wttj', 'meteojob', 'france_travail', 'adzuna_fr'],
    queries: ['développeur', 'infirmier', 'comptable', 'cuisinier', 'commercial', 'data'],
    places: [undefined, 'Lyon', 'Paris', 'Île-de-France'],
  },
];

/**
 * The answer to a search on one line: its jobs by number of the first platform that has them, and a hash of all their
 * fields.
 */
function lineOf(words: string, { jobs, source }: ScrapeJobsResult, cost: number): string {
  const fields = jobs.map((job) => ORIGINAL_FIELDS.map((field) => job[field]));
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
  const names = jobs.map(({ title, platform }) => `${title} (${platform})`).join(', ');
  return [words, source, cost, hash, names].join('\t');
}

t.test('SPEC §3: calls with only the original arguments get the same answers as before', async (t) => {
  const api = await openTestApi(t);
  const [, ...expected] = readFileSync(new URL('scrape-jobs-golden.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const lines: string[] = [];
  for (const { country, platforms, queries, places } of SEARCHES)
    for (const query of queries)
      for (const location of places)
        for (const floor of [undefined, '35000']) {
          const args = {
            query,
            country,
            platforms,
            ...(location ? { location } : {}),
            ...(floor ? { min_salary: floor } : {}),
          };
          const answer = await api.test('scrape_jobs', args);
          const words = [query, location, floor].filter(Boolean).join(', ');
          lines.push(lineOf(words, contentOf(answer) as ScrapeJobsResult, receiptOf(answer).cost as number));
        }
  t.equal(lines.length, expected.length);
  for (const [index, line] of lines.entries()) t.equal(line, expected[index]);
});
