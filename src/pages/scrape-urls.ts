import { EgressError, FAULT_TEXTS } from '../egress/egress.ts';
import { abortWith } from '../lib/abort.ts';
import { ByteBudget } from '../lib/byte-budget.ts';
import { MIB } from '../lib/byte-units.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { freeBytes } from '../lib/growing-bytes.ts';
import type { QueueLoad } from '../lib/load.ts';
import type { PageLocale } from './locale.ts';
import { deliverPage, type ScrapeOutput } from './page-delivery.ts';
import { PageLoader, type LoadedPage, type PageLoaderOptions, type PageOrder } from './page-loader.ts';
import type { PageReader } from './page-reader.ts';
import { PageTimer, type PageReport } from './page-report.ts';
import { undeliveredUrl, type ScrapedUrl } from './scraped-url.ts';

export interface ScrapeRequest {
  /** Valid http or https URLs, exactly as the caller sent them. */
  urls: readonly string[];
  javascript: boolean;
  output: ScrapeOutput;
  geo?: string;
  locale: PageLocale;
}

export interface ScrapeCall {
  /** The caller's account. Accounts share slots fairly. */
  account: string;
  signal: AbortSignal;
  deadlineAt: number;
  onProgress(update: { progress: number; total: number; message: string }): void;
  onPage?(report: PageReport): void;
}

export interface UrlScraperOptions extends PageLoaderOptions {
  reader: PageReader;
  urlsPerAccount: number;
  pageBytes?: number;
}

const URL_TIMEOUT_MS = 35_000;
/** Time reserved at the end of the call, so that one slow URL does not fail the others. */
const CALL_RESERVE_MS = 1_500;

const FRAMES_TIMEOUT_MS = 8_000;
/** Time reserved after the frames, so that the page itself is delivered. */
const FRAMES_RESERVE_MS = 2_000;

const URLS_AT_WORK = 100;
const URLS_WAITING_PER_ACCOUNT = 50;
const URLS_WAITING = 1_000;
const PAGE_BYTES = 52 * MIB;

/** Fetches or renders pages and reads them. The failure of one URL never affects another (SPEC §5). */
export interface PageScraper {
  /**
   * Loads the URLs in parallel and returns each outcome by the URL that the caller sent. Equivalent URLs share one
   * fetch. Never rejects.
   */
  scrape(request: ScrapeRequest, call: ScrapeCall): Promise<Map<string, ScrapedUrl>>;
  load?(): { urls: QueueLoad; heldBytes: number };
}

export class UrlScraper implements PageScraper {
  readonly #options: UrlScraperOptions;
  readonly #loader: PageLoader;
  readonly #places: FairQueue;
  readonly #memory: ByteBudget;

  constructor(options: UrlScraperOptions) {
    this.#options = options;
    this.#loader = new PageLoader(options);
    this.#places = new FairQueue({
      places: Math.max(URLS_AT_WORK, options.urlsPerAccount),
      placesEach: options.urlsPerAccount,
      reserved: 0,
      waitingEach: URLS_WAITING_PER_ACCOUNT,
      waiting: URLS_WAITING,
    });
    this.#memory = new ByteBudget(options.pageBytes ?? PAGE_BYTES);
  }

  load(): { urls: QueueLoad; heldBytes: number } {
    return { urls: this.#places.load, heldBytes: this.#memory.total };
  }

  async scrape(request: ScrapeRequest, call: ScrapeCall): Promise<Map<string, ScrapedUrl>> {
    const addresses = [...distinctAddresses(request.urls)];
    let progress = 0;
    const scraped = new Map(
      await Promise.all(
        addresses.map(async (url): Promise<[string, ScrapedUrl]> => {
          const timer = new PageTimer(this.#options.clock);
          const result = await this.#scrapeOne(url, request, call, timer);
          const { rendered, error } = result.row;
          call.onPage?.(timer.end(url, error?.reason ?? 'ok', rendered));
          progress += 1;
          call.onProgress({
            progress,
            total: addresses.length,
            message: `${url.slice(0, 200)}: ${result.row.error?.reason ?? 'ok'}`,
          });
          return [url, result];
        }),
      ),
    );
    return new Map(request.urls.map((url) => [url, scraped.get(addressOf(url)) as ScrapedUrl]));
  }

  async #scrapeOne(url: string, request: ScrapeRequest, call: ScrapeCall, steps: PageTimer): Promise<ScrapedUrl> {
    const now = this.#options.clock.now();
    const timeoutMs = Math.max(1, Math.min(URL_TIMEOUT_MS, call.deadlineAt - CALL_RESERVE_MS - now));
    const ending = new AbortController();
    abortWith(ending, call.signal);
    const timer = setTimeout(
      () => ending.abort(new EgressError('timeout', FAULT_TEXTS.pageTimeout)),
      timeoutMs + CALL_RESERVE_MS / 3,
    );
    // The time limit is kept even if a browser or a reader ignores the signal.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true });
    });
    ended.catch(() => undefined);
    try {
      return await Promise.race([this.#run(url, request, call.account, ending, now + timeoutMs, steps), ended]);
    } catch (error) {
      return undeliveredUrl(url, error);
    } finally {
      clearTimeout(timer);
      // Work that still runs for this URL stops, because its result is no longer needed.
      ending.abort();
    }
  }

  /**
   * `ending` aborts when the URL's time is over, when the call ends, when too much memory is held, or when there is an
   * answer.
   */
  async #run(
    url: string,
    { javascript, output, geo, locale }: ScrapeRequest,
    account: string,
    ending: AbortController,
    deadlineAt: number,
    steps: PageTimer,
  ): Promise<ScrapedUrl> {
    const { signal } = ending;
    steps.begin('wait');
    const release = await this.#places.acquire(account, signal);
    const held = this.#memory.hold(account, (full) => ending.abort(full));
    let page: LoadedPage | undefined;
    try {
      steps.begin('load');
      const order: PageOrder = {
        url,
        account,
        javascript,
        exchanges: output === 'xhr',
        geo,
        locale,
        signal,
        deadlineAt,
        onBody: (bytes) => held.resize(bytes),
      };
      const loaded = await this.#loader.load(order);
      page = loaded;
      steps.begin('read');
      const now = this.#options.clock.now();
      const frameOrder: PageOrder = {
        ...order,
        deadlineAt: Math.min(deadlineAt - FRAMES_RESERVE_MS, now + FRAMES_TIMEOUT_MS),
        onBody: (bytes) => held.resize(loaded.body.length + bytes),
      };
      const loadFrame = (frame: string): Promise<LoadedPage> => this.#loader.loadFrame({ ...frameOrder, url: frame });
      return await deliverPage(loaded, { askedUrl: url, output, now, loadFrame }, this.#options.reader, {
        account,
        signal,
      });
    } finally {
      if (page) freeBytes(page.body);
      held.release();
      release();
    }
  }
}

export function distinctAddresses(urls: readonly string[]): Set<string> {
  return new Set(urls.map(addressOf));
}

/**
 * Returns the URL in canonical form and without its anchor (`#x`), unless the anchor is a script's route (`#/x`,
 * `#!x`).
 */
function addressOf(url: string): string {
  const address = new URL(url);
  if (!/^#[!/]/.test(address.hash)) address.hash = '';
  return address.href;
}
