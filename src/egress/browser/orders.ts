import type { EgressFault } from '../egress.ts';
import type { RenderedPage, RenderRequest } from '../renderer.ts';
import type { BrowserSettings } from './settings.ts';

/** What the browser's thread is told when it starts. */
export interface BrowserThreadData {
  settings: BrowserSettings;
  /** Pages open at a time. */
  size: number;
  /** Pages of one account that may wait for their turn; more are refused. */
  queue: number;
  /** A browser is replaced after so many pages. */
  pagesPerBrowser: number;
}

/** One page to open, as it crosses to the browser's thread. */
export interface RenderJob extends Pick<
  RenderRequest,
  'url' | 'account' | 'timeoutMs' | 'locale' | 'acceptLanguage' | 'timeZone' | 'captureExchanges' | 'whole'
> {
  /** The way out, with its credentials. */
  proxyUrl: string;
  /** Ask before every document that the page goes to. */
  asksFirst: boolean;
}

export type BrowserOrder =
  | { kind: 'visit'; id: number; order: RenderJob }
  /** The document asked about may be loaded. */
  | { kind: 'proceed'; id: number; question: string }
  /** Nobody waits for the page any more. */
  | { kind: 'stop'; id: number }
  | { kind: 'close' };

export type BrowserReport =
  /** The page has its place in the browser. */
  | { kind: 'begun'; id: number }
  /** A document of the page came, or failed to. */
  | { kind: 'document'; id: number; url: string }
  | { kind: 'question'; id: number; question: string; url: string }
  | { kind: 'page'; id: number; page: RenderedPage }
  | { kind: 'fault'; id: number; fault: EgressFault; message: string };
