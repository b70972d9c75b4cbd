import { createServiceEgress } from '../app/create-egress.ts';
import { createLocalPages } from '../app/pages.ts';
import { ServiceError, UsageError } from '../errors.ts';
import { readScrapeRequest } from '../tools/scrape-url.ts';
import {
  configOf,
  JSON_OPTION,
  printJson,
  requireOneOf,
  requirePositional,
  text,
  withCore,
  type Command,
} from './command.ts';

export const scrape: Command = {
  name: 'scrape',
  summary: 'Read a web page (not metered).',
  usage: 'URL [--output markdown|raw|xhr] [--no-javascript] [--geo G] [--locale L] [--json]',
  words: 1,
  details:
    'Prints the content. --json prints {url, content} and what is known of the fetch. Ends with 1 when the page could not be delivered.',
  options: {
    ...JSON_OPTION,
    output: { type: 'string' },
    'no-javascript': { type: 'boolean' },
    geo: { type: 'string' },
    locale: { type: 'string' },
  },
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
          output: requireOneOf(text(given, 'output') ?? 'markdown', ['markdown', 'raw', 'xhr'], '--output'),
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
        if (given.values['json']) printJson(given, { url, content: page.text, ...page.row });
        else if (!page.row.error) given.terminal.stdout(`${page.text}\n`);
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
