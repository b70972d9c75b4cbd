import { decodeBody } from '../lib/charset.ts';
import { cutMarkdown, cutPlain, CONTENT_LIMIT } from './content/cut.ts';
import { kindOf } from './content/kinds.ts';
import { plainText } from './content/plain-text.ts';
import { findWall, htmlToMarkdown } from './extract/html-to-markdown.ts';
import { longestRun } from './markdown/escape.ts';
import { unsupported, type PageContent, type PageInput } from './page-reader.ts';

/** What the browser's read script notes in the markup. */
const LAYOUT_MARK = / data-jobdata-layout="(?:read|gone|faint)"/g;

/** What a thread is given: `plainly`, where reading it as what it is took too long or failed. */
export interface PageTask {
  input: PageInput;
  plainly: boolean;
}

/** Reads one page in this thread, PDFs excepted: those have a process. Never throws on what a page holds. */
export function readPage(input: PageInput): PageContent {
  const { contentType, body, output } = input;
  const reading = kindOf(contentType, body);
  if ('unsupported' in reading) return unsupported(reading.unsupported);
  if (reading.kind === 'pdf') return unsupported('application/pdf that cannot be read');
  const text = decoded(body, contentType);
  if (reading.kind === 'html') return readHtml(text, input);
  if (output === 'raw' || reading.kind === 'text') return output === 'raw' ? cutPlain(text) : cutMarkdown(text);
  const trimmed = text.trim();
  const fence = '`'.repeat(Math.max(3, longestRun(trimmed, '`') + 1));
  return cutMarkdown(`${fence}json\n${trimmed}\n${fence}`);
}

/** What is given when reading took too long or failed: the text of the whole page, whatever it is. */
export function readPlainly(input: PageInput): PageContent {
  const reading = kindOf(input.contentType, input.body);
  if ('unsupported' in reading) return unsupported(reading.unsupported);
  if (reading.kind === 'pdf') return unsupported('application/pdf that cannot be read');
  const text = decoded(input.body, input.contentType);
  if (input.output === 'raw' || reading.kind !== 'html') return cutPlain(text);
  return cutMarkdown(plainText(text, CONTENT_LIMIT));
}

function decoded(body: Uint8Array | string, contentType: string): string {
  return (typeof body === 'string' ? body : decodeBody(body, contentType)).replace(/^\ufeff/, '');
}

function readHtml(html: string, { url, output, rendered = false }: PageInput): PageContent {
  if (output === 'raw') {
    const text = rendered ? html.replace(LAYOUT_MARK, '') : html;
    return withWall(cutPlain(text), findWall(html, url, rendered));
  }
  const { markdown, wall } = htmlToMarkdown(html, url, rendered);
  return withWall(cutMarkdown(markdown), wall);
}

function withWall(content: PageContent, wall: PageContent['wall'] | undefined): PageContent {
  return wall === undefined ? content : { ...content, wall };
}
