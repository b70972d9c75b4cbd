import type { QueueLoad } from '../lib/load.ts';

export interface RenderRequest {
  url: string;
  /** The account that the page is for: browser slots and turns at a host are shared fairly between accounts. */
  account?: string;
  timeoutMs: number;
  /** Geo code in upper case, which selects the proxy. */
  geo?: string;
  /** A BCP 47 tag such as "en-GB". */
  locale?: string;
  /** Accept-Language; default: the locale's. */
  acceptLanguage?: string;
  /** An IANA name such as "Europe/Paris". */
  timeZone?: string;
  /** True to record the page's XHR and fetch exchanges. */
  captureExchanges?: boolean;
  /**
   * True to read the page completely: wait while it shows a placeholder such as "Loading…", scroll through it, read
   * its frames, and include its source if little text is shown.
   */
  whole?: boolean;
  respectRobots?: boolean;
  /** Minimum time between two requests to one host. */
  minIntervalMs?: number;
  signal?: AbortSignal;
}

export interface PageExchange {
  url: string;
  method: string;
  status: number;
  contentType: string;
  requestBody: string;
  body: string;
  truncated: boolean;
}

export interface RenderedFrame {
  url: string;
  /** "" if the page states none. */
  title: string;
  /** The frame's final document, if the frame is part of the page. */
  html?: string;
}

export interface RenderedPage {
  status: number;
  /** After redirects. */
  url: string;
  contentType: string;
  /** The final document in UTF-8, whatever charset it declares. */
  html: Uint8Array;
  exchanges: PageExchange[];
  /** The HTML as the site sent it, in UTF-8; only with `whole`, if the page shows little text. */
  source?: Uint8Array;
  /** Only with `whole`: true if the page's list was still growing when scrolling stopped. */
  moreOnScroll?: boolean;
  /** Only with `whole`. */
  frames?: RenderedFrame[];
}

/** Renders pages in a browser whose requests pass the address guard; rejects with EgressError. */
export interface Renderer {
  /** Why no page can be rendered, such as no browser found; undefined if pages can be rendered. */
  unavailable(): Promise<string | undefined>;
  render(request: RenderRequest): Promise<RenderedPage>;
  /** Pages in the browser and waiting for it; absent if unknown. */
  load?(): QueueLoad;
  close(): Promise<void>;
}
