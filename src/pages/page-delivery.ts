import { STATUS_CODES } from 'node:http';
import { cutAt } from '../lib/text.ts';
import { CONTENT_LIMIT } from './content/cut.ts';
import type { LoadedPage } from './page-loader.ts';
import type { PageContent, PageInput, PageReader, ReadOptions } from './page-reader.ts';
import { Undelivered, type ScrapedUrl, type UrlRow } from './scraped-url.ts';
import { formatExchanges } from './xhr.ts';

export type ScrapeOutput = 'markdown' | 'raw' | 'xhr';

const WALLS: Readonly<Record<NonNullable<PageContent['wall']>, string>> = {
  challenge: 'the site shows a bot check instead of the page',
  consent: 'the site shows a consent screen instead of the page',
  login: 'the site shows a sign-in page instead of the page',
};

/** Reads a loaded page and decides whether it is delivered; rejects with Undelivered, or as the reader does. */
export async function deliverPage(
  page: LoadedPage,
  output: ScrapeOutput,
  reader: PageReader,
  options: ReadOptions,
): Promise<ScrapedUrl> {
  const facts: UrlRow = {
    http_status: page.status,
    final_url: page.url,
    content_type: page.contentType,
    rendered: page.rendered !== undefined,
    ...(page.notRendered === undefined ? {} : { not_rendered: page.notRendered }),
    truncated: false,
    total_characters: 0,
  };
  const input: PageInput = {
    url: page.url,
    contentType: page.readAs ?? page.contentType,
    body: page.body,
    // For exchanges it is read too: a wall's exchanges are not the page's.
    output: output === 'raw' ? 'raw' : 'markdown',
    rendered: page.rendered !== undefined,
  };
  const content = await reader.read(input, options);
  refuse(content, page.status, facts);
  if (output === 'xhr') {
    const document = formatExchanges(page.rendered?.exchanges ?? []);
    return {
      text: document.text,
      row: { ...facts, truncated: document.truncated, total_characters: document.totalCharacters },
    };
  }
  if (content.text.trim() === '') throw new Undelivered('empty', 'the page has no text', facts);
  return {
    text: cutAt(content.text, CONTENT_LIMIT),
    row: { ...facts, truncated: content.truncated, total_characters: content.totalCharacters },
  };
}

/** Throws Undelivered for what is not the page that was asked for (SPEC §5). */
function refuse(content: PageContent, status: number, facts: UrlRow): void {
  if (content.wall !== undefined) throw new Undelivered(`wall_${content.wall}`, WALLS[content.wall], facts);
  if (status >= 400) {
    // The proxy's library adds names of its own to the upper end of Node's table.
    const name = status < 590 ? STATUS_CODES[status] : undefined;
    const message = `the site answered with status ${status}${name ? ` (${name})` : ''}`;
    throw new Undelivered(`http_${status}`, message, facts, content.text);
  }
  if (content.unsupported !== undefined) {
    const message = `this kind of content is not read: ${content.unsupported} (HTML, JSON, text, XML, CSV and PDF are)`;
    throw new Undelivered('unsupported', message, facts);
  }
}
