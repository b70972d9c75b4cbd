import type { BrowserSettings } from '../egress/browser/settings.ts';
import type { BrowserEgress } from '../egress/create-egress.ts';
import { createRenderer } from '../egress/create-renderer.ts';
import { EgressError, type Egress } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import type { PoolLoad, QueueLoad } from '../lib/load.ts';
import { closeAll } from '../lib/close-all.ts';
import { createProcessPageReader, type PageReader } from './page-reader.ts';
import { UrlScraper, type PageScraper } from './scrape-urls.ts';

export interface PagesLoad {
  urls?: QueueLoad;
  heldBytes?: number;
  browser?: QueueLoad;
  readers?: PoolLoad;
  /** Absent if pages are loaded in this process. `rssBytes` is 0 unless a running page process has reported it. */
  process?: { rssBytes: number; started: number; failed: number };
}

export interface Pages {
  renderer: Renderer;
  reader: PageReader;
  scraper: PageScraper;
  load(): PagesLoad;
  /** Closes the renderer and the reader, but not an egress that was passed in. */
  close(): Promise<void>;
}

export interface PagesOptions {
  egress: Egress | BrowserEgress;
  browser: BrowserSettings;
  clock: Clock;
  respectRobots: boolean;
  urlsPerAccount: number;
  renderer?: Renderer | undefined;
  reader?: PageReader | undefined;
}

const NO_RENDERER: Renderer = {
  unavailable: async () => 'This installation has no browser.',
  render: () => Promise.reject(new EgressError('no_browser', 'this installation has no browser')),
  close: async () => {},
};

/**
 * The returned object loads pages in the calling process. Only the browser and the readers run in separate processes.
 */
export function createPages(options: PagesOptions): Pages {
  const { egress, browser, clock, respectRobots, urlsPerAccount } = options;
  const renderer =
    options.renderer ?? ('admit' in egress ? createRenderer({ egress, settings: browser }) : NO_RENDERER);
  const reader = options.reader ?? createProcessPageReader();
  const scraper = new UrlScraper({ egress, renderer, reader, clock, respectRobots, urlsPerAccount });
  return {
    renderer,
    reader,
    scraper,
    load: () => {
      const atBrowser = renderer.load?.();
      const readers = reader.load?.();
      return { ...scraper.load(), ...(atBrowser && { browser: atBrowser }), ...(readers && { readers }) };
    },
    close: () => closeAll([() => renderer.close(), () => reader.close()]),
  };
}
