import type { BrowserSettings } from '../../egress/browser/settings.ts';
import type { EgressSettings } from '../../egress/create-egress.ts';
import { EgressError, type EgressFault } from '../../egress/egress.ts';
import type { RenderedPage, RenderRequest } from '../../egress/renderer.ts';
import type { HostSlot } from '../../shared/types.ts';
import type { PagesLoad } from '../create-pages.ts';
import type { PageReport } from '../page-report.ts';
import type { ScrapedUrl } from '../scraped-url.ts';
import type { ScrapeCall, ScrapeRequest } from '../scrape-urls.ts';

/** The first message to the page process contains only the settings that pages need. */
export type PageProcessSettings = EgressSettings &
  BrowserSettings & {
    respectRobots: boolean;
    urlsPerAccount: number;
    throttle: boolean;
  };

/** The page process follows the service's clock, because orders contain times. */
export interface ClockOrder {
  now: number;
}

export interface OpenOrder extends ClockOrder {
  settings: PageProcessSettings;
}

export interface ScrapeOrder extends Pick<ScrapeCall, 'account' | 'deadlineAt'> {
  request: ScrapeRequest;
}

export type ScrapeAnswer = [url: string, scraped: ScrapedUrl][];

export type ScrapeUpdate = { page: PageReport } | Parameters<ScrapeCall['onProgress']>[0];

export interface BeatAnswer extends Omit<PagesLoad, 'process'> {
  rssBytes: number;
}

export type RenderOrder = Omit<RenderRequest, 'signal'>;

/** The HTML follows separately, as bytes. */
export type RenderAnswer = Omit<RenderedPage, 'html'>;

/**
 * The page process asks the service for a slot at a host, because the service owns the host throttle. `latestAt` is in
 * milliseconds since the epoch.
 */
export interface ThrottleOrder {
  host: string;
  minIntervalMs: number;
  latestAt: number;
}

export type ThrottleAnswer = HostSlot;

interface WrittenFault {
  fault: EgressFault;
  message: string;
}

export function writeFault(error: unknown): WrittenFault {
  return error instanceof EgressError
    ? { fault: error.fault, message: error.message }
    : { fault: 'crashed', message: 'the page could not be loaded' };
}

export function readFault(value: unknown): EgressError {
  const { fault, message } = value as WrittenFault;
  return new EgressError(fault, message);
}
