import { createServiceEgress } from '../app/parts/create-egress.ts';
import { createLocalPages } from '../app/parts/pages.ts';
import type { SampleServices } from '../samples/sample-services.ts';
import { ServiceError, UsageError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { readScrapeRequest } from '../tools/scrape-url.ts';
import {
  choice,
  configOf,
  output,
  requirePositional,
  text,
  withAppContext,
  type Command,
  type CommandArguments,
} from './command.ts';
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
  run: (args) => {
    const url = requirePositional(args, 0, 'URL');
    if (!/^https?:\/\//i.test(url) || !canParseUrl(url))
      throw new UsageError('URL must be an http or https address, as in https://example.com/.');
    return args.values['sample'] === true
      ? withSamples(args, ({ pages, clock }) => print(args, url, pages, clock))
      : withAppContext(args, async (context) => {
          const { overrides } = args.terminal;
          const egress = overrides?.egress ?? createServiceEgress(context, overrides);
          const pages = createLocalPages(context, egress, overrides);
          try {
            await print(args, url, pages.scraper, context.clock);
          } finally {
            await pages.close();
            await egress.close();
          }
        });
  },
};

async function print(
  args: CommandArguments,
  url: string,
  scraper: SampleServices['pages'],
  clock: Clock,
): Promise<void> {
  const { egressProxies, callDeadlineMs } = await configOf(args);
  const [geo, locale] = [text(args, 'geo'), text(args, 'locale')];
  const request = readScrapeRequest(
    {
      urls: [url],
      use_javascript: args.values['no-javascript'] !== true,
      output: choice<'markdown' | 'raw' | 'xhr'>(args, 'output') ?? 'markdown',
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
  if (args.values['json'] || !page.row.error) output(args, { url, content: page.text, ...page.row }, page.text);
  if (page.row.error) throw new ServiceError('upstream_failed', page.text);
  if (page.row.not_rendered !== undefined) {
    args.terminal.stderr(`Read without running its scripts: ${page.row.not_rendered}\n`);
  }
}
