import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Core, Overrides } from './context-core.ts';
import { FetchLog } from './dashboard/fetch-log.ts';
import { systemResolver } from './egress/address-guard.ts';
import { createEgress, type BrowserDoor, type EgressDoor } from './egress/create-egress.ts';
import { createRenderer } from './egress/create-renderer.ts';
import { EgressError } from './egress/egress.ts';
import type { Renderer } from './egress/renderer.ts';
import { Breaker } from './jobs/breaker.ts';
import { Completer } from './jobs/completer.ts';
import { PlatformCatalog } from './jobs/catalog.ts';
import { PageFetcher } from './jobs/fetch-page.ts';
import { JobSearch, type JobSearchOptions } from './jobs/job-search.ts';
import { createThreadParser, type AnswerParser } from './jobs/parser.ts';
import { createThreadPageReader } from './pages/page-reader.ts';
import { UrlScraper } from './pages/scrape-urls.ts';

export const JOBS_CACHE_BYTES = 256 * 1024 * 1024;

/** Settings of platforms by the names that adapters declare. */
function platformSettings(config: Config): Record<string, string> {
  const values: Record<string, string | null> = {
    REED_API_KEY: config.reedApiKey,
    ADZUNA_APP_ID: config.adzunaAppId,
    ADZUNA_APP_KEY: config.adzunaAppKey,
    FRANCE_TRAVAIL_CLIENT_ID: config.franceTravailClientId,
    FRANCE_TRAVAIL_CLIENT_SECRET: config.franceTravailClientSecret,
    CV_LIBRARY_API_KEY: config.cvLibraryApiKey,
  };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The one door out, for the service and for the command line alike. */
export function createDoor({ config, clock }: Core, overrides: Overrides = {}): BrowserDoor {
  return createEgress({
    config,
    clock,
    resolver: overrides.resolver ?? systemResolver,
    sleep: async (ms, signal) => delay(ms, undefined, signal ? { signal } : undefined),
    pace: overrides.pace ?? true,
  });
}

/** Beside a door that no browser can go through: a played internet. */
const NO_RENDERER: Renderer = {
  unavailable: async () => 'No browser goes through this door.',
  render: () => Promise.reject(new EgressError('no_browser', 'no browser goes through this door')),
  close: async () => {},
};

export interface PagesHouse {
  renderer: Renderer;
  scraper: UrlScraper;
  close(): Promise<void>;
}

/** The reading of pages and its browser, for the service and for the command line alike. */
export function createPagesHouse({ config, clock }: Core, egress: EgressDoor, overrides: Overrides = {}): PagesHouse {
  const renderer =
    overrides.renderer ??
    ('admit' in egress ? createRenderer({ door: egress as BrowserDoor, settings: config }) : NO_RENDERER);
  const reader = overrides.pageReader ?? createThreadPageReader();
  const scraper = new UrlScraper({
    egress,
    renderer,
    reader,
    clock,
    respectRobots: config.robotsTxt === 'all',
  });
  return {
    renderer,
    scraper,
    close: async () => {
      await renderer.close();
      await reader.close();
    },
  };
}

export interface SearchHouse {
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
export function createSearchHouse(
  core: Core,
  overrides: Overrides = {},
  hooks: Pick<JobSearchOptions, 'onFetch' | 'onError'> = {},
): SearchHouse {
  const { config, clock, store } = core;
  const egress = overrides.egress ?? createDoor(core, overrides);
  const parser = overrides.parser ?? createThreadParser();
  const catalog = new PlatformCatalog(config.platforms);
  const breaker = new Breaker(clock);
  const fetchLog = new FetchLog(clock);
  const fetcher = new PageFetcher({
    egress,
    parser,
    clock,
    named: catalog.named,
    robotsTxt: config.robotsTxt,
    budgets: store.budgets,
  });
  const settings = platformSettings(config);
  const search = new JobSearch({
    fetcher,
    cache: store.jobsCache,
    cacheBytes: JOBS_CACHE_BYTES,
    ...(hooks.onError ? { onError: hooks.onError } : {}),
    breaker,
    completer: new Completer(fetcher, clock),
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
    close: async () => {
      await parser.close();
      await egress.close();
    },
  };
}
