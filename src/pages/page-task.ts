import { decodeBody } from '../lib/charset.ts';
import { cutMarkdown, cutPlain, CONTENT_LIMIT } from './content/cut.ts';
import { kindOf } from './content/kinds.ts';
import { plainText } from './content/plain-text.ts';
import { htmlToMarkdown, readPageSigns, type PageSigns } from './extract/html-to-markdown.ts';
import { longestRun } from './markdown/escape.ts';
import { unsupported, UNREADABLE_PDF, type PageContent, type PageInput } from './page-content.ts';

/** What the browser's read script notes in the markup. */
const LAYOUT_MARK = / data-jobdata-layout="(?:read|gone|faint)"/g;

/** What a process is given beside a page's bytes: `plainly`, where reading it as what it is took too long or failed. */
export interface PageTask {
  input: Omit<PageInput, 'body'>;
  plainly: boolean;
}

/** A page at hand. */
export interface PageAtHand extends PageInput {
  /** Gives the bytes of the body back: called once its text has been made of them. */
  free?(): void;
}

/** Reads one page here, PDFs excepted: those have a process of their own kind. Never throws on what a page holds. */
export function readPage(input: PageAtHand): PageContent {
  const { contentType, body, output } = input;
  const reading = kindOf(contentType, body);
  if ('unsupported' in reading) return unsupported(reading.unsupported);
  if (reading.kind === 'pdf') return unsupported(UNREADABLE_PDF);
  const text = decoded(input);
  if (reading.kind === 'html') return readHtml(text, input);
  if (output === 'raw' || reading.kind === 'text') return output === 'raw' ? cutPlain(text) : cutMarkdown(text);
  const trimmed = text.trim();
  const fence = '`'.repeat(Math.max(3, longestRun(trimmed, '`') + 1));
  return cutMarkdown(`${fence}json\n${trimmed}\n${fence}`);
}

/** What is given when reading took too long or failed: the text of the whole page, whatever it is. */
export function readPlainly(input: PageAtHand): PageContent {
  const reading = kindOf(input.contentType, input.body);
  if ('unsupported' in reading) return unsupported(reading.unsupported);
  if (reading.kind === 'pdf') return unsupported(UNREADABLE_PDF);
  const text = decoded(input);
  if (input.output === 'raw' || reading.kind !== 'html') return cutPlain(text);
  return cutMarkdown(plainText(text, CONTENT_LIMIT));
}

function decoded({ body, contentType, free }: PageAtHand): string {
  const text = (typeof body === 'string' ? body : decodeBody(body, contentType)).replace(/^\ufeff/, '');
  free?.();
  return text;
}

function readHtml(html: string, { url, output, rendered = false }: PageInput): PageContent {
  if (output === 'raw') {
    const text = rendered ? html.replace(LAYOUT_MARK, '') : html;
    return withSigns(cutPlain(text), readPageSigns(html, url, rendered));
  }
  const { markdown, ...signs } = htmlToMarkdown(html, url, rendered);
  return withSigns(cutMarkdown(markdown), signs);
}

function withSigns(content: PageContent, { blockPage, advert, placeholder, frames }: PageSigns): PageContent {
  return {
    ...content,
    ...(blockPage !== undefined && { blockPage }),
    ...(advert !== undefined && { advert }),
    ...(placeholder !== undefined && { placeholder }),
    ...(frames.length > 0 && { frames }),
  };
}
