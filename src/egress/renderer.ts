import type { QueueLoad } from '../lib/load.ts';

export interface RenderRequest {
  url: string;
  /** The account for which the page is rendered. Accounts share browser slots and turns at a host fairly. */
  account?: string;
  timeoutMs: number;
  geo?: string;
  /** A BCP 47 tag such as "en-GB". */
  locale?: string;
  acceptLanguage?: string;
  /** An IANA name such as "Europe/Paris". */
  timeZone?: string;
  captureExchanges?: boolean;
  /**
   * True to read the page completely: wait while it shows a placeholder such as "Loading…", scroll through it, read its
   * frames, and include its source if it shows little text.
   */
  whole?: boolean;
  respectRobots?: boolean;
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
  title: string;
  /** The final document, if the frame is part of the page and could be read. */
  html?: string;
}

export interface RenderedPage {
  status: number;
  url: string;
  contentType: string;
  /** UTF-8, whatever charset the document declares. */
  html: Uint8Array;
  exchanges: PageExchange[];
  /** The HTML as the site sent it, in UTF-8. Present only with `whole`, if the page shows little text. */
  source?: Uint8Array;
  /** True if the page's list was still growing when scrolling stopped. Present only with `whole`. */
  moreOnScroll?: boolean;
  frames?: RenderedFrame[];
}

/** The address guard checks every request of the browser. `render` rejects with an EgressError. */
export interface Renderer {
  /** Returns undefined if pages can be rendered, or else the reason why not, such as a missing browser. */
  unavailable(): Promise<string | undefined>;
  render(request: RenderRequest): Promise<RenderedPage>;
  load?(): QueueLoad;
  close(): Promise<void>;
}
