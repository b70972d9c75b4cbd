import { decodeHTML } from 'entities';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold, squeeze } from '../../lib/text.ts';
import { isSameCompany, type Aliases } from '../match/match.ts';
import type { ReviewSite } from '../sites/site.ts';
import { NAME_MARK, readFigures, roundRating, type Count } from './figures.ts';
import { readNamedPage, type NamedPage } from '../sites/site-url.ts';

export type { ReviewSite } from '../sites/site.ts';
export { siteOfUrl } from '../sites/site-url.ts';

/** One row of a search engine's answer. Entities and emphasis tags in title and text are understood. */
export interface SearchRow {
  url: string;
  title: string;
  text: string;
  /** Structured rating where the provider gives one, on the scale of 5; 0 means none. */
  rating?: number;
  reviewCount?: number;
}

/** An employer's figures out of a row about its own page of one of the two sites. */
export interface SnippetReading {
  site: ReviewSite;
  /** The company's name as the page's address has it. */
  matchedName: string;
  /** 1–5, one decimal. */
  rating: number;
  reviewCount: number;
}

/** The same where the row may state a number of reviews and no rating. */
export interface SnippetFigures {
  site: ReviewSite;
  matchedName: string;
  rating: number | null;
  reviewCount: number;
}

interface Options {
  country?: 'GB' | 'FR';
  aliases?: Aliases;
}

const LONGEST_TITLE = 500;
const LONGEST_TEXT = 4_000;

/**
 * The rating and number of reviews that a search result states of the company
 * asked for; null when it is about another page or company, or states only one
 * of the two (SPEC §12).
 */
export function readSnippet(row: SearchRow, asked: string, options: Options): SnippetReading | null {
  const figures = readSnippetFigures(row, asked, options);
  return figures === null || figures.rating === null ? null : { ...figures, rating: figures.rating };
}

/** As `readSnippet`, and a number of reviews without a rating counts too. */
export function readSnippetFigures(row: SearchRow, asked: string, options: Options): SnippetFigures | null {
  const page = readNamedPage(row.url);
  if (!page) return null;
  const title = clean(row.title, LONGEST_TITLE);
  const text = clean(row.text, LONGEST_TEXT);
  const matchedName = proveCompany(page, title, asked, options);
  if (matchedName === null) return null;
  const names = [asked, matchedName, page.name];
  const figures = readTexts(markNames(title, names), markNames(text, names));
  const rating = isRating(row.rating) ? roundRating(row.rating) : figures.rating;
  const reviewCount = isCount(row.reviewCount) ? row.reviewCount : figures.reviewCount;
  return reviewCount === null ? null : { site: page.site, matchedName, rating, reviewCount };
}

function isRating(value: number | undefined): value is number {
  return value !== undefined && value >= 1 && value <= 5;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0;
}

/** The name that proves the page to be the asked company's; null when it is another's. */
function proveCompany(page: NamedPage, title: string, asked: string, options: Options): string | null {
  if (isSameCompany(asked, page.name, options)) return page.name;
  if (page.withoutNumber === page.name || !isSameCompany(asked, page.withoutNumber, options)) return null;
  // "Channel-4" is the fourth "Channel" or Channel 4: the title tells.
  const pattern = namePattern([page.withoutNumber]);
  const found = pattern ? [...title.matchAll(pattern)] : [];
  const number = page.name.slice(page.withoutNumber.length).trim();
  const bare = found.some(
    (match) =>
      !title
        .slice(match.index + match[0].length)
        .trimStart()
        .startsWith(number),
  );
  return found.length > 0 && bare ? page.withoutNumber : null;
}

/** Text that talks to a machine was not written by the site: no figure of it is believed. */
const TALKS_TO_MACHINES =
  /(?:ignor|disregard|forget|oubli)\p{L}* (?:\p{L}+ ){0,3}(?:previous|above|prior|earlier|precedent|instruction|consigne)|system prompt|<\/?(?:system|assistant|reviews?|instructions?)\b/u;

function readTexts(title: string, text: string): { rating: number | null; reviewCount: number | null } {
  if (TALKS_TO_MACHINES.test(text) || TALKS_TO_MACHINES.test(title)) return { rating: null, reviewCount: null };
  const inText = readFigures(text);
  const inTitle = readFigures(title);
  const counts =
    inText.rating === null && inTitle.rating !== null ? [inTitle.count, inText.count] : [inText.count, inTitle.count];
  return {
    rating: inText.rating ?? inTitle.rating,
    reviewCount: chooseCount(counts.filter((count) => count !== null)),
  };
}

/** The first count; an exact one that a rounded one stands for wins. */
function chooseCount(counts: readonly Count[]): number | null {
  const first = counts[0];
  if (!first) return null;
  const exact = first.rounded
    ? counts.find(({ value, rounded }) => !rounded && Math.abs(value - first.value) <= first.value * 0.05)
    : undefined;
  return (exact ?? first).value;
}

/** Engines mark the words they found. */
const EMPHASIS = /<\/?(?:strong|b|em|i|mark|span|br)\b[^<>]{0,100}>/giu;

function clean(text: string, limit: number): string {
  const plain = stripInvisible(decodeHTML(text.slice(0, limit).replace(EMPHASIS, '')));
  // NFKD in `fold` makes U+00A0 and U+202F plain spaces; private marks must not come from outside.
  const folded = fold(plain.replace(/[\u{e000}\u{e001}]/gu, ' '));
  return squeeze(folded.slice(0, limit)).replace(/[·•∙⋅]/gu, '·');
}

/** Matches any of the names, however it is punctuated. */
function namePattern(names: readonly string[]): RegExp | undefined {
  const alternatives = [...new Set(names.map(nameAlternative))].filter((name) => name !== '');
  if (alternatives.length === 0) return undefined;
  alternatives.sort((one, other) => other.length - one.length);
  return new RegExp(String.raw`(?<![\p{L}\p{N}.,])(?:${alternatives.join('|')})(?![\p{L}\p{N}]|[.,]\d)`, 'gu');
}

function nameAlternative(name: string): string {
  const words =
    fold(name.slice(0, 200))
      .replace(/&/gu, ' and ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word === 'and' || word === 'et' ? '(?:and|et|&)' : word)).join('[^\\p{L}\\p{N}]{0,3}');
}

function markNames(text: string, names: readonly string[]): string {
  const pattern = namePattern(names);
  return pattern ? text.replace(pattern, NAME_MARK) : text;
}
