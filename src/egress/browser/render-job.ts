import type { RenderRequest } from '../renderer.ts';
import type { BrowserSettings } from './settings.ts';

export interface BrowserOptions {
  settings: BrowserSettings;
  /** Maximum number of open pages. */
  size: number;
  /** Maximum number of waiting pages of one account; more are refused. */
  queue: number;
  pagesPerBrowser: number;
  idleMs: number;
}

export interface RenderJob extends Pick<
  RenderRequest,
  'url' | 'account' | 'timeoutMs' | 'locale' | 'acceptLanguage' | 'timeZone' | 'captureExchanges' | 'whole'
> {
  /** The filter proxy's address, with the credentials of this page's session. */
  proxyUrl: string;
  /** True if `mayLoad` must be called before every navigation. */
  asksFirst: boolean;
}

/** Decisions that are made outside the browser while it opens a page. */
export interface RenderWatch {
  /** Aborting abandons the page, which rejects with the reason if that is an EgressError. */
  signal: AbortSignal;
  /** Called when a document of the page has loaded or failed to load. */
  onDocument(url: string): void;
  /**
   * True if the document may be loaded; aborts the signal if not. Called for jobs with `asksFirst`; never rejects.
   */
  mayLoad(url: string): Promise<boolean>;
  /** True if a frame may load the document. A refusal does not abort the signal; never rejects. */
  mayLoadFrame(url: string): Promise<boolean>;
}
