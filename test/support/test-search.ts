import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { CircuitBreaker } from '../../src/jobs/circuit-breaker.ts';
import { PageFetcher } from '../../src/jobs/page-fetcher.ts';
import { type JobQuery, JobSearch } from '../../src/jobs/search.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import type { Platform } from '../../src/sources/platforms/platform.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/types.ts';
import { FakeClock } from './clock.ts';
import { FakeInternet } from './fake-internet.ts';

export const FRANCE_TRAVAIL_KEYS = { FRANCE_TRAVAIL_CLIENT_ID: 'PAR_x', FRANCE_TRAVAIL_CLIENT_SECRET: 's3cret' };

export interface TestSearch {
  internet: FakeInternet;
  clock: FakeClock;
  breaker: CircuitBreaker;
  store: Store;
  /** Internal errors, which must not make a call fail. */
  faults: unknown[];
  ask(
    codes: readonly string[],
    more?: Partial<JobQuery>,
    call?: { deadlineMs?: number; signal?: AbortSignal; accountId?: string },
  ): Promise<ScrapeJobsResult>;
}

export async function openTestSearch(
  settings: Readonly<Record<string, string>> = {},
  cacheSeconds = 3_600,
): Promise<TestSearch> {
  const internet = new FakeInternet();
  const clock = new FakeClock();
  const store = await openStore({ file: ':memory:' });
  const breaker = new CircuitBreaker(clock);
  const faults: unknown[] = [];
  const fetcher = new PageFetcher({
    egress: internet,
    parser: inlineParser,
    clock,
    named: new Set(),
    robotsTxt: 'platforms',
    budgets: store.budgets,
  });
  const search = new JobSearch({
    fetcher,
    cache: store.jobsCache,
    breaker,
    clock,
    cacheSeconds,
    settings,
    onError: (error) => faults.push(error),
  });
  const ask: TestSearch['ask'] = async (codes, more = {}, call = {}) => {
    const platforms = codes.map((code) => findPlatform(code) as Platform);
    const prepared = await search.prepare({
      query: 'nurse',
      country: platforms[0]?.country ?? 'GB',
      platforms,
      location: '',
      minSalary: null,
      seen: [],
      limit: undefined,
      descriptionLength: undefined,
      ...more,
    });
    const { json } = await prepared.run({
      accountId: call.accountId,
      signal: call.signal ?? AbortSignal.timeout(20_000),
      deadlineAt: clock.now() + (call.deadlineMs ?? 20_000),
      onProgress: () => {},
    });
    return JSON.parse(json) as ScrapeJobsResult;
  };
  return { internet, clock, breaker, store, faults, ask };
}
