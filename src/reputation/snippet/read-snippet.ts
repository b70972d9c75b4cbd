import { decodeHTML } from 'entities';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold } from '../../lib/text.ts';
import { addressesMachine } from '../../reading/prompt-injection.ts';
import { readCount, type ReviewCount } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import { tokenize } from '../../reading/tokens.ts';
import { DEFAULT_ALIASES, isSameCompany, otherNames, type Aliases } from '../match/match.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import type { NamedPage } from '../../sources/review-sites/site-url.ts';
import { employerIdOf, readComparedNames, readNamedPage, siteOfUrl } from '../../sources/review-sites/site-url.ts';
import { isNarrowed, readFigures } from './figures.ts';
import type { Finding } from './found.ts';
import { NameReader } from './names.ts';
import { isKind } from './term.ts';
import { readTerms, type ReadText } from './terms.ts';
import { endOf, WORDS_ON } from './vocabularies.ts';

export type { ReviewSite } from '../../sources/review-sites/site.ts';
export { siteOfUrl } from '../../sources/review-sites/site-url.ts';

export interface SearchRow {
  url: string;
  title: string;
  text: string;
  /** Further snippets of the page, each read separately. */
  more?: readonly string[];
  /** The provider's structured rating on a scale of 5; 0 or undefined if there is none. */
  rating?: number;
  reviewCount?: number;
}

export interface SnippetReading {
  site: ReviewSite;
  /** The company's name as it is in the page's address. */
  matchedName: string;
  rating: number;
  reviewCount: number;
  /** ISO date that the search engine shows before the text, if it is more than a year ago. */
  asOf?: string;
}

/** Like `SnippetReading`, but `rating` is null if the row states only a number of reviews. */
export interface SnippetFigures {
  site: ReviewSite;
  matchedName: string;
  rating: number | null;
  reviewCount: number;
  asOf?: string;
}

interface Options {
  now: number;
  country?: 'GB' | 'FR';
  aliases?: Aliases;
}

const LONGEST_TITLE = 500;
const LONGEST_TEXT = 4_000;
const MOST_TEXTS = 10;
/** A rounded number such as "2.3K" may differ from the exact one by this share of it. */
const ROUNDED_BY = 0.05;

/**
 * Reads the rating and number of reviews that a search result states for the requested company. Null if the result is
 * about another page or company, or does not state both (SPEC §12).
 */
export function readSnippet(row: SearchRow, asked: string, options: Options): SnippetReading | null {
  const figures = readSnippetFigures(row, asked, options);
  return figures === null || figures.rating === null ? null : { ...figures, rating: figures.rating };
}

/** Like `readSnippet`, but does not need a rating. */
export function readSnippetFigures(row: SearchRow, asked: string, given: Options): SnippetFigures | null {
  if (siteOfUrl(row.url) === null) return null;
  const options = { ...given, italian: isItalian(row.url) };
  const compared = readComparedNames(row.url);
  const page = readNamedPage(row.url) ?? findCompared(compared, asked, options);
  if (!page) return null;
  const matchedName = proveCompany(page, row.title.slice(0, LONGEST_TITLE), asked, options);
  if (matchedName === null) return null;
  const others = otherNames(asked, options.aliases ?? DEFAULT_ALIASES).filter((name) => !isWordOfFigures(name));
  // "kestrel.com · 3.4": a domain name counts as the employer's name only if the requested or the page's name is one.
  const isDomain = [asked, page.name].some((name) => DOMAIN_NAME.test(name));
  const names = new NameReader(
    [asked, matchedName, page.name, ...others],
    (words) => (isDomain || !DOMAIN_NAME.test(words)) && isSameCompany(asked, words, options),
  );
  const [title = { terms: [] }, ...texts] = [
    withoutEdition(row.title.slice(0, LONGEST_TITLE), options.country),
    ...[row.text, ...(row.more ?? []).slice(0, MOST_TEXTS)].flatMap((text) =>
      compared.length > 0 ? splitSides(text) : [text],
    ),
  ]
    .map((text) => withoutAddress(plainText(text), row.url))
    .map((text) =>
      addressesMachine(fold(text), 'ratings') ? { terms: [] } : readTerms(text, page.site, names, options.now),
    );
  const narrowed = compared.length > 0 || isNarrowed(title.terms);
  const read = (parts: readonly ReadText[]): SnippetFigures | null => {
    const found = parts.flatMap(({ terms }) => readFigures(terms)).filter(({ named }) => named || !narrowed);
    const figures = agreeOnFigures(row, found);
    return figures && { site: page.site, matchedName, ...figures };
  };
  // In a comparison, an aspect or a number of reviews without a rating may belong to either side.
  const isOfPart = compared.length > 0 && title.terms.some((term) => isKind(term, 'aspect', 'tab'));
  if (isOfPart) return null;
  const fresh = read([title, ...texts.filter(({ asOf }) => asOf === undefined)]);
  const dated = texts.filter(({ asOf }) => asOf !== undefined);
  if (compared.length > 0 && !fresh?.rating) return null;
  if (dated.length === 0 || fresh?.rating) return fresh;
  const older = read([title, ...texts]);
  return older && (older.rating !== null || fresh === null)
    ? { ...older, asOf: dated.map(({ asOf = '' }) => asOf).sort()[0] ?? '' }
    : fresh;
}

