import { setTimeout as delay } from 'node:timers/promises';
import { CircuitBreaker } from '../jobs/circuit-breaker.ts';
import type { PagedSearch } from '../jobs/paging.ts';
import { type JobQuery, JobSearch, type PreparedSearch } from '../jobs/search.ts';
import type { Clock, Sleep } from '../lib/clock.ts';
import type { PageReader } from '../pages/page-reader.ts';
import { UrlScraper } from '../pages/scrape-urls.ts';
import { createReputationLookup } from '../reputation/create-lookup.ts';
import { companyCacheKey } from '../reputation/match/match.ts';
import type { ReputationParser } from '../reputation/parser.ts';
import type { NameAnswer } from '../reputation/merge-records.ts';
import type { PreparedReputation, ReputationAnswer, ReputationQuery } from '../reputation/reputation-lookup.ts';
import { createMemoryCache, createReputationSamples, noCache } from './memory-stores.ts';
import { STORED_EMPLOYER } from './employers.ts';
import { SEARCH_ENGINE } from './review-sites.ts';
import { sampleClock } from './sample-clock.ts';
import { SamplePages } from './sample-pages.ts';
import { createSampleSources, type SampleSources } from './sample-sources.ts';
import { findSearchScenario } from './scenarios.ts';
import type { JobsCacheStore } from '../store/types.ts';

export interface SampleServiceOptions {
  clock: Clock;
  reputationParser: ReputationParser;
  pageReader: PageReader;
  urlsPerAccount: number;
  deadlineMs: number;
  onFault(error: unknown): void;
  sleep?: Sleep | undefined;
}

export interface SampleServices {
  search: { prepare(query: JobQuery): Promise<PreparedSearch> };
  reputation: { prepare(query: ReputationQuery): Promise<PreparedReputation> };
  pages: Pick<UrlScraper, 'scrape'>;
}

/** Made-up keys, with which the platforms count as configured. */
const SETTINGS = { ADZUNA_APP_ID: 'sample', ADZUNA_APP_KEY: 'sample' };

export function createSampleServices(options: SampleServiceOptions): SampleServices {
  const { clock } = options;
  const sleep: Sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, signal ? { signal } : undefined));
  const samples = createSampleSources(sleep);
  const pages = new SamplePages(sleep);
  /** The sample clock stands still, so the deadline is its time plus the remaining time of the call. */
  const inSampleTime = (call: PagedSearch): PagedSearch => ({
    signal: call.signal,
    deadlineAt: sampleClock.now() + (call.deadlineAt - clock.now()),
    onProgress: (update) => call.onProgress(update),
  });
  const scraper = new UrlScraper({
    ...samples,
    reader: options.pageReader,
    clock: sampleClock,
    respectRobots: false,
    urlsPerAccount: options.urlsPerAccount,
  });
  return {
    search: { prepare: (query) => prepareSearch(query, pages, options, inSampleTime) },
    reputation: { prepare: (query) => prepareReputation(query, samples, options, inSampleTime) },
    pages: { scrape: (request, call) => scraper.scrape(request, { account: call.account, ...inSampleTime(call) }) },
  };
}

/** Creates a separate search for each call, so that no cooldown, queue or cached answer of one call affects another. */
function createSearch(
  pages: SamplePages,
  { onFault }: SampleServiceOptions,
  cache: JobsCacheStore,
  settings: Readonly<Record<string, string>>,
): JobSearch {
  return new JobSearch({
    fetcher: pages,
    cache,
    breaker: new CircuitBreaker(sampleClock),
    clock: sampleClock,
    cacheSeconds: cache === noCache ? 0 : 3_600,
    settings,
    // The sample platforms apply no filters, so the filters are applied to their answers.
    sendsFilters: false,
    onError: onFault,
  });
}

async function prepareSearch(
  query: JobQuery,
  pages: SamplePages,
  options: SampleServiceOptions,
  inSampleTime: (call: PagedSearch) => PagedSearch,
): Promise<PreparedSearch> {
  const cached = findSearchScenario(query.query, '')?.word === 'cached';
  const search = createSearch(pages, options, cached ? createMemoryCache() : noCache, SETTINGS);
  if (cached) {
    // The cached scenario runs the search twice; this run fills the cache.
    const first = await search.prepare(query);
    await first.run({
      deadlineAt: sampleClock.now() + options.deadlineMs,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  }
  const prepared = await search.prepare(query);
  return { ...prepared, run: (call) => prepared.run(inSampleTime(call)) };
}

/**
 * Looks up each name separately, so that the failure of a source for one employer does not affect the others. A look-up
 * rejects if none of its names could be looked up, so each one also contains STORED_EMPLOYER, which is always found. If
 * no name of the query could be looked up, a last look-up of all names reports the error.
 */
async function prepareReputation(
  query: ReputationQuery,
  samples: SampleSources,
  options: SampleServiceOptions,
  inSampleTime: (call: PagedSearch) => PagedSearch,
): Promise<PreparedReputation> {
  const total = new Set(query.names).size;
  const { stored } = await createLookup(samples, options).prepare(query);
  return {
    stored,
    run: async (call) => {
      const own: PagedSearch = { ...inSampleTime(call), onProgress: () => {} };
      const answer: ReputationAnswer = { names: new Map(), fresh: false, extracted: false };
      call.onProgress({ progress: 0, total, message: `looking up ${total} ${total === 1 ? 'employer' : 'employers'}` });
      for (const name of new Set(query.names)) {
        const one = await createLookup(samples, options).prepare({ ...query, names: [name, STORED_EMPLOYER] });
        const { names, fresh, extracted } = await one.run(own);
        answer.names.set(name, names.get(name) as NameAnswer);
        answer.fresh ||= fresh;
        answer.extracted ||= extracted;
        call.onProgress({ progress: answer.names.size, total, message: `${answer.names.size} of ${total} employers` });
      }
      const nobody = [...answer.names.values()].every(({ provenance }) => provenance.status === 'could_not_look');
      return nobody ? (await createLookup(samples, options).prepare(query)).run(own) : answer;
    },
  };
}

function createLookup(samples: SampleSources, { reputationParser }: SampleServiceOptions) {
  const { lookup } = createReputationLookup({
    config: {
      aliasesFile: null,
      searchProviders: [],
      searxngUrl: SEARCH_ENGINE,
      braveApiKey: null,
      serperApiKey: null,
      openaiBaseUrl: null,
      openaiApiKey: null,
      openaiModel: null,
      robotsTxt: 'off',
    },
    ...samples,
    clock: sampleClock,
    store: createReputationSamples((name) => companyCacheKey(name)),
    parser: reputationParser,
    onModelFault: () => {},
  });
  return lookup;
}
