import { EgressError, type Egress } from '../egress/egress.ts';
import type { RenderedPage, Renderer } from '../egress/renderer.ts';
import { MIB } from '../lib/byte-units.ts';
import type { Clock } from '../lib/clock.ts';
import { timeZoneOf, type PageLocale } from './locale.ts';
import { Undelivered } from './scraped-url.ts';

export interface PageLoaderOptions {
  egress: Egress;
  renderer: Renderer;
  clock: Clock;
  respectRobots: boolean;
}

export interface PageOrder {
  url: string;
  account: string;
  javascript: boolean;
  /** True to record the page's XHR exchanges, which only a rendered page has. */
  exchanges: boolean;
  geo: string | undefined;
  locale: PageLocale;
  signal: AbortSignal;
  deadlineAt: number;
  onBody(bytes: number): void;
}

export interface LoadedPage {
  status: number;
  url: string;
  contentType: string;
  /** Content type for the reader, if `body` is not in the charset that `contentType` states. */
  readAs?: string;
  body: Uint8Array;
  rendered: RenderedPage | undefined;
  /** The reason why the URL was fetched over HTTP although a rendered page was wanted. */
  notRendered: string | undefined;
}

const MAXIMUM_BYTES = 10 * MIB;
const MAXIMUM_FRAME_BYTES = 2 * MIB;
const MIN_INTERVAL_MS = 200;

/**
 * Loads pages in a browser or over HTTP. If there is no browser, or if the URL does not lead to a page, the URL is
 * fetched over HTTP, unless exchanges are wanted. Rejects with EgressError or Undelivered.
 */
export class PageLoader {
  readonly #options: PageLoaderOptions;

  constructor(options: PageLoaderOptions) {
    this.#options = options;
  }

  load(order: PageOrder): Promise<LoadedPage> {
    return order.javascript ? this.#render(order) : this.#fetch(order);
  }

  loadFrame(order: PageOrder): Promise<LoadedPage> {
    return this.#fetch(order, MAXIMUM_FRAME_BYTES);
  }

  async #render(order: PageOrder): Promise<LoadedPage> {
    const { url, account, locale, signal } = order;
    const { renderer, respectRobots } = this.#options;
    const missing = await renderer.unavailable();
    if (missing !== undefined) return this.#fetchInstead(order, missing);
    try {
      const rendered = await renderer.render({
        url,
        account,
        timeoutMs: this.#left(order),
        locale: locale.tag,
        acceptLanguage: locale.acceptLanguage,
        captureExchanges: order.exchanges,
        whole: true,
        respectRobots,
        minIntervalMs: MIN_INTERVAL_MS,
        signal,
        ...placeOf(order.geo),
      });
      const frames = (rendered.frames ?? []).reduce((sum, { html = '' }) => sum + html.length, 0);
      order.onBody(rendered.html.length + (rendered.source?.length ?? 0) + frames);
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
      return this.#fetchInstead(order, error.message);
    }
  }

  async #fetchInstead(order: PageOrder, why: string): Promise<LoadedPage> {
    if (order.exchanges) {
      throw new Undelivered('not_rendered', `XHR exchanges need a rendered page: ${why}`, { not_rendered: why });
    }
    return { ...(await this.#fetch(order)), notRendered: why };
  }

  async #fetch(order: PageOrder, maximumBytes = MAXIMUM_BYTES): Promise<LoadedPage> {
    const { url, account, geo, locale, signal, onBody } = order;
    const answer = await this.#options.egress.fetch({
      method: 'GET',
      url,
      browser: true,
      http2: true,
      headers: { 'cache-control': 'no-cache' },
      acceptLanguage: locale.acceptLanguage,
      timeoutMs: this.#left(order),
      maximumBytes,
      onBody,
      minIntervalMs: MIN_INTERVAL_MS,
      accounts: new Set([account]),
      respectRobots: this.#options.respectRobots,
      signal,
      ...(geo === undefined ? {} : { geo }),
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

  #left({ deadlineAt }: PageOrder): number {
    return Math.max(1, deadlineAt - this.#options.clock.now());
  }
}

function placeOf(geo: string | undefined): { geo?: string; timeZone?: string } {
  if (geo === undefined) return {};
  const timeZone = timeZoneOf(geo);
  return { geo, ...(timeZone === undefined ? {} : { timeZone }) };
}
