import { once } from '../lib/once.ts';
import type { Token } from './tokens.ts';

/**
 * Phrases with one meaning. Their words are folded, a space also matches a hyphen inside a word ("on site" matches
 * "on-site"), and marks match themselves.
 * - `a|b`: either word; `word?`: an optional word; `word~`: any word with this beginning
 * - `@name`: a word of this class; `#`: a number
 * - `_`: any word; `_?`: at most one word; `...`: up to four words or numbers
 */
export interface Entry<Meaning> {
  means: Meaning;
  phrases: readonly string[];
  example?: string;
}

/** `from` is the index of the first token, and `to` is the index after the last one. */
export interface Term<Meaning> {
  means: Meaning;
  from: number;
  to: number;
}

/** Words are separated by spaces; `@name` includes another class. */
export type WordClasses = Readonly<Record<string, string>>;

type Kind = 'words' | 'word' | 'number' | 'gap';

interface Element {
  kind: Kind;
  words: Words;
  optional: boolean;
}

interface Pattern<Meaning> {
  means: Meaning;
  elements: readonly Element[];
}

export interface Vocabulary<Meaning> {
  readonly exact: ReadonlyMap<string, readonly Pattern<Meaning>[]>;
  readonly stems: ReadonlyMap<string, readonly Pattern<Meaning>[]>;
}

const GAP = 4;
const SHORTEST_STEM = 2;

export class Words {
  readonly exact = new Set<string>();
  readonly stems: string[] = [];

  constructor(words: readonly string[], classes: WordClasses = {}) {
    for (const word of words) {
      if (word.length > 1 && word.startsWith('@')) this.#addClass(word.slice(1), classes);
      else if (word.length > 1 && word.endsWith('~')) this.stems.push(word.slice(0, -1));
      else this.exact.add(word);
    }
  }

  has(word: string): boolean {
    return this.exact.has(word) || this.stems.some((stem) => word.startsWith(stem));
  }

  #addClass(name: string, classes: WordClasses): void {
    const words = classes[name];
    if (words === undefined) throw new Error(`No such class of words: @${name}`);
    const { exact, stems } = new Words(words.split(' '), classes);
    for (const word of exact) this.exact.add(word);
    this.stems.push(...stems);
  }
}

/**
 * The phrases are compiled at the first use, because most processes use few vocabularies. The first use throws for an
 * unknown class, and for a phrase that can start with any word.
 */
export function compileVocabulary<Meaning>(
  entries: readonly Entry<Meaning>[],
  classes: WordClasses = {},
): Vocabulary<Meaning> {
  const compiled = once(() => compilePhrases(entries, classes));
  return {
    get exact() {
      return compiled().exact;
    },
    get stems() {
      return compiled().stems;
    },
  };
}

function compilePhrases<Meaning>(entries: readonly Entry<Meaning>[], classes: WordClasses): Vocabulary<Meaning> {
  const exact = new Map<string, Pattern<Meaning>[]>();
  const stems = new Map<string, Pattern<Meaning>[]>();
  const add = (map: Map<string, Pattern<Meaning>[]>, word: string, pattern: Pattern<Meaning>): void => {
    const there = map.get(word);
    if (there) there.push(pattern);
    else map.set(word, [pattern]);
  };
  for (const { means, phrases } of entries)
    for (const phrase of phrases) {
      const pattern = { means, elements: phrase.split(' ').map((source) => readElement(source, classes)) };
      for (const { kind, words } of beginnings(pattern.elements, phrase)) {
        if (kind === 'number') add(exact, '#', pattern);
        for (const word of words.exact) add(exact, word, pattern);
        for (const stem of words.stems) add(stems, stem, pattern);
      }
    }
  return { exact, stems };
}

/** Finds terms from left to right, without overlaps. At each position, the longest term is taken. */
export function findTerms<Meaning>(tokens: readonly Token[], vocabulary: Vocabulary<Meaning>): Term<Meaning>[] {
  const terms: Term<Meaning>[] = [];
  let at = 0;
  while (at < tokens.length) {
    const term = termAt(tokens, at, vocabulary);
    if (term) terms.push(term);
    at = term?.to ?? at + 1;
  }
  return terms;
}

