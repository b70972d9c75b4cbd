import type { RenderRequest } from '../renderer.ts';
import type { BrowserSettings } from './settings.ts';

export interface BrowserOptions {
  settings: BrowserSettings;
  /** Maximum number of open pages. */
  size: number;
  /** Maximum number of waiting pages of one account; more are refused. */
  queue: number;
  /** Number of pages after which a browser is replaced. */
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
  /** Whether `mayLoad` must be called before every navigation. */
  asksFirst: boolean;
}

/** Decisions that are made outside the browser while it opens a page. */
export interface RenderWatch {
  /** Abandons the page, which rejects with the reason if that is an EgressError. */
  signal: AbortSignal;
  /** Called when a document of the page has loaded or failed to load. */
  onDocument(url: string): void;
  /** Whether the document may be loaded, for jobs with `asksFirst`; aborts the signal if not. Never rejects. */
  mayLoad(url: string): Promise<boolean>;
  /** The same for a document of a frame, but a refusal does not abort. Never rejects. */
  mayLoadFrame(url: string): Promise<boolean>;
}
