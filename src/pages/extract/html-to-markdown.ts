import { squeeze } from '../../lib/text.ts';
import { stripHidden } from '../../lib/hidden-text.ts';
import { escapeInline } from '../markdown/escape.ts';
import { toMarkdown } from '../markdown/serialize.ts';
import { buildTree } from '../tree/builder.ts';
import { extractMain } from './extract-main.ts';
import { hideUnseen } from './hide.ts';
import { findJobPosting } from './job-posting.ts';
import { hasType, own, readJsonLd, type LinkedData } from '../../reading/json-ld.ts';
import { guessKind } from './kind.ts';
import { Dropped, textOf, type ElementNode, type PageTree } from '../tree/nodes.ts';
import { findTitle } from './title.ts';
import { detectWall, type PageWall } from './walls.ts';

/** Main content with fewer letters is none. */
const EMPTY = 20;
/** With fewer letters it is thin: the whole page is given, if there are more sentences in it. */
const THIN = 200;
/** A shorter description is a label. */
const SENTENCE = 60;
/** Adverts whose text is on the page to this share are not given a second time. */
const COVERED = 0.6;

/**
 * A page's main content as markdown: its title as `#` heading, the facts of a
 * job advert, then the text. Hidden text, scripts and invisible characters are
 * left out; addresses are absolute.
 */
export function htmlToMarkdown(html: string, url: string): { markdown: string; wall: PageWall | undefined } {
  const page = buildTree(html, url);
  const data = readJsonLd(page.jsonLd);
  const kind = guessKind(page, url);
  hideUnseen(page);
  const wall = detectWall(page, html, url);
  const main = extractMain(page, kind);
  const options = { baseUrl: page.baseUrl, level: Dropped.boilerplate };
  const parts: string[] = [];
  const posting = findJobPosting(data, page.baseUrl);
  const title = posting?.title || findTitle(page) || statedTitle(data);
  let body = isThin(main, page)
    ? toMarkdown(page.root, { ...options, level: Dropped.unseen })
    : toMarkdown(main, options);
  if (posting && !covers(body, posting.description)) {
    body = `${body}\n\n${fragmentToMarkdown(posting.description, page.baseUrl)}`;
  }
  if (body.length < THIN) body = `${body}\n\n${statedText(data, page)}`;
  if (!startsWithTitle(body, title) && title !== '') parts.push(`# ${escapeInline(title)}`);
  if (posting && posting.facts !== '') parts.push(posting.facts);
  parts.push(body.trim());
  return { markdown: stripHidden(parts.filter((part) => part !== '').join('\n\n')), wall };
}

/** The wall alone, for those who want a page's markup. */
export function findWall(html: string, url: string): PageWall | undefined {
  const page = buildTree(html, url);
  hideUnseen(page);
  return detectWall(page, html, url);
}

function isThin(main: ElementNode, page: PageTree): boolean {
  return main.size < EMPTY || (main.size < THIN && page.seenProse > main.size * 2);
}

/** Whether the body's first lines have the title as a heading already. */
function startsWithTitle(body: string, title: string): boolean {
  const wanted = letters(title);
  if (wanted === '') return true;
  return body
    .slice(0, 3_000)
    .split('\n')
    .some((line) => line.startsWith('# ') && letters(line) === wanted);
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function covers(body: string, description: string): boolean {
  const words = letterWords(textOf(buildTree(description, 'https://localhost/').root));
  if (words.length === 0) return true;
  const present = new Set(letterWords(body));
  return words.filter((word) => present.has(word)).length >= words.length * COVERED;
}

function letterWords(text: string): string[] {
  return (
    text
      .slice(0, 200_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  );
}

function statedTitle(data: readonly LinkedData[]): string {
  for (const item of data) {
    const headline = own(item, 'headline');
    if (typeof headline === 'string') return squeeze(headline.slice(0, 1_000)).slice(0, 300);
  }
  return '';
}

/** What a page without text says of itself in its head. */
function statedText(data: readonly LinkedData[], page: PageTree): string {
  for (const key of ['articleBody', 'text', 'description'])
    for (const item of data) {
      const text = hasType(item, 'JobPosting') ? undefined : own(item, key);
      if (typeof text === 'string' && text.length > SENTENCE) return fragmentToMarkdown(text, page.baseUrl);
    }
  return escapeInline(squeeze(page.meta.get('og:description') ?? page.meta.get('description') ?? ''));
}

/** Markdown of HTML that came in another text. */
function fragmentToMarkdown(html: string, baseUrl: string): string {
  const fragment = buildTree(html, baseUrl);
  hideUnseen(fragment);
  return toMarkdown(fragment.root, { baseUrl, level: Dropped.unseen });
}
