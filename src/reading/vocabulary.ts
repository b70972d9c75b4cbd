import type { Token } from './tokens.ts';

/**
 * A phrase of a vocabulary, folded, its words apart by one space (a hyphen
 * counts as a space). `a|b` is either word, `word?` may be absent, `_` is any
 * one word, `_?` at most one, `#` a number; marks stand for themselves.
 */
export interface Entry<Meaning> {
  means: Meaning;
  phrases: readonly string[];
  /** How it is met. */
  example?: string;
}

/** A phrase found: `from` its first token, `to` behind its last. */
export interface Term<Meaning> {
  means: Meaning;
  from: number;
  to: number;
}

interface Element {
  words: ReadonlySet<string> | 'word' | 'number';
  optional: boolean;
}

interface Pattern<Meaning> {
  means: Meaning;
  elements: readonly Element[];
}

/** Phrases by the words that they can begin with. */
export type Vocabulary<Meaning> = ReadonlyMap<string, readonly Pattern<Meaning>[]>;

/** Reads the phrases once, at start. */
export function compileVocabulary<Meaning>(entries: readonly Entry<Meaning>[]): Vocabulary<Meaning> {
  const patterns = new Map<string, Pattern<Meaning>[]>();
  for (const { means, phrases } of entries) {
    for (const phrase of phrases) {
      const elements = phrase.split(' ').map(readElement);
      for (const word of firstWords(elements, phrase)) {
        const beginning = patterns.get(word) ?? [];
        beginning.push({ means, elements });
        patterns.set(word, beginning);
      }
    }
  }
  return patterns;
}

/** The terms of a vocabulary in a text, from left to right, the longest of each place, none over another. */
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

/** The longest term that begins at a token. */
export function termAt<Meaning>(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary<Meaning>,
): Term<Meaning> | undefined {
  let best: Term<Meaning> | undefined;
  for (const { means, elements } of patternsAt(tokens, at, vocabulary)) {
    const to = matchElements(tokens, at, elements, 0);
    if (to !== undefined && to > (best?.to ?? at)) best = { means, from: at, to };
  }
  return best;
}

function patternsAt<Meaning>(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary<Meaning>,
): readonly Pattern<Meaning>[] {
  const token = tokens[at] as Token;
  return vocabulary.get(token.text) ?? (token.kind === 'number' ? vocabulary.get('#') : undefined) ?? [];
}

function readElement(source: string): Element {
  const optional = source.length > 1 && source.endsWith('?');
  const text = optional ? source.slice(0, -1) : source;
  if (text === '_') return { words: 'word', optional };
  if (text === '#') return { words: 'number', optional };
  return { words: new Set(text === '|' ? [text] : text.split('|')), optional };
}

function firstWords(elements: readonly Element[], phrase: string): Set<string> {
  const first = new Set<string>();
  for (const { words, optional } of elements) {
    if (words === 'word') throw new Error(`A phrase must not begin with any word: ${phrase}`);
    for (const word of words === 'number' ? ['#'] : words) first.add(word);
    if (!optional) break;
  }
  return first;
}

/** Where a match ends, or undefined: an optional element is taken where that leads to a match. */
function matchElements(
  tokens: readonly Token[],
  at: number,
  elements: readonly Element[],
  index: number,
): number | undefined {
  const element = elements[index];
  if (!element) return at;
  const token = tokens[at];
  if (token && fits(token, element)) {
    const end = matchElements(tokens, at + 1, elements, index + 1);
    if (end !== undefined) return end;
  }
  return element.optional ? matchElements(tokens, at, elements, index + 1) : undefined;
}

function fits(token: Token, { words }: Element): boolean {
  if (words === 'word' || words === 'number') return token.kind === words;
  return words.has(token.text);
}