function agreeOnFigures(
  row: SearchRow,
  found: readonly Finding[],
): Pick<SnippetFigures, 'rating' | 'reviewCount'> | null {
  const stated = readRating(row.rating);
  const rating = stated ?? agree(found.flatMap((figure) => (figure.kind === 'rating' ? [figure.value] : [])));
  // A number of reviews beside a rating that differs from the provider's is not the page's.
  const counts = found
    .filter((figure) => figure.kind === 'count')
    .filter((figure) => stated === null || figure.rating === undefined || figure.rating === stated)
    .map(({ count }) => count);
  const own = row.reviewCount ? readCount(row.reviewCount) : null;
  const reviewCount = stated !== null && own ? own.value : agreeOnCount(own ? [own, ...counts] : counts);
  return reviewCount === null ? null : { rating, reviewCount };
}

/** Splits "AXA 3.8 (6,120 reviews) vs Aviva 4.0 (4,518 reviews)" at "vs" if each side has a figure such as 3.8. */
function splitSides(text: string): string[] {
  const sides = text.slice(0, LONGEST_TEXT).split(/\s(?:vs\.?|contre)\s/iu);
  return sides.every((side) => /\d[.,]\d/.test(side)) ? sides : [text];
}

/** Returns the requested company's side of a comparison, or undefined if no side, or more than one, is that company. */
function findCompared(
  compared: readonly string[],
  asked: string,
  options: Options & { italian: boolean },
): NamedPage | undefined {
  const [name, ...others] = compared.filter((each) => isSameCompany(asked, each, options));
  return name === undefined || others.length > 0 ? undefined : { site: 'glassdoor', name, withoutNumber: name };
}

/** "kestrel.com", "kestrel co uk" */
const DOMAIN_NAME = /[. ](?:com|net|org|eu|io|co\.? ?uk|fr)$/iu;

function isWordOfFigures(name: string): boolean {
  const tokens = tokenize(name);
  return endOf(tokens, 0, WORDS_ON.glassdoor) === tokens.length;
}

function agree(figures: readonly number[]): number | null {
  const [first, ...others] = figures;
  return first !== undefined && others.every((other) => other === first) ? first : null;
}

/**
 * Returns the number of reviews if all agree, and null otherwise. A rounded number ("2.3K") agrees with the exact
 * number near it.
 */
function agreeOnCount(counts: readonly ReviewCount[]): number | null {
  const exact = counts.filter(({ rounded }) => !rounded).map(({ value }) => value);
  const rounded = counts.filter((count) => count.rounded).map(({ value }) => value);
  if (exact.length === 0) return agree(rounded);
  const value = agree(exact);
  return value !== null && rounded.every((about) => Math.abs(about - value) <= value * ROUNDED_BY) ? value : null;
}

function isItalian(url: string): boolean {
  return /^it\.|\.it$/.test(new URL(url).hostname);
}

function proveCompany(
  page: NamedPage,
  title: string,
  asked: string,
  options: Options & { italian: boolean },
): string | null {
  if (isSameCompany(asked, page.name, options)) return page.name;
  if (page.withoutNumber === page.name || !isSameCompany(asked, page.withoutNumber, options)) return null;
  // "Channel-4" is the fourth company called "Channel", or "Channel 4". The title decides.
  const tokens = tokenize(title);
  const number = page.name.slice(page.withoutNumber.length).trim();
  const names = new NameReader([page.withoutNumber], () => false);
  const ends = tokens.map((_, at) => names.endAt(tokens, at)).filter((end) => end !== undefined);
  return ends.some((end) => tokens[end]?.text !== number) ? page.withoutNumber : null;
}

/** The address before a text, whole or in parts: "uk.indeed.com › cmp › Tesco". */
const ADDRESS =
  /^\s*(?:https?:\/\/)?((?:[a-z]{2,3}\.)?(?:glassdoor|indeed)\.[a-z.]{2,6}(?:(?:\/| › )[^\s/›]{1,200}){1,4})/iu;

