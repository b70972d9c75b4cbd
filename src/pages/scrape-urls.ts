import { STATUS_CODES } from 'node:http';
import { EgressError, type Egress, type EgressFault } from '../egress/egress.ts';
import type { RenderedPage, Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { abortWith } from '../lib/abort.ts';
import { FairQueue, QueueFull } from '../lib/fair-queue.ts';
import { cutAt } from '../lib/text.ts';
import { CONTENT_LIMIT } from './content/cut.ts';
import { timeZoneOf, type PageLocale } from './locale.ts';
import type { PageContent, PageInput, PageReader } from './page-reader.ts';
import { formatExchanges } from './xhr.ts';

export interface ScrapeRequest {
  /** As asked; all parse as http or https. */
  urls: readonly string[];
  javascript: boolean;
  output: 'markdown' | 'raw' | 'xhr';
  /** A configured code in upper case. */
  geo?: string;
  locale: PageLocale;
}

/** What a scrape knows of its call. */
export interface ScrapeCall {
  /** Whose call it is: what one account asks for keeps no other waiting. */
  account: string;
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  onProgress(update: { progress: number; total: number; message: string }): void;
}

/** What `_meta` says of one URL (SPEC §2). */
export interface UrlRow {
  http_status: number | null;
  final_url: string;
  content_type: string;
  rendered: boolean;
  /** Why a page that was to be rendered was not. */
  not_rendered?: string;
  truncated: boolean;
  total_characters: number;
  error?: { reason: string; message: string };
}

/** One URL's content, or a text that begins "Error: ". */
export interface ScrapedUrl {
  text: string;
  row: UrlRow;
}

export interface UrlScraperOptions {
  egress: Egress;
  renderer: Renderer;
  reader: PageReader;
  clock: Clock;
  /** Ask the robots.txt of sites first. */
  respectRobots: boolean;
  /** Most URLs of one account at work at a time. */
  urlsPerAccount: number;
}

/** Longest time of one URL, however long the call may last. */
const URL_TIMEOUT_MS = 35_000;
/** Kept back from the call's time, so that one slow URL does not take the others with it. */
const CALL_RESERVE_MS = 1_500;
const MAXIMUM_BYTES = 10 * 1024 * 1024;
/** Between two pages of one host. */
const PACE_MS = 200;

const WALLS: Readonly<Record<NonNullable<PageContent['wall']>, string>> = {
  challenge: 'the site shows a bot check instead of the page',
  consent: 'the site shows a consent screen instead of the page',
  login: 'the site shows a sign-in page instead of the page',
};

/** A URL that could not be delivered. */
class Undelivered extends Error {
  readonly reason: string;
  readonly facts: Partial<UrlRow>;
  /** What the page itself says, for callers to see. */
  readonly pageText: string | undefined;
  constructor(reason: string, message: string, facts: Partial<UrlRow>, pageText?: string) {
    super(message);
    this.reason = reason;
    this.facts = facts;
    this.pageText = pageText;
  }
}

/** A page as it came, from the browser or without it. */
interface Delivered {
  status: number;
  url: string;
  contentType: string;
  /** In place of `contentType` for the reader: the charset of the bytes at hand. */
  readAs?: string;
  body: Uint8Array;
  rendered: RenderedPage | undefined;
  notRendered: string | undefined;
}

/** One URL of a call. */
interface UrlRequest {
  url: string;
  account: string;
  request: ScrapeRequest;
  /** Ends with the URL's time, with the call, or when there is an answer. */
  signal: AbortSignal;
  deadlineAt: number;
}

/** Of all accounts together: what is at work holds a page's bytes. */
const URLS_AT_WORK = 100;
const URLS_WAITING_PER_ACCOUNT = 50;
const URLS_WAITING = 1_000;

/** Fetches or renders pages and reads them; one URL's failure never touches another's (SPEC §5). */
export class UrlScraper {
  readonly #options: UrlScraperOptions;
  readonly #places: FairQueue;

  constructor(options: UrlScraperOptions) {
    this.#options = options;
    this.#places = new FairQueue({
      places: Math.max(URLS_AT_WORK, options.urlsPerAccount),
      placesEach: options.urlsPerAccount,
      reserved: 0,
      waitingEach: URLS_WAITING_PER_ACCOUNT,
      waiting: URLS_WAITING,
    });
  }

  /** URL as asked → what came of it, all side by side; never rejects. Spellings of one address share one fetch. */
  async scrape(request: ScrapeRequest, call: ScrapeCall): Promise<Map<string, ScrapedUrl>> {
    const addresses = [...distinctAddresses(request.urls)];
    let progress = 0;
    const scraped = new Map(
      await Promise.all(
        addresses.map(async (url): Promise<[string, ScrapedUrl]> => {
          const result = await this.#scrapeOne(url, request, call);
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
    return new Map(request.urls.map((url) => [url, scraped.get(new URL(url).href) as ScrapedUrl]));
  }

  async #scrapeOne(url: string, request: ScrapeRequest, call: ScrapeCall): Promise<ScrapedUrl> {
    const now = this.#options.clock.now();
    const timeoutMs = Math.max(1, Math.min(URL_TIMEOUT_MS, call.deadlineAt - CALL_RESERVE_MS - now));
    const ending = new AbortController();
    abortWith(ending, call.signal);
    const timer = setTimeout(
      () => ending.abort(new EgressError('timeout', 'the page was not ready in time')),
      timeoutMs + CALL_RESERVE_MS / 3,
    );
    // The last word on time, whatever a site, a browser or a reader does.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true });
    });
    ended.catch(() => undefined);
    const { signal } = ending;
    try {
      const asked: UrlRequest = { url, account: call.account, request, signal, deadlineAt: now + timeoutMs };
      return await Promise.race([this.#run(asked), ended]);
    } catch (error) {
      return failed(url, toUndelivered(error));
    } finally {
      clearTimeout(timer);
      // What still works for this URL works for nobody.
      ending.abort();
    }
  }

  async #run(asked: UrlRequest): Promise<ScrapedUrl> {
    const release = await this.#places.acquire(asked.account, asked.signal);
    try {
      return await this.#read(asked.request.javascript ? await this.#render(asked) : await this.#fetch(asked), asked);
    } finally {
      release();
    }
  }

  async #render(asked: UrlRequest): Promise<Delivered> {
    const { url, account, request, signal } = asked;
    const { renderer, respectRobots } = this.#options;
    const missing = await renderer.unavailable();
    if (missing !== undefined) return this.#fetchInstead(asked, missing);
    try {
      const rendered = await renderer.render({
        url,
        account,
        timeoutMs: this.#left(asked),
        locale: request.locale.tag,
        acceptLanguage: request.locale.acceptLanguage,
        captureExchanges: request.output === 'xhr',
        respectRobots,
        paceMs: PACE_MS,
        signal,
        ...placeOf(request.geo),
      });
      return {
        ...rendered,
        readAs: `${rendered.contentType.split(';')[0]}; charset=utf-8`,
        body: rendered.html,
        rendered,
        notRendered: undefined,
      };
    } catch (error) {
      const plain = error instanceof EgressError && (error.fault === 'not_a_page' || error.fault === 'no_browser');
      if (!plain) throw error;
      return this.#fetchInstead(asked, error.message);
    }
  }

  /** Where the browser is not to be had or of no use: the page as it is on the wire. */
  async #fetchInstead(asked: UrlRequest, why: string): Promise<Delivered> {
    if (asked.request.output === 'xhr') {
      throw new Undelivered('not_rendered', `XHR exchanges need a rendered page: ${why}`, { not_rendered: why });
    }
    return { ...(await this.#fetch(asked)), notRendered: why };
  }

  async #fetch(asked: UrlRequest): Promise<Delivered> {
    const { url, request, signal } = asked;
    const answer = await this.#options.egress.fetch({
      method: 'GET',
      url,
      browser: true,
      http2: true,
      headers: { 'cache-control': 'no-cache' },
      acceptLanguage: request.locale.acceptLanguage,
      timeoutMs: this.#left(asked),
      maximumBytes: MAXIMUM_BYTES,
      paceMs: PACE_MS,
      respectRobots: this.#options.respectRobots,
      signal,
      ...(request.geo === undefined ? {} : { geo: request.geo }),
    });
    return {
      status: answer.status,
      url: answer.url,
      contentType: answer.headers['content-type'] ?? '',
      body: answer.body,
      rendered: undefined,
      notRendered: undefined,
    };
  }

  #left({ deadlineAt }: UrlRequest): number {
    return Math.max(1, deadlineAt - this.#options.clock.now());
  }

  async #read(page: Delivered, { account, request, signal }: UrlRequest): Promise<ScrapedUrl> {
    const facts: UrlRow = {
      http_status: page.status,
      final_url: page.url,
      content_type: page.contentType,
      rendered: page.rendered !== undefined,
      ...(page.notRendered === undefined ? {} : { not_rendered: page.notRendered }),
      truncated: false,
      total_characters: 0,
    };
    const input: PageInput = {
      url: page.url,
      contentType: page.readAs ?? page.contentType,
      body: page.body,
      // For exchanges it is read too: a wall's exchanges are not the page's.
      output: request.output === 'raw' ? 'raw' : 'markdown',
      rendered: page.rendered !== undefined,
    };
    const content = await this.#options.reader.read(input, { account, signal });
    if (content.wall !== undefined) throw new Undelivered(`wall_${content.wall}`, WALLS[content.wall], facts);
    if (page.status >= 400) {
      // The proxy's library adds names of its own to the upper end of Node's table.
      const name = page.status < 590 ? STATUS_CODES[page.status] : undefined;
      const message = `the site answered with status ${page.status}${name ? ` (${name})` : ''}`;
      throw new Undelivered(`http_${page.status}`, message, facts, content.text);
    }
    if (content.unsupported !== undefined) {
      const message = `this kind of content is not read: ${content.unsupported} (HTML, JSON, text, XML, CSV and PDF are)`;
      throw new Undelivered('unsupported', message, facts);
    }
    if (request.output === 'xhr') {
      const document = formatExchanges(page.rendered?.exchanges ?? []);
      return {
        text: document.text,
        row: { ...facts, truncated: document.truncated, total_characters: document.totalCharacters },
      };
    }
    if (content.text.trim() === '') throw new Undelivered('empty', 'the page has no text', facts);
    return {
      text: cutAt(content.text, CONTENT_LIMIT),
      row: { ...facts, truncated: content.truncated, total_characters: content.totalCharacters },
    };
  }
}

