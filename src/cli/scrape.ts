import { createServiceEgress } from '../app/create-egress.ts';
import { createLocalPages } from '../app/pages.ts';
import type { SampleServices } from '../samples/sample-services.ts';
import { ServiceError, UsageError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { readScrapeRequest } from '../tools/scrape-url.ts';
import { choice, configOf, output, requirePositional, text, withCore, type Command, type Given } from './command.ts';
import { withSamples } from './sample.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

export const scrape: Command = {
  name: 'scrape',
  summary: 'Read a web page (not metered).',
  usage: 'URL [--output markdown|raw|xhr] [--no-javascript] [--geo G] [--locale L] [--sample] [--json]',
  examples: [
    'https://pages.example/article --sample',
    'https://example.com/',
    'https://example.com/ --output raw --no-javascript',
  ],
  words: 1,
  details:
    'Prints the content. --json prints {url, content} and details of the fetch. The exit code is 1 if the page could not be delivered. --sample reads the sample pages of test keys offline, such as https://pages.example/article.',
  run: (given) => {
    const url = requirePositional(given, 0, 'URL');
    if (!/^https?:\/\//i.test(url) || !canParseUrl(url)) throw new UsageError('URL must be an http or https address.');
    return given.values['sample'] === true
      ? withSamples(given, ({ pages, clock }) => print(given, url, pages, clock))
      : withCore(given, async (core) => {
          const { overrides } = given.terminal;
          const egress = overrides?.egress ?? createServiceEgress(core, overrides);
          const pages = createLocalPages(core, egress, overrides);
          try {
            await print(given, url, pages.scraper, core.clock);
          } finally {
            await pages.close();
            await egress.close();
          }
        });
  },
};

async function print(given: Given, url: string, scraper: SampleServices['pages'], clock: Clock): Promise<void> {
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
  const scraped = await scraper.scrape(request, {
    account: 'operator',
    signal: AbortSignal.timeout(callDeadlineMs),
    deadlineAt: clock.now() + callDeadlineMs,
    onProgress: () => {},
  });
  const page = scraped.get(url);
  if (!page) throw new Error('The page was lost.');
  if (given.values['json'] || !page.row.error) output(given, { url, content: page.text, ...page.row }, page.text);
  if (page.row.error) throw new ServiceError('upstream_failed', page.text);
  if (page.row.not_rendered !== undefined) {
    given.terminal.stderr(`Read without running its scripts: ${page.row.not_rendered}\n`);
  }
}
