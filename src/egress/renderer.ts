import type { QueueLoad } from '../lib/load.ts';

/** What may be asked of a browser. */
export interface RenderRequest {
  url: string;
  /** Whose page it is: places in the browser are shared out over accounts. */
  account?: string;
  timeoutMs: number;
  /** Proxy to go through: a geo code in upper case. */
  geo?: string;
  /** BCP 47, e.g. "en-GB". */
  locale?: string;
  /** Accept-Language; that of the locale when absent. */
  acceptLanguage?: string;
  /** IANA name, e.g. "Europe/Paris". */
  timeZone?: string;
  /** Keep the page's XHR and fetch exchanges. */
  captureExchanges?: boolean;
  respectRobots?: boolean;
  /** Least time between two pages of one host. */
  paceMs?: number;
  signal?: AbortSignal;
}

/** One XHR or fetch exchange of a page. */
export interface PageExchange {
  url: string;
  method: string;
  /** 0 when no answer came. */
  status: number;
  contentType: string;
  requestBody: string;
  body: string;
  truncated: boolean;
}

export interface RenderedPage {
  status: number;
  /** After redirects. */
  url: string;
  contentType: string;
  /** The document as the browser has it at the end, in UTF-8 whatever it says of itself: bytes pass threads without weighing on any heap. */
  html: Uint8Array;
  exchanges: PageExchange[];
}

/** A browser behind the same door as every other request; rejects with EgressError. */
export interface Renderer {
  /** Why no page can be rendered (no browser found); undefined when one can. */
  unavailable(): Promise<string | undefined>;
  render(request: RenderRequest): Promise<RenderedPage>;
  /** Pages in the browser and before it; absent where that is not known here. */
  load?(): QueueLoad;
  close(): Promise<void>;
}
