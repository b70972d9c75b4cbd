import type { Core, Overrides } from './core.ts';
import { FetchLog } from '../dashboard/fetch-log.ts';
import type { BrowserDoor, EgressDoor } from '../egress/create-egress.ts';
import { createDoor } from './door.ts';
import { Breaker } from '../jobs/breaker.ts';
import { Completer } from '../jobs/completer.ts';
import { PlatformCatalog } from '../jobs/catalog.ts';
import { PageFetcher } from '../jobs/fetch-page.ts';
import { JobSearch, type JobSearchOptions } from '../jobs/job-search.ts';
import { createThreadParser, type AnswerParser } from '../jobs/parser.ts';
import { closeAll } from '../lib/close-all.ts';

export const JOBS_CACHE_BYTES = 256 * 1024 * 1024;

export interface SearchService {
  egress: EgressDoor;
  parser: AnswerParser;
  catalog: PlatformCatalog;
  breaker: Breaker;
  /** How fetches ended lately. */
  fetchLog: FetchLog;
  search: JobSearch;
  fetcher: PageFetcher;
  /** Values of platforms' settings by name of the environment. */
  settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The search and its way out, for the service and for the command line alike. */
export function createSearch(
  core: Core,
  overrides: Overrides = {},
  hooks: Pick<JobSearchOptions, 'onFetch' | 'onError'> & { watchDoor?: (door: BrowserDoor) => BrowserDoor } = {},
): SearchService {
  const { config, clock, store, shared } = core;
  const { rests, flights } = shared;
  const egress = overrides.egress ?? createDoor(core, overrides, hooks.watchDoor);
  const parser = overrides.parser ?? createThreadParser();
  const catalog = new PlatformCatalog(config.platforms);
  const breaker = new Breaker(clock, rests);
  const fetchLog = new FetchLog(clock, shared.counters);
  const fetcher = new PageFetcher({
    egress,
    parser,
    clock,
    named: catalog.named,
    robotsTxt: config.robotsTxt,
    budgets: store.budgets,
    rests,
  });
  const settings = config.platformSettings;
  const search = new JobSearch({
    fetcher,
    cache: shared.pages ?? store.jobsCache,
    cacheBytes: JOBS_CACHE_BYTES,
    flights,
    ...(hooks.onError ? { onError: hooks.onError } : {}),
    breaker,
    completer: new Completer(fetcher, clock, rests),
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
    close: () => closeAll([() => parser.close(), () => egress.close()]),
  };
}
