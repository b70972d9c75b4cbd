import type { RenderRequest } from '../renderer.ts';
import type { BrowserSettings } from './settings.ts';

export interface BrowserOptions {
  settings: BrowserSettings;
  /** Pages open at a time. */
  size: number;
  /** Pages of one account that may wait for their turn; more are refused. */
  queue: number;
  /** A browser is replaced after so many pages. */
  pagesPerBrowser: number;
  /** The browser is closed after this time without work. */
  idleMs: number;
}

/** One page to open. */
export interface RenderJob extends Pick<
  RenderRequest,
  'url' | 'account' | 'timeoutMs' | 'locale' | 'acceptLanguage' | 'timeZone' | 'captureExchanges' | 'whole'
> {
  /** The filter proxy's address, with the credentials of this page's session. */
  proxyUrl: string;
  /** Ask before every document that the page goes to. */
  asksFirst: boolean;
}

/** Decisions that are made outside the browser while it opens a page. */
export interface RenderWatch {
  /** Ends the visit; an EgressError as its reason is what the visit rejects with. */
  signal: AbortSignal;
  /** A document of the page came, or failed to come. */
  onDocument(url: string): void;
  /** Whether the document may be loaded, for jobs that ask first; aborts the signal where it may not. Never rejects. */
  mayLoad(url: string): Promise<boolean>;
  /** The same for a document of a frame; a refusal ends nothing. Never rejects. */
  mayLoadFrame(url: string): Promise<boolean>;
}
