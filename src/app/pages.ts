import type { BrowserDoor, EgressDoor } from '../egress/create-egress.ts';
import { createRenderer } from '../egress/create-renderer.ts';
import { EgressError } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import { closeAll } from '../lib/close-all.ts';
import { createProcessPageReader, type PageReader } from '../pages/page-reader.ts';
import { UrlScraper } from '../pages/scrape-urls.ts';
import type { Core, Overrides } from './core.ts';

/** Beside a door that no browser can go through: a played internet. */
const NO_RENDERER: Renderer = {
  unavailable: async () => 'No browser goes through this door.',
  render: () => Promise.reject(new EgressError('no_browser', 'no browser goes through this door')),
  close: async () => {},
};

export interface PageService {
  renderer: Renderer;
  reader: PageReader;
  scraper: UrlScraper;
  close(): Promise<void>;
}

/** The reading of pages and its browser, for the service and for the command line alike. */
export function createPages({ config, clock }: Core, egress: EgressDoor, overrides: Overrides = {}): PageService {
  const renderer =
    overrides.renderer ??
    ('admit' in egress ? createRenderer({ door: egress as BrowserDoor, settings: config }) : NO_RENDERER);
  const reader = overrides.pageReader ?? createProcessPageReader();
  const scraper = new UrlScraper({
    egress,
    renderer,
    reader,
    clock,
    respectRobots: config.robotsTxt === 'all',
    urlsPerAccount: config.scrapeUrlsPerAccount,
  });
  return {
    renderer,
    reader,
    scraper,
    close: () => closeAll([() => renderer.close(), () => reader.close()]),
  };
}
