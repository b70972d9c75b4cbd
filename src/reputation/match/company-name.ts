import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold } from '../../lib/text.ts';
import { readTable, wordsOfKind } from '../../lib/table.ts';

const WORDS = readTable(new URL('words.tsv', import.meta.url));
const wordsOf = (kind: string): ReadonlySet<string> => new Set(wordsOfKind(WORDS, kind));
const LEGAL_FORMS = wordsOf('legal');
const NAME_FORMS = wordsOf('name-form');
const GROUP_WORDS = wordsOf('group');
const ARTICLES = wordsOf('article');
const CONNECTORS = wordsOf('connector');
const EVERYDAY_WORDS = wordsOf('everyday');
const HOME_PLACES = WORDS.flatMap(([of, words = '', place = '']) =>
  of === 'place' ? [[words.split(' '), place] as const] : [],
);

/** A company name in the forms that are compared. Except `place`, each is words in lower case without accents. */
export interface CompanyName {
  /** All words. */
  literal: string;
  /** Like `literal`, without legal forms at the end. */
  key: string;
  /** Like `key`, without "the" at the start, "l'" and "d'", connectors ("of"), and a place ("UK") at the end. */
  withGroup: string;
  /** Like `withGroup`, but without group words at the start and end. */
  core: string;
  /**
   * Like `core`, but initials at the start are joined to the next word: "wh smith" becomes "whsmith", and "l'oreal"
   * becomes "loreal".
   */
  joined: string;
  /**
   * Like `literal`, but without "the" at the start and connectors, and split at capitals: "DomusVi" becomes "domus vi".
   */
  split: string;
  /** What the place that was removed from the end means: GB, FR, or "*" (international, Europe); "" if none was. */
  place: string;
}

/** Longer names are compared only by their literal words. */
const LONGEST_NAME = 200;
const LONGEST_INPUT = 2_000;

/** Cache of recent names, because one call compares the same few names many times. */
const READ = new Map<string, Readonly<CompanyName>>();
const MOST_READ = 1_000;

export function readName(name: string): Readonly<CompanyName> {
  const known = READ.get(name);
  if (known) return known;
  const read = readAnew(name);
  if (name.length > LONGEST_NAME) return read;
  const [oldest] = READ.keys();
  if (READ.size >= MOST_READ && oldest !== undefined) READ.delete(oldest);
  READ.set(name, read);
  return read;
}

function readAnew(name: string): CompanyName {
  const words = name.length > LONGEST_INPUT ? [name] : splitWords(name);
  const literal = words.join(' ');
  if (literal.length > LONGEST_NAME)
    return { literal, key: literal, withGroup: literal, core: literal, joined: literal, split: literal, place: '' };
  const withoutLegal = stripLegal(words);
  const ends = stripEnds(withoutLegal, false);
  const core = stripEnds(withoutLegal, true);
  return {
    literal: literal.replaceAll(ELIDED, ''),
    key: withoutLegal.join(' ').replaceAll(ELIDED, ''),
    withGroup: tidy(ends.words),
    core: tidy(core.words),
    joined: joinInitials(core.words),
    split: tidy(splitWords(name.replace(INNER_CAPITAL, ' '))),
    place: core.place || ends.place,
  };
}

/** The position between "Domus" and "Vi" in "DomusVi". */
const INNER_CAPITAL = /(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll})/gu;

/**
 * Marks "l" and "d" that belong to the next word, written with an apostrophe ("l'oreal") or without ("cote d azur").
 */
const ELIDED = "'";

