import { decodeBody } from '../lib/charset.ts';
import { cutMarkdown, cutPlain, CONTENT_LIMIT } from './content/cut.ts';
import { kindOf } from './content/kinds.ts';
import { plainText } from './content/plain-text.ts';
import { htmlToMarkdown, type PageSigns } from './extract/html-to-markdown.ts';
import { longestRun } from './markdown/escape.ts';
import { unsupported, UNREADABLE_PDF, type PageContent, type PageInput } from './page-content.ts';

/** The browser's read script marks hidden elements with this attribute. */
const LAYOUT_MARK = / data-jobdata-layout="(?:read|gone|faint)"/g;

/**
 * Sent to the reading process together with the page's bytes. If `plainText` is true, only plain text is made, because
 * reading failed or took too long.
 */
export interface PageTask {
  input: Omit<PageInput, 'body'>;
  plainText: boolean;
}

export interface PageAtHand extends PageInput {
  free?(): void;
}

/** A PDF is `unsupported` here, because another process reads PDFs. */
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

export function readPlainText(input: PageAtHand): PageContent {
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
  const { markdown, ...signs } = htmlToMarkdown(html, url, rendered);
  if (output === 'markdown') return withSigns(cutMarkdown(markdown), signs);
  return withSigns(cutPlain(rendered ? html.replace(LAYOUT_MARK, '') : html), signs);
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
