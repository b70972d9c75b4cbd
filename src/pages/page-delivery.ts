import { STATUS_CODES } from 'node:http';
import { cutAt, shorten } from '../lib/text.ts';
import { resolveAdvert } from './advert/advert.ts';
import { CONTENT_LIMIT } from './content/cut.ts';
import { appendFrames } from './page-frames.ts';
import type { LoadedPage } from './page-loader.ts';
import type { PageContent, PageInput } from './page-content.ts';
import type { PageReader, ReadOptions } from './page-reader.ts';
import { Undelivered, type ScrapedUrl, type UrlRow } from './scraped-url.ts';
import { formatExchanges } from './xhr.ts';

export type ScrapeOutput = 'markdown' | 'raw' | 'xhr';

const BLOCK_PAGES: Readonly<Record<NonNullable<PageContent['blockPage']>, string>> = {
  challenge: 'the site shows a bot check instead of the page',
  consent: 'the site shows a consent screen instead of the page',
  login: 'the site shows a log-in page instead of the page',
};

export interface PageDelivery {
  askedUrl: string;
  output: ScrapeOutput;
  now: number;
  loadFrame(url: string): Promise<LoadedPage>;
}

const SCRIPTS_FAILED = "the page's scripts left only a few words of its HTML";
/**
 * The HTML as the site sent it replaces the rendered text if its text is this many times as long and has at least
 * SOURCE_LEAST characters.
 */
const SOURCE_TIMES = 5;
const SOURCE_LEAST = 500;

/** Rejects with Undelivered if the content must not be delivered (SPEC §5), or as `reader.read` does. */
export async function deliverPage(
  page: LoadedPage,
  { askedUrl, output, now, loadFrame }: PageDelivery,
  reader: PageReader,
  options: ReadOptions,
): Promise<ScrapedUrl> {
  const loaded: UrlRow = {
    http_status: page.status,
    final_url: page.url,
    content_type: page.contentType,
    rendered: page.rendered !== undefined,
    ...(page.notRendered === undefined ? {} : { not_rendered: page.notRendered }),
    truncated: false,
  };
  const input: PageInput = {
    url: page.url,
    contentType: page.readAs ?? page.contentType,
    body: page.body,
    // With the output `xhr`, the page is read too, because the exchanges of a block page are not delivered.
    output: output === 'raw' ? 'raw' : 'markdown',
    rendered: page.rendered !== undefined,
  };
  const shown = await reader.read(input, options);
  const source = output === 'xhr' ? undefined : await readSource(page, shown, input, reader, options);
  if (source) Object.assign(loaded, { rendered: false, not_rendered: SCRIPTS_FAILED });
  let content = source ?? shown;
  const { blockPage, advert: reading } = content;
  const advert =
    blockPage === undefined
      ? resolveAdvert({ askedUrl, finalUrl: page.url, httpStatus: page.status, now, reading })
      : undefined;
  const facts: UrlRow = { ...loaded, ...(advert !== undefined && { advert }) };
  refuse(content, page.status, facts);
  const notes: string[] = [];
  if (output !== 'xhr') {
    const frames = source ? undefined : page.rendered?.frames;
    const framed = await appendFrames(content, frames, page.url, { output, reader, options, loadFrame });
    content = framed.content;
    notes.push(...framed.notes);
  }
  if (page.rendered?.moreOnScroll && !source) notes.push('more_on_scroll');
  if (content.placeholder !== undefined) notes.push('placeholder');
  if (notes.length > 0) facts.notes = notes;
  const exchanges = output === 'xhr' ? (page.rendered?.exchanges ?? []) : [];
  // Raw HTML that no browser has rendered is what the site sent, so it is delivered even if it shows only a
  // placeholder.
  const isAsSent = output === 'raw' && !input.rendered;
  if (content.placeholder !== undefined && exchanges.length === 0 && !isAsSent)
    throw new Undelivered('empty', `the page shows only "${shorten(content.placeholder, 80)}"`, facts);
  if (output === 'xhr') {
    const document = formatExchanges(exchanges);
    return {
      text: document.text,
      row: { ...facts, truncated: document.truncated, total_characters: document.totalCharacters },
    };
  }
  if (content.text.trim() === '') {
    const message = page.status === 204 ? 'the site answered with status 204 (No Content)' : 'the page has no text';
    throw new Undelivered('empty', message, facts);
  }
  return {
    text: cutAt(content.text, CONTENT_LIMIT),
    row: { ...facts, ...sizeOf(content) },
  };
}

function sizeOf({ truncated, totalCharacters }: PageContent): Pick<UrlRow, 'truncated' | 'total_characters'> {
  return { truncated, total_characters: totalCharacters };
}

/**
 * Returns undefined unless the HTML as the site sent it has many times the text that the page's scripts left. With the
 * output `raw`, the rendered HTML is kept unless it shows only a placeholder.
 */
async function readSource(
  { rendered, status }: LoadedPage,
  shown: PageContent,
  input: PageInput,
  reader: PageReader,
  options: ReadOptions,
): Promise<PageContent | undefined> {
  // Error pages, block pages and closed adverts are short anyway, so their length does not show that scripts failed.
  if (!rendered?.source || status >= 400 || shown.blockPage !== undefined || shown.advert?.closedBy !== undefined)
    return undefined;
  const isRaw = input.output === 'raw';
  if (isRaw && shown.placeholder === undefined) return undefined;
  const sent: PageInput = { ...input, body: rendered.source, rendered: false };
  const source = await reader.read({ ...sent, output: 'markdown' }, options);
  if (source.blockPage !== undefined || source.placeholder !== undefined) return undefined;
  // The length of raw content includes its markup, so it is not compared. A raw page is read here only if it shows a
  // placeholder, which has few words.
  const least = isRaw ? SOURCE_LEAST : Math.max(SOURCE_LEAST, shown.totalCharacters * SOURCE_TIMES);
  if (source.totalCharacters < least) return undefined;
  return isRaw ? reader.read(sent, options) : source;
}

function refuse(content: PageContent, status: number, facts: UrlRow): void {
  if (content.blockPage !== undefined)
    throw new Undelivered(`wall_${content.blockPage}`, BLOCK_PAGES[content.blockPage], facts);
  if (status >= 400) {
    // The proxy library adds its own statuses, which begin at 590, to STATUS_CODES.
    const name = status < 590 ? STATUS_CODES[status] : undefined;
    const message = `the site answered with status ${status}${name ? ` (${name})` : ''}`;
    throw new Undelivered(`http_${status}`, message, facts, content.text);
  }
  if (content.unsupported !== undefined) {
    const message = `this type of content cannot be read: ${content.unsupported} (HTML, JSON, text, XML, CSV and PDF can)`;
    throw new Undelivered('unsupported', message, facts);
  }
}
