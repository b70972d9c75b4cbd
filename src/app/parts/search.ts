import { MIB } from '../../lib/byte-units.ts';
import type { AppContext, Overrides } from '../app-context.ts';
import { FetchLog } from '../../dashboard/fetch-log.ts';
import type { BrowserEgress, GuardedEgress } from '../../egress/create-egress.ts';
import { createServiceEgress } from './create-egress.ts';
import { CircuitBreaker } from '../../jobs/circuit-breaker.ts';
import { PlatformCatalog } from '../../jobs/catalog.ts';
import { PageFetcher } from '../../jobs/page-fetcher.ts';
import { JobSearch, type JobSearchOptions } from '../../jobs/search.ts';
import { type AnswerParser, createThreadParser } from '../../jobs/parser.ts';
import { closeAll } from '../../lib/close-all.ts';
import { accessMethodOf, searchesPerMinute } from '../../sources/platforms/platform.ts';

export const JOBS_CACHE_BYTES = 256 * MIB;

export interface SearchService {
  egress: GuardedEgress;
  parser: AnswerParser;
  catalog: PlatformCatalog;
  breaker: CircuitBreaker;
  fetchLog: FetchLog;
  search: JobSearch;
  fetcher: PageFetcher;
  settings: Readonly<Record<string, string>>;
  searchesPerMinute(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export function createSearch(
  context: AppContext,
  overrides: Overrides = {},
  hooks: Pick<JobSearchOptions, 'onFetch' | 'onError'> & {
    instrumentEgress?: (egress: BrowserEgress) => BrowserEgress;
  } = {},
): SearchService {
  const { config, clock, store, shared } = context;
  const { cooldowns, singleFlight } = shared;
  const egress = overrides.egress ?? createServiceEgress(context, overrides, hooks.instrumentEgress);
  const parser = overrides.parser ?? createThreadParser();
  const catalog = new PlatformCatalog(config.platforms);
  const breaker = new CircuitBreaker(clock, cooldowns);
  const fetchLog = new FetchLog(clock, shared.counters);
  const fetcher = new PageFetcher({
    egress,
    parser,
    clock,
    named: catalog.named,
    robotsTxt: config.robotsTxt,
    budgets: store.budgets,
    cooldowns,
  });
  const settings = config.platformSettings;
  const search = new JobSearch({
    fetcher,
    cache: shared.pages ?? store.jobsCache,
    cacheBytes: JOBS_CACHE_BYTES,
    singleFlight,
    ...(hooks.onError ? { onError: hooks.onError } : {}),
    breaker,
    clock,
    cacheSeconds: config.jobsCacheSeconds,
    settings,
    onFetch: (report) => {
      fetchLog.note(report.platform, report.status);
      hooks.onFetch?.(report);
    },
  });
  return {
    egress,
    parser,
    catalog,
    breaker,
    fetchLog,
    search,
    fetcher,
    settings,
    searchesPerMinute: () =>
      new Map(
        catalog.enabled.flatMap((platform) => {
          const accessMethod = accessMethodOf(platform, settings);
          return accessMethod ? [[platform.code, searchesPerMinute(accessMethod)] as const] : [];
        }),
      ),
    close: () => closeAll([() => parser.close(), () => egress.close()]),
  };
}