/** The addresses that a list of URLs means, each once. */
export function distinctAddresses(urls: readonly string[]): Set<string> {
  return new Set(urls.map((url) => new URL(url).href));
}

function placeOf(geo: string | undefined): { geo?: string; timeZone?: string } {
  if (geo === undefined) return {};
  const timeZone = timeZoneOf(geo);
  return { geo, ...(timeZone === undefined ? {} : { timeZone }) };
}

/** Where the caller's word differs from the inner one. */
const REASONS: Partial<Record<EgressFault, string>> = {
  aborted: 'timeout',
  queued: 'timeout',
  unresolved: 'not_found',
};

function toUndelivered(error: unknown): Undelivered {
  if (error instanceof Undelivered) return error;
  if (error instanceof EgressError) return new Undelivered(REASONS[error.fault] ?? error.fault, error.message, {});
  if (error instanceof QueueFull) {
    return new Undelivered('busy', 'too many pages are in work; try again in a moment', {});
  }
  if (error instanceof DOMException) return new Undelivered('timeout', 'the call was ended', {});
  return new Undelivered('internal', 'the page could not be read', {});
}

function failed(url: string, { reason, message, facts, pageText }: Undelivered): ScrapedUrl {
  const sentence = `${message.replace(/[.\s]+$/, '')}.`;
  const text = pageText?.trim() ? `Error: ${sentence} The page says:\n\n${pageText}` : `Error: ${sentence}`;
  return {
    text: cutAt(text, CONTENT_LIMIT),
    row: {
      http_status: null,
      final_url: url,
      content_type: '',
      rendered: false,
      truncated: text.length > CONTENT_LIMIT,
      total_characters: text.length,
      ...facts,
      error: { reason, message: sentence },
    },
  };
}
