import { createServiceEgress } from '../app/create-egress.ts';
import { createLocalPages } from '../app/pages.ts';
import { ServiceError, UsageError } from '../errors.ts';
import { readScrapeRequest } from '../tools/scrape-url.ts';
import { choice, configOf, output, requirePositional, text, withCore, type Command } from './command.ts';

export const scrape: Command = {
  name: 'scrape',
  summary: 'Read a web page (not metered).',
  usage: 'URL [--output markdown|raw|xhr] [--no-javascript] [--geo G] [--locale L] [--json]',
  examples: ['https://example.com/', 'https://example.com/ --output raw --no-javascript'],
  words: 1,
  details:
    'Prints the content. --json prints {url, content} and what is known of the fetch. Ends with 1 when the page could not be delivered.',
  run: (given) =>
    withCore(given, async (core) => {
      const url = requirePositional(given, 0, 'URL');
      if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
        throw new UsageError('URL must be an http or https address.');
      const { egressProxies, callDeadlineMs } = configOf(given);
      const [geo, locale] = [text(given, 'geo'), text(given, 'locale')];
      const request = readScrapeRequest(
        {
          urls: [url],
          use_javascript: given.values['no-javascript'] !== true,
          output: choice<'markdown' | 'raw' | 'xhr'>(given, 'output') ?? 'markdown',
          ...(geo === undefined ? {} : { geo }),
          ...(locale === undefined ? {} : { locale }),
        },
        Object.keys(egressProxies).sort(),
      );
      const { overrides } = given.terminal;
      const accessMethod = overrides?.egress ?? createServiceEgress(core, overrides);
      const pages = createLocalPages(core, accessMethod, overrides);
      try {
        const scraped = await pages.scraper.scrape(request, {
          account: 'operator',
          signal: AbortSignal.timeout(callDeadlineMs),
          deadlineAt: core.clock.now() + callDeadlineMs,
          onProgress: () => {},
        });
        const page = scraped.get(url);
        if (!page) throw new Error('The page was lost.');
        if (given.values['json'] || !page.row.error) output(given, { url, content: page.text, ...page.row }, page.text);
        if (page.row.error) throw new ServiceError('upstream_failed', page.text);
        if (page.row.not_rendered !== undefined) {
          given.terminal.stderr(`Read without its scripts: ${page.row.not_rendered}\n`);
        }
      } finally {
        await pages.close();
        await accessMethod.close();
      }
    }),
};