/** Removes the result's own address. Another address stays, because the figures after it may be those of its page. */
function withoutAddress(text: string, own: string): string {
  const [whole = '', address = ''] = ADDRESS.exec(text) ?? [];
  const url = `https://${address.replaceAll(' › ', '/').replace(/-E\d+$/, '$&.htm')}`;
  const isOwn = readNamedPage(url)?.site === siteOfUrl(own) && employerIdOf(url) === employerIdOf(own);
  return isOwn ? text.slice(whole.length) : text;
}

const PAGE = /[-–|(] ?page \d{1,3} ?(?:\)|$|(?=[-–|]))/giu;
const HOME = { GB: / in (?:the )?(?:UK|United Kingdom|Great Britain)\b/giu, FR: / en France\b/giu };

/** Removes from a title what shows only which page of the reviews it is: "(Page 2)", "in the United Kingdom". */
function withoutEdition(title: string, country: Options['country']): string {
  return title.replace(PAGE, '').replace(HOME[country ?? 'GB'], '');
}

/** Emphasis in HTML and Markdown: "<strong>", "**". */
const EMPHASIS = /<\/?(?:strong|b|em|i|mark|span|br)\b[^<>]{0,100}>|\*\*|__/giu;

/** Text that search engines add about the words searched for: "Missing: avis | Show results with: avis". */
const MISSING_WORDS =
  /(?:^|[\s.·|-])(?:Missing|Termes? manquants?)\s?: [^.\n]{1,60}(?:[|·‎ ]{1,3}[^.\n:]{1,40}:[^.\n]{0,60})?$/u;

/**
 * Labels with a scale: "Note sur 5 :", "Rating (out of 5):". The scale is removed, so that 5 is not read as a figure.
 */
const SCALED_LABEL = /\b(Note|Rating|Score)\s?(?:\/\s?5|\((?:sur|out of|\/)\s?5\)|(?:sur|out of) 5)\s?:/giu;

/**
 * "3·6 out of 5": a rating with a raised point. The words after it show that the point does not separate two figures.
 */
const RAISED_POINT =
  /(?<![\d.,·])([1-5])·(\d)(?=\s?(?:\/\s?5(?!\d|[.,]\d)|(?:out of|sur) (?:5|five|cinq)(?!\d|[.,]\d)|[★⭐]|stars?\b|étoiles?(?!\p{L})))/giu;

/** The position inside "1.3KReviews", where a space was lost. */
const LINK_OF_COUNT = /(?<=\d[KM]?)(?=(?:Reviews|Salaries|Jobs|Interviews|Photos|Q&A|Avis|Salaires|Emplois)\b)/gu;

/** The names of the links of a page, and a number with the full stop that search engines put behind it. */
const LINK = '(?:Reviews|Salaries|Jobs|Interviews|Photos|Q&A|Avis|Salaires|Emplois|Questions|Entretiens)\\b';
const LINKS = new RegExp(`(?<=[·|] \\d{1,3}(?:(?:[.,]\\d)? ?[KMk])?)\\. (?=${LINK})`, 'gu');
const LINK_BEFORE = new RegExp(`${LINK} ?[·|] [\\d.,]+ ?[KMk]?$`, 'u');

/** Joins "4.8K. Reviews · 6.2K. Salaries". In "Reviews · 4.8K. Salaries · 6.2K", the number is that of the link before. */
function joinLinks(text: string): string {
  const links = [...text.matchAll(LINKS)];
  const [first] = links;
  const isShort = links.every(({ index }) => !/(?:[KMk]|\d{3})$/.test(text.slice(0, index)));
  if (first === undefined || links.length < 2 || isShort || LINK_BEFORE.test(text.slice(0, first.index))) return text;
  return text.replace(LINKS, ' ');
}

/** "Aug 12, 2024 ... Find out": some search engines put "..." between the date of their copy and the text. */
const CUT_DATE = /^(\d{1,2} \p{L}{3,9}\.? \d{4}|\p{L}{3,9}\.? \d{1,2}, \d{4}) (?:\.{3}|…) /u;

function plainText(text: string): string {
  const plain = stripInvisible(decodeHTML(text.slice(0, LONGEST_TEXT).replace(EMPHASIS, '')))
    .slice(0, LONGEST_TEXT)
    .replace(MISSING_WORDS, '');
  // Without accents, "salariés" (employees) would be read as the English "salaries", so it becomes "employés".
  return joinLinks(plain)
    .normalize('NFC')
    .replace(CUT_DATE, '$1 — ')
    .replace(/(?<=[★☆])½|[™®]/gu, '')
    .replace(RAISED_POINT, '$1.$2')
    .replace(LINK_OF_COUNT, ' ')
    .replace(SCALED_LABEL, '$1 :')
    .replace(/salarié/giu, 'employé');
}
