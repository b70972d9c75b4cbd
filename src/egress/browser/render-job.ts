import type { RenderRequest } from '../renderer.ts';
import type { BrowserSettings } from './settings.ts';

export interface BrowserOptions {
  settings: BrowserSettings;
  size: number;
  queue: number;
  pagesPerBrowser: number;
  idleMs: number;
}

export interface RenderJob extends Pick<
  RenderRequest,
  'url' | 'account' | 'timeoutMs' | 'locale' | 'acceptLanguage' | 'timeZone' | 'captureExchanges' | 'whole'
> {
  /** URL of the filter proxy, with the credentials of this page's session. */
  proxyUrl: string;
  /** True if `mayLoad` or `mayLoadFrame` must be asked before each navigation. */
  asksFirst: boolean;
}

export interface RenderWatch {
  /**
   * If the signal aborts, the page is abandoned, and rendering rejects with the signal's reason if that is an
   * EgressError, otherwise with a time-out.
   */
  signal: AbortSignal;
  onDocument(url: string): void;
  /** Aborts the signal if the document must not be loaded. Called only for jobs with `asksFirst`; never rejects. */
  mayLoad(url: string): Promise<boolean>;
  mayLoadFrame(url: string): Promise<boolean>;
}
