import { whyNoBrowser } from '../../egress/browser/settings.ts';
import { EgressError } from '../../egress/egress.ts';
import type { Renderer } from '../../egress/renderer.ts';
import type { Pages } from '../create-pages.ts';
import { createProcessPageReader } from '../page-reader.ts';
import type { PageScraper } from '../scrape-urls.ts';
import { undeliveredUrl } from '../scraped-url.ts';
import { PageProcess, type PageProcessOptions } from './client.ts';
import type { RenderAnswer, RenderOrder, ScrapeAnswer, ScrapeOrder, ScrapeUpdate } from './orders.ts';

/**
 * Loads and reads pages in a separate process with its own HTTP client, browser and readers, so that loading pages does
 * not slow down the service. The process starts when it is needed, and again after it has ended.
 */
export function createProcessPages(options: PageProcessOptions): Pages {
  const pages = new PageProcess(options);
  // The service uses this reader for sample pages, which need no loading.
  const reader = createProcessPageReader();
  const scraper: PageScraper = {
    scrape: async (request, { account, deadlineAt, signal, onProgress, onPage }) => {
      const order: ScrapeOrder = { request, account, deadlineAt };
      try {
        const { value, body } = await pages.call('scrape', order, {
          signal,
          onProgress: (message) => {
            const update = message as ScrapeUpdate;
            if ('page' in update) onPage?.(update.page);
            else onProgress(update);
          },
        });
        body.free();
        return new Map(value as ScrapeAnswer);
      } catch (error) {
        return new Map(request.urls.map((url) => [url, undeliveredUrl(new URL(url).href, error)]));
      }
    },
  };
  const renderer: Renderer = {
    unavailable: () => whyNoBrowser(options.settings),
    render: async ({ signal, ...request }) => {
      const order: RenderOrder = request;
      try {
        const { value, body } = await pages.call('render', order, { signal });
        return { ...(value as RenderAnswer), html: body.view() };
      } catch (error) {
        if (error instanceof EgressError) throw error;
        throw new EgressError('aborted', 'the call was ended', error);
      }
    },
    close: () => pages.close(),
  };
  return {
    renderer,
    reader,
    scraper,
    load: () => pages.load(),
    close: async () => {
      await pages.close();
      await reader.close();
    },
  };
}
