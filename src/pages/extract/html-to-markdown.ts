import { squeeze } from '../../lib/text.ts';
import { stripHidden } from '../../lib/hidden-text.ts';
import { escapeInline } from '../markdown/escape.ts';
import { toMarkdown } from '../markdown/serialize.ts';
import { buildTree } from '../tree/builder.ts';
import { extractMain } from './extract-main.ts';
import { hideUnseen } from './hide.ts';
import { takeFacts } from './facts.ts';
import { findJobPosting, type JobPosting } from './job-posting.ts';
import { hasType, own, readJsonLd, type LinkedData } from '../../reading/json-ld.ts';
import { guessKind } from './kind.ts';
import { Dropped, textOf, type PageTree } from '../tree/nodes.ts';
import { findTitle } from './title.ts';
import { readAdvert, type AdvertReading } from '../advert/read-advert.ts';
import { detectPageBlock, type PageBlock } from './block-pages.ts';
import { findFrames, type PageFrame } from './frames.ts';
import { isPlaceholder } from '../../egress/placeholder.ts';

/** Longer markdown is not a placeholder, nor is markdown with MAXIMUM_BESIDE or more letters and digits beside one. */
const MAXIMUM_PLACEHOLDER_TEXT = 600;
const MAXIMUM_BESIDE = 20;
const EMPTY = 20;
const THIN = 200;
/** A heading after this many letters belongs to a section and is not the title. */
const OPENING = 200;
const SENTENCE = 60;
/** The description of a JobPosting is added only if a smaller share of its words is on the page. */
const COVERED = 0.6;

export interface PageSigns {
  blockPage: PageBlock | undefined;
  advert: AdvertReading | undefined;
  placeholder: string | undefined;
  /** Empty for rendered pages, whose frames the browser reports. */
  frames: PageFrame[];
}

/**
 * Writes the title, the facts of a job advert, and the main content with absolute addresses. `rendered` means that a
 * browser loaded the page and may have marked the elements that its layout hides.
 */
export function htmlToMarkdown(html: string, url: string, rendered = false): PageSigns & { markdown: string } {
  const page = buildTree(html, url);
  const data = readJsonLd(page.jsonLd);
  const kind = guessKind(page, url);
  hideUnseen(page, rendered);
  const blockPage = detectPageBlock(page, html, url);
  const frames = rendered ? [] : findFrames(page, url);
  const main = extractMain(page, kind);
  const posting = findJobPosting(data, page.baseUrl);
  const { text, heading } = findTitle(page, main);
  const title = heading ? text : posting?.title || text || statedTitle(data);
  const advert = readAdvert(page, url, posting, title);
  const facts = takeFacts(page, main, heading, kind, url, posting !== undefined);
  // The heading becomes the title, so it is not written in its own place.
  if (heading) heading.dropped = Dropped.unseen;
  const options = { baseUrl: page.baseUrl, pageUrl: url };
  let body = toMarkdown(main, { ...options, level: Dropped.boilerplate });
  if (main.size < EMPTY && !posting?.description) body = toMarkdown(page.root, { ...options, level: Dropped.unseen });
  if (posting && !covers(body, posting.description)) {
    const description = fragmentToMarkdown(posting.description, page.baseUrl);
    // If the content has no sentence, its text is navigation or recommendations, so the description replaces it.
    body = main.proseSize < SENTENCE ? description : `${body}\n\n${description}`;
  }
  const stated = body.length < THIN ? statedText(data, page) : '';
  const shown = body.trim() === '' ? title : body;
  const placeholder = posting || stated.length >= THIN ? undefined : findPlaceholder(shown);
  if (stated !== '') body = `${body}\n\n${stated}`;
  const parts = [
    title === '' ? '' : `# ${escapeInline(title)}`,
    posting ? jobFacts(posting, title) : '',
    ...facts.map((box) => toMarkdown(box, { ...options, level: Dropped.boilerplate })),
    withoutTitle(body, title).trim(),
  ];
  return {
    markdown: stripHidden(parts.filter((part) => part !== '').join('\n\n')),
    blockPage,
    advert,
    placeholder,
    frames,
  };
}

function jobFacts({ title, facts }: JobPosting, heading: string): string {
  const other = title !== '' && !letters(heading).includes(letters(title));
  return [other ? `- Job: ${escapeInline(title)}` : '', facts].filter((part) => part !== '').join('\n');
}

function withoutTitle(body: string, title: string): string {
  if (title === '') return body;
  const lines = body.trimStart().split('\n');
  for (let index = 0, above = 0; index < lines.length && above < OPENING; index += 1) {
    const line = lines[index] as string;
    if (/^\s*(?:```|~~~)/.test(line)) break;
    // Some forums repeat the title in bold above the first post.
    const isHeading = /^#{1,6} |^\*\*[^*]+\*\*\s*$/.test(line);
    if (!isHeading) above += letters(withoutLinks(line)).length;
    else if (letters(withoutLinks(line)) === letters(title)) return lines.toSpliced(index, 1).join('\n');
  }
  return body;
}

function withoutLinks(line: string): string {
  return line.replace(/\]\([^)]*\)/g, ']');
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

function statedText(data: readonly LinkedData[], page: PageTree): string {
  for (const key of ['articleBody', 'text', 'description'])
    for (const item of data) {
      const text = hasType(item, 'JobPosting') ? undefined : own(item, key);
      if (typeof text === 'string' && text.length > SENTENCE) return fragmentToMarkdown(text, page.baseUrl);
    }
  return escapeInline(squeeze(page.meta.get('og:description') ?? page.meta.get('description') ?? ''));
}

function fragmentToMarkdown(html: string, baseUrl: string): string {
  const fragment = buildTree(html, baseUrl);
  hideUnseen(fragment);
  return toMarkdown(fragment.root, { baseUrl, pageUrl: baseUrl, level: Dropped.unseen });
}

/** Finds a placeholder such as "Loading…" in short markdown that has little other text besides links. */
export function findPlaceholder(markdown: string): string | undefined {
  if (markdown.length > MAXIMUM_PLACEHOLDER_TEXT) return undefined;
  const lines = markdown.split('\n').map((line) =>
    line
      .replace(/!?\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/^[\s#>*+-]+|[\\*_]/g, '')
      .trim(),
  );
  const found = lines.find(isPlaceholder);
  const beside = lines.filter((line) => !isPlaceholder(line)).join('');
  return beside.replace(/[^\p{L}\p{N}]+/gu, '').length < MAXIMUM_BESIDE ? found : undefined;
}
