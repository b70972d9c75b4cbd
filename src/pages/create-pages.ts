import type { BrowserSettings } from '../egress/browser/settings.ts';
import type { BrowserDoor } from '../egress/create-egress.ts';
import { createRenderer } from '../egress/create-renderer.ts';
import { EgressError, type Egress } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { closeAll } from '../lib/close-all.ts';
import { createProcessPageReader, type PageReader } from './page-reader.ts';
import { UrlScraper, type PageScraper } from './scrape-urls.ts';

/** The reading of pages with its browser. */
export interface Pages {
  renderer: Renderer;
  reader: PageReader;
  scraper: PageScraper;
  /** Closes the browser and the readers; the door stays open. */
  close(): Promise<void>;
}

export interface PagesOptions {
  egress: Egress | BrowserDoor;
  browser: BrowserSettings;
  clock: Clock;
  respectRobots: boolean;
  urlsPerAccount: number;
  /** In place of a browser that goes through the door. */
  renderer?: Renderer | undefined;
  reader?: PageReader | undefined;
}

/** Beside a door that no browser can go through: a played internet. */
const NO_RENDERER: Renderer = {
  unavailable: async () => 'No browser goes through this door.',
  render: () => Promise.reject(new EgressError('no_browser', 'no browser goes through this door')),
  close: async () => {},
};

/** The reading of pages in the calling process, the browser's and readers' own ones apart. */
export function createPages(options: PagesOptions): Pages {
  const { egress, browser, clock, respectRobots, urlsPerAccount } = options;
  const renderer =
    options.renderer ?? ('admit' in egress ? createRenderer({ door: egress, settings: browser }) : NO_RENDERER);
  const reader = options.reader ?? createProcessPageReader();
  return {
    renderer,
    reader,
    scraper: new UrlScraper({ egress, renderer, reader, clock, respectRobots, urlsPerAccount }),
    close: () => closeAll([() => renderer.close(), () => reader.close()]),
  };
}