function splitWords(name: string): string[] {
  const folded = fold(withSpelledEnding(stripInvisible(name)))
    // "S.A.", "I.B.M." are one word.
    .replace(
      /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu,
      (initials) => `${initials.replaceAll('.', '')} `,
    )
    .replace(/'s(?![\p{L}\p{N}])/gu, 's')
    .replace(/&/gu, ' and ')
    .replace(/\+/gu, ' plus ');
  const words: string[] = [];
  for (const { 0: word, index } of folded.matchAll(/[\p{L}\p{N}_]+/gu)) {
    const last = words.at(-1);
    const elided = /^[dl]$/.test(word) && (folded[index + 1] === "'" || (last !== undefined && last.length > 1));
    // "Sainsbury-s" in an address means "Sainsbury's". The "s" of "M & S" stays a separate word.
    if (word === 's' && last !== undefined && last.length > 2 && last !== 'and') words[words.length - 1] = `${last}s`;
    else if (elided) words.push(`${word}${ELIDED}`);
    else words.push(word === 'et' ? 'and' : word);
  }
  return mergeInitials(words);
}

/**
 * Drops "www." and the ending of a domain name ("Amazon.com", or "Booking com" as in addresses of pages). A national
 * ending becomes a place ("Amazon.fr" becomes "Amazon France").
 */
function withSpelledEnding(name: string): string {
  const plain = name
    .slice(0, LONGEST_INPUT)
    .trim()
    .replace(/^(?:https?:\/\/)?www\./iu, '');
  return plain
    .replace(/(?<=[\p{L}\p{N}]{2})\.(?:com|net|org|eu|io)(?![^\s,(])/giu, '')
    .replace(/(?<=[\p{L}\p{N}]{3}) com$/u, '')
    .replace(/(?<=[\p{L}\p{N}]{2})\.co\.uk$/iu, ' UK')
    .replace(/(?<=[\p{L}\p{N}]{2})\.fr$/iu, ' France');
}

/** Joins single letters in a row to one word: "D. E. Shaw" becomes "de shaw", and "J D Sports" becomes "jd sports". */
function mergeInitials(words: readonly string[]): string[] {
  const merged: string[] = [];
  let run = false;
  for (const word of words) {
    const initial = /^\p{L}$/u.test(word);
    if (initial && run) merged[merged.length - 1] += word;
    else merged.push(word);
    run = initial;
  }
  return merged;
}

function joinInitials(words: readonly string[]): string {
  const [first = '', ...others] = words[0] === 'the' ? words.slice(1) : words;
  const initials = /^\p{L}{1,2}'?$/u.test(first) && !CONNECTORS.has(first) && others.length > 0;
  return initials ? `${first.replaceAll(ELIDED, '')}${tidy(['', ...others]).trimStart()}` : tidy(words);
}

function isConnector(word: string): boolean {
  return CONNECTORS.has(word) || word.endsWith(ELIDED);
}

/** True if all words are too common to be a name: "air". "France" is then not removed from "Air France". */
function isEveryday(words: readonly string[]): boolean {
  return words.every((word) => EVERYDAY_WORDS.has(word) || isConnector(word) || GROUP_WORDS.has(word));
}

function stripLegal(words: readonly string[]): string[] {
  const rest = withoutForms(words, (word) => LEGAL_FORMS.has(word));
  // "The White Company": "Company" is a part of the name.
  const isHalf = ARTICLES.has(rest[0] ?? '') && isEveryday(rest.slice(1));
  const kept = isHalf ? withoutForms(words, (word) => LEGAL_FORMS.has(word) && !NAME_FORMS.has(word)) : rest;
  // "UK SAS": a place alone is not a name.
  return isPlace(kept) ? [...words] : kept;
}

function withoutForms(words: readonly string[], isForm: (word: string) => boolean): string[] {
  let end = words.length;
  // "& Co" is removed as a whole.
  while (end > 1 && (isForm(words[end - 1] ?? '') || (end < words.length && words[end - 1] === 'and'))) end -= 1;
  return words.slice(0, end);
}

function isPlace(words: readonly string[]): boolean {
  return HOME_PLACES.some(([place]) => place.join(' ') === words.join(' '));
}

/** Removes a place and legal forms from the end and, if `groupToo` is true, group words from both ends. */
function stripEnds(words: readonly string[], groupToo: boolean): { words: string[]; place: string } {
  let kept = [...words];
  let place = '';
  for (;;) {
    const shorter = stripOneEnd(kept, groupToo, place);
    if (!shorter) return { words: kept, place };
    kept = shorter.words;
    place = shorter.place;
  }
}

function stripOneEnd(
  words: readonly string[],
  groupToo: boolean,
  place: string,
): { words: string[]; place: string } | undefined {
  const last = words.at(-1) ?? '';
  if (words.length > 1 && LEGAL_FORMS.has(last) && !isEveryday(words.slice(0, -1))) {
    return { words: words.slice(0, -1), place };
  }
  // A number is a name only together with the words beside it: "Group 4".
  if (groupToo && words.some((word) => /\p{L}/u.test(word) && !GROUP_WORDS.has(word))) {
    const article = ARTICLES.has((words[0] ?? '').replace(ELIDED, ''));
    const rest = words.slice(0, -1);
    if (GROUP_WORDS.has(last) && !(article && isEveryday(rest))) return { words: rest, place };
    if (GROUP_WORDS.has(words[0] ?? '')) return { words: words.slice(1), place };
    if (article && GROUP_WORDS.has(words[1] ?? '') && words.length > 2) return { words: words.slice(2), place };
  }
  for (const [suffix, means] of place === '' ? HOME_PLACES : []) {
    const rest = words.slice(0, -suffix.length);
    const ends = suffix.every((word, index) => words[rest.length + index] === word);
    if (!ends || rest.length === 0 || isConnector(rest.at(-1) ?? '') || isEveryday(rest)) continue;
    return { words: rest.at(-1) === 'en' || rest.at(-1) === 'in' ? rest.slice(0, -1) : rest, place: means };
  }
  return undefined;
}

/**
 * Drops "the" at the start, connectors after the first word, and "l'" and "d'". "Le", "la" and "les" at the start stay,
 * because they belong to the name.
 */
function tidy(words: readonly string[]): string {
  const kept = words.filter((word, index) => {
    if (word.endsWith(ELIDED)) return false;
    return index === 0 ? word !== 'the' : !CONNECTORS.has(word);
  });
  return (kept.length > 0 ? kept : words).join(' ').replaceAll(ELIDED, '');
}
