import { readCount } from '../../reading/count.ts';
import { readRating } from '../../reading/rating.ts';
import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt, scaleAt, scaleEndsEnd, starsEnd } from './figure.ts';
import type { Role } from './kinds.ts';
import type { NameReader } from './names.ts';
import type { SnippetTerm } from './term.ts';
import { BESIDE_FIGURES, endOf } from './vocabularies.ts';

/** What a text says that was a table: the employer's terms, and the token behind all of it. */
export interface SnippetTable {
  terms: readonly SnippetTerm[];
  end: number;
}

type Head = 'rating' | 'reviews' | 'aspect' | 'tab';

const COMPANY = compileVocabulary([
  { means: 'company', phrases: ['company|employer|name|entreprise|employeur|societe|nom name?'] },
]);
/** A table has at least two columns and at most so many. */
const LEAST = 2;
const MOST = 10;
const LONGEST_NAME = 6;

/** Reads tables whose lines and columns were lost: all figures are told by the heads before them, or by a line of heads. */
export class TableReader {
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #names: NameReader;

  constructor(tokens: readonly Token[], words: Vocabulary<Role>, names: NameReader) {
    this.#tokens = tokens;
    this.#words = words;
    this.#names = names;
  }

  /** The table that begins at a token. */
  tableAt(at: number): SnippetTable | undefined {
    return this.#pairsAt(at) ?? this.#linesAt(at);
  }

  /** "Rating 3.6 Reviews 1,234 Jobs 12", "Company: Tesco Rating: 3.6 Reviews: 1,234". */
  #pairsAt(at: number): SnippetTable | undefined {
    const company = this.#behindColon(endOf(this.#tokens, at, COMPANY) ?? at);
    const name = company > at ? this.#names.endAt(this.#tokens, company) : undefined;
    const values = new Map<Head, SnippetTerm>();
    let pairs = 0;
    let end = name ?? at;
    for (; pairs < MOST; pairs += 1) {
      end = scaleEndsEnd(this.#tokens, end) ?? end;
      const head = this.#headAt(end);
      const value = head && this.#valueAt(this.#behindColon(head.end), head.means);
      if (!head || !value) break;
      if (values.has(head.means) && (head.means === 'rating' || head.means === 'reviews')) return undefined;
      values.set(head.means, value.term);
      end = value.end;
    }
    // "Rating 3.6 Reviews 1,234 Interviews": the figures may stand before their heads.
    if (pairs < LEAST || !this.#isEnd(end)) return undefined;
    return toTable(values, name !== undefined, end);
  }

  /** "Company Rating Reviews Aldi 3.9 4,000 Tesco 3.6 12,345". */
  #linesAt(at: number): SnippetTable | undefined {
    let here = endOf(this.#tokens, at, COMPANY);
    if (here === undefined) return undefined;
    const heads: Head[] = [];
    for (let head = this.#headAt(here); head && heads.length < MOST; head = this.#headAt(here)) {
      heads.push(head.means);
      here = head.end;
    }
    if (heads.length < LEAST || new Set(heads).size < heads.length || !heads.includes('rating')) return undefined;
    let own: Map<Head, SnippetTerm> | undefined;
    for (let line = this.#lineAt(here, heads); line; line = this.#lineAt(here, heads)) {
      if (line.own && own) return undefined;
      if (line.own) own = line.values;
      here = line.end;
    }
    return own && this.#isEnd(here) ? toTable(own, true, here) : undefined;
  }

  #lineAt(
    at: number,
    heads: readonly Head[],
  ): { own: boolean; values: Map<Head, SnippetTerm>; end: number } | undefined {
    const name = this.#names.endAt(this.#tokens, at);
    let end = at;
    while (end < at + LONGEST_NAME && this.#tokens[end]?.kind === 'word') end += 1;
    if (end === at) return undefined;
    const own = name === end;
    const values = new Map<Head, SnippetTerm>();
    for (const head of heads) {
      const value = this.#valueAt(end, head);
      if (!value) return undefined;
      values.set(head, value.term);
      end = value.end;
    }
    return { own, values, end };
  }

  #headAt(at: number): { means: Head; end: number } | undefined {
    if (at >= this.#tokens.length) return undefined;
    const reviews = endOf(this.#tokens, at, BESIDE_FIGURES.reviews);
    const tab = endOf(this.#tokens, at, BESIDE_FIGURES.tab);
    const word = termAt(this.#tokens, at, this.#words);
    const isWord = word && word.to > Math.max(reviews ?? at, tab ?? at);
    // "Rating" and "Note" may count too: they are heads of ratings.
    if (word && word.to >= (reviews ?? at) && (word.means === 'label' || word.means === 'overall'))
      return { means: 'rating', end: word.to };
    const isAspect = word?.means === 'aspect' || word?.means === 'category' || word?.means === 'customers';
    if (isWord) return isAspect ? { means: 'aspect', end: word.to } : undefined;
    if (reviews !== undefined) return { means: 'reviews', end: reviews };
    return tab === undefined ? undefined : { means: 'tab', end: tab };
  }

  #valueAt(at: number, head: Head): { term: SnippetTerm; end: number } | undefined {
    const figure = figureAt(this.#tokens, at);
    if (!figure || figure.sign !== 'none') return undefined;
    if (head === 'reviews' || head === 'tab') {
      const count = readCount(figure.text);
      if (!count) return undefined;
      const term: SnippetTerm =
        head === 'tab' ? { kind: 'number' } : { kind: 'count', count, named: false, whole: false };
      return { term, end: figure.end };
    }
    const value = /^\d[.,]\d{1,2}$/.test(figure.text) ? readRating(figure.text) : null;
    const scale = scaleAt(this.#tokens, figure.end);
    if (value === null || (scale && scale.of !== 5)) return undefined;
    return {
      term: { kind: 'rating', value, whole: Number.isInteger(value) },
      end: starsEnd(this.#tokens, scale?.end ?? figure.end),
    };
  }

  #behindColon(at: number): number {
    return this.#tokens[at]?.text === ':' ? at + 1 : at;
  }

  #isEnd(at: number): boolean {
    const token = this.#tokens[at];
    if (token === undefined || token.kind === 'break') return true;
    return (token.text === '.' && (this.#tokens[at + 1]?.spaced ?? true)) || token.text === ';';
  }
}

function toTable(values: ReadonlyMap<Head, SnippetTerm>, named: boolean, end: number): SnippetTable | undefined {
  const [rating, count] = [values.get('rating'), values.get('reviews')];
  // The number of reviews beside figures of something else alone may be of that.
  if (!count || (!rating && values.has('aspect'))) return undefined;
  const name: SnippetTerm[] = named ? [{ kind: 'name' }] : [];
  return { terms: [...name, ...(rating ? [{ kind: 'overall' } as const, rating] : []), count], end };
}
