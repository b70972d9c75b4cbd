import t from 'tap';
import type { Job } from '../../schemas/index.ts';
import { openTestSearch } from '../support/test-search.ts';
import { NHS, REED } from '../support/job-answers.ts';
import { nhsFeed } from '../support/api.ts';

const CODES = ['nhs_jobs', 'reed'];
const urls = (jobs: readonly Job[]): string[] => jobs.map(({ url }) => url);

/** Forty jobs on the feed and thirty in the API, of which ten are on both. */
async function openWeb(reedCount = 30) {
  const opened = await openTestSearch({ REED_API_KEY: 'k3y' });
  const shared = (index: number): boolean => index < 10;
  const results = Array.from({ length: reedCount }, (_, index) => ({
    jobId: index + 1,
    jobTitle: shared(index) ? `Staff Nurse ${index}` : `Cook ${index}`,
    employerName: shared(index) ? 'Northtown NHS Trust' : `Inn ${index}`,
    locationName: 'Leeds, LS1 1AA',
    date: `${String(1 + (index % 10)).padStart(2, '0')}/11/2026`,
    jobDescription: 'A job.',
    jobUrl: `https://www.reed.co.uk/jobs/x/${index + 1}`,
  }));
  opened.internet
    .on(NHS, { body: nhsFeed(40) })
    .on(REED, { body: JSON.stringify({ results, totalResults: results.length }) });
  return opened;
}

t.test('a repeated call returns the same order, and its next page continues it', async (t) => {
  for (const sort of ['relevance', 'date', 'salary'] as const) {
    const { ask } = await openWeb();
    const first = await ask(CODES, { limit: 15, sort });
    const again = await ask(CODES, { limit: 15, sort });
    t.strictSame([first.source, again.source], ['scrape', 'cache']);
    t.strictSame(urls(again.jobs), urls(first.jobs), sort);
    t.equal(again.next_offset, first.next_offset);
    const next = await ask(CODES, { limit: 15, sort, offset: first.next_offset });
    t.strictSame(
      urls(next.jobs).filter((url) => urls(first.jobs).includes(url)),
      [],
      `${sort}: nothing comes twice`,
    );
    t.equal(next.jobs.length, 15);
  }
});

t.test('SPEC §3: every advert read is returned, filtered out, merged or beyond the limit', async (t) => {
  const { ask } = await openWeb();
  for (const more of [{}, { exclude: ['cook 2'] }, { sort: 'date' as const }, { postedWithinDays: 5 }]) {
    const whole = await ask(CODES, { ...more, limit: 500 });
    const merged = whole.jobs.reduce((count, { also_on: others }) => count + others.length, 0);
    if (!('postedWithinDays' in more)) t.equal(merged, 10);
    for (const limit of [1, 7, 500]) {
      for (const offset of [0, 13, 59, 400]) {
        const { platforms, jobs, total_found: found } = await ask(CODES, { ...more, limit, offset });
        const read = platforms.reduce((sum, row) => sum + (row.read ?? 0), 0);
        const leftOut = platforms.flatMap((row) => Object.values(row.left_out ?? {})).reduce((sum, n) => sum + n, 0);
        const beyond = found - jobs.length;
        t.equal(read, jobs.length + leftOut + merged + beyond, `${JSON.stringify(more)} ${limit} from ${offset}`);
        t.strictSame(urls(jobs), urls(whole.jobs).slice(offset, offset + limit), 'a part of the unpaged list');
      }
    }
  }
});

t.test('the ends of the list', async (t) => {
  const { ask } = await openWeb();
  const { total_found: found, jobs } = await ask(CODES, { limit: 500 });
  const last = await ask(CODES, { limit: 1, offset: found - 1 });
  t.strictSame(urls(last.jobs), urls(jobs).slice(-1));
  t.notOk('next_offset' in last, 'the last job is the end');
  for (const offset of [found, found + 1, 1_000]) {
    const beyond = await ask(CODES, { limit: 10, offset });
    t.match(beyond, { jobs: [], total_jobs: 0, total_found: found }, `${offset}`);
    t.notOk('next_offset' in beyond, `nothing after ${offset}`);
  }
});

t.test('other hashes in `seen` on the second page make a different list', async (t) => {
  const { ask } = await openWeb();
  const first = await ask(CODES, { limit: 20 });
  const seen = first.jobs.map(({ dedup_hash: hash }) => hash);
  const rest = await ask(CODES, { limit: 500, seen });
  t.strictSame(
    urls(rest.jobs).filter((url) => urls(first.jobs).includes(url)),
    [],
  );
  t.equal(rest.jobs.length, first.total_found - 20);
  t.equal((await ask(CODES, { limit: 500 })).total_found, first.total_found, 'and leave the first as it was');
});

t.test('if the cache has changed, the next page says that it was fetched again', async (t) => {
  const { ask, clock } = await openWeb();
  const first = await ask(CODES, { limit: 20 });
  clock.advance(3_601_000);
  const next = await ask(CODES, { limit: 20, offset: first.next_offset });
  t.equal(next.source, 'scrape');
  t.equal(next.jobs.length, 20);
});