/**
 * Returns the longest term that begins at a token. If several are equally long, a term that begins with a whole word or
 * with exactly this number comes first, then one that begins with any number (`#`), then one that begins with a stem
 * (`word~`), shorter stems first. Otherwise the order of the vocabulary decides.
 */
export function termAt<Meaning>(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary<Meaning>,
): Term<Meaning> | undefined {
  return longestTermsAt(tokens, at, vocabulary)[0];
}

export function longestTermsAt<Meaning>(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary<Meaning>,
): Term<Meaning>[] {
  let longest: Term<Meaning>[] = [];
  const token = tokens[at];
  if (!token) return longest;
  for (const { means, elements } of patternsAt(token, vocabulary)) {
    const to = matchElements(tokens, at, elements, 0);
    const best = longest[0]?.to ?? at;
    if (to === undefined || to < best || to === at) continue;
    if (to > best) longest = [];
    longest.push({ means, from: at, to });
  }
  return longest;
}

function patternsAt<Meaning>(token: Token, { exact, stems }: Vocabulary<Meaning>): readonly Pattern<Meaning>[] {
  const { text, kind } = token;
  const found = exact.get(text) ?? [];
  const numbers = kind === 'number' ? (exact.get('#') ?? []) : [];
  if (stems.size === 0 && (numbers.length === 0 || found.length === 0)) return found.length > 0 ? found : numbers;
  const all = [...found, ...numbers];
  for (let length = SHORTEST_STEM; length <= text.length; length += 1)
    all.push(...(stems.get(text.slice(0, length)) ?? []));
  return all;
}

function readElement(source: string, classes: WordClasses): Element {
  const optional = source.length > 1 && source.endsWith('?');
  const text = optional ? source.slice(0, -1) : source;
  const kind = SIGNS[text] ?? 'words';
  return { kind, words: new Words(kind !== 'words' ? [] : text === '|' ? [text] : text.split('|'), classes), optional };
}

const SIGNS: Readonly<Record<string, Kind>> = { _: 'word', '#': 'number', '...': 'gap' };

/**
 * A phrase can begin with any of the optional elements at its start, or with the first element that is not optional.
 */
function beginnings(elements: readonly Element[], phrase: string): Element[] {
  const needed = elements.findIndex(({ optional }) => !optional);
  const first = elements.slice(0, needed < 0 ? elements.length : needed + 1);
  if (first.some(({ kind }) => kind === 'word' || kind === 'gap'))
    throw new Error(`A phrase must not begin with any word: ${phrase}`);
  return first;
}

/**
 * Returns the index after the match; undefined if the tokens do not match. An optional element is skipped only if the
 * rest of the pattern does not match otherwise.
 */
function matchElements(
  tokens: readonly Token[],
  at: number,
  elements: readonly Element[],
  index: number,
): number | undefined {
  const element = elements[index];
  if (!element) return at;
  if (element.kind === 'gap') return matchGap(tokens, at, elements, index + 1);
  const token = tokens[at];
  if (token && fits(token, element)) {
    const end = matchElements(tokens, at + 1, elements, index + 1);
    if (end !== undefined) return end;
  }
  return element.optional ? matchElements(tokens, at, elements, index + 1) : undefined;
}

function matchGap(
  tokens: readonly Token[],
  at: number,
  elements: readonly Element[],
  index: number,
): number | undefined {
  for (let skipped = 0; skipped <= GAP; skipped += 1) {
    const end = matchElements(tokens, at + skipped, elements, index);
    if (end !== undefined) return end;
    const passed = tokens[at + skipped]?.kind;
    if (passed !== 'word' && passed !== 'number') return undefined;
  }
  return undefined;
}

function fits({ kind, text }: Token, element: Element): boolean {
  return element.kind === 'words' ? element.words.has(text) : kind === element.kind;
}
