import type { Token } from '../../reading/tokens.ts';
import type { Theme } from './theme.ts';

/**
 * What speaks of one theme in one language, folded. A word that ends with "~"
 * is a stem: it stands for every word that begins so.
 */
export interface ThemeWords {
  /** Words that mean it wherever they stand, apart by spaces. */
  words: string;
  /**
   * Constructions: elements apart by spaces. `a|b` is either word, `@name` a
   * class of words, `#` a number, `_` any one word, `...` up to four words; an
   * element that ends with "?" may be absent.
   */
  phrases: readonly string[];
  /** `words : companions`: words that mean it only beside a companion in the same clause, before or behind. */
  beside: readonly string[];
}

export interface Lexicon {
  /** Words that do the same work in many constructions. */
  classes: Readonly<Record<string, string>>;
  themes: Readonly<Record<Theme, ThemeWords>>;
  /** Constructions that mean none of the themes that their words name. */
  nothing: readonly string[];
}

/** Exact words, and stems by what they begin with. */
class Words {
  readonly #exact = new Set<string>();
  readonly #stems: string[] = [];

  constructor(words: readonly string[]) {
    for (const word of words) {
      if (word.endsWith('~')) this.#stems.push(word.slice(0, -1));
      else this.#exact.add(word);
    }
  }

  has(word: string): boolean {
    return this.#exact.has(word) || this.#stems.some((stem) => word.startsWith(stem));
  }
}

/** Patterns by a word or stem that they can begin with. */
class Beginnings<Value> {
  readonly #exact = new Map<string, Value[]>();
  readonly #stems = new Map<string, Value[]>();

  add(word: string, value: Value): void {
    const [map, key] = word.endsWith('~') ? [this.#stems, word.slice(0, -1)] : [this.#exact, word];
    const there = map.get(key);
    if (there) there.push(value);
    else map.set(key, [value]);
  }

  of(word: string): Value[] {
    const found = [...(this.#exact.get(word) ?? [])];
    for (let length = 2; length <= word.length; length++) found.push(...(this.#stems.get(word.slice(0, length)) ?? []));
    return found;
  }
}

type Element = { kind: 'words'; words: Words } | { kind: 'any' | 'number' | 'gap' };
interface Pattern {
  elements: readonly (Element & { optional: boolean })[];
  /** None: what it covers means nothing. */
  theme: Theme | undefined;
}

const GAP = 4;

/** A lexicon, ready to read with. */
export class Constructions {
  readonly #patterns = new Beginnings<Pattern>();
  readonly #beside: readonly { theme: Theme; words: Words; companions: Words }[];
  readonly #classes: Readonly<Record<string, string>>;

  constructor({ classes, themes, nothing }: Lexicon) {
    this.#classes = classes;
    const entries = Object.entries(themes) as [Theme, ThemeWords][];
    for (const [theme, { words, phrases }] of entries)
      for (const phrase of [...this.#list(words), ...phrases]) this.#add(phrase, theme);
    for (const phrase of nothing) this.#add(phrase, undefined);
    this.#beside = entries.flatMap(([theme, { beside }]) =>
      beside.map((pair) => {
        const [words = '', companions = ''] = pair.split(' : ');
        return { theme, words: new Words(this.#list(words)), companions: new Words(this.#list(companions)) };
      }),
    );
  }

  /** The themes of a text: the longest construction of each place counts, and what it covers is not read again. */
  read(tokens: readonly Token[]): Set<Theme> {
    const themes = new Set<Theme>();
    let clause: string[] = [];
    for (let at = 0; at < tokens.length;) {
      const { kind } = tokens[at] as Token;
      if (kind === 'mark' || kind === 'break') {
        this.#readClause(clause, themes);
        clause = [];
        at++;
        continue;
      }
      const { to, meant } = this.#longestAt(tokens, at);
      for (const theme of meant) if (theme) themes.add(theme);
      if (!meant.has(undefined)) clause.push(...tokens.slice(at, to).map((token) => token.text));
      at = to;
    }
    this.#readClause(clause, themes);
    return themes;
  }

  #longestAt(tokens: readonly Token[], at: number): { to: number; meant: Set<Theme | undefined> } {
    let to = at + 1;
    let meant = new Set<Theme | undefined>();
    for (const { elements, theme } of this.#patternsOf(tokens[at] as Token)) {
      const end = matchFrom(tokens, at, elements, 0);
      if (end === undefined || end < to) continue;
      if (end > to) meant = new Set();
      to = end;
      meant.add(theme);
    }
    return { to, meant };
  }

  #patternsOf({ text, kind }: Token): Pattern[] {
    const patterns = this.#patterns.of(text);
    return kind === 'number' ? [...patterns, ...this.#patterns.of('#')] : patterns;
  }

  #readClause(clause: readonly string[], themes: Set<Theme>): void {
    if (clause.length < 2) return;
    for (const { theme, words, companions } of this.#beside) {
      if (themes.has(theme)) continue;
      const at = clause.findIndex((word) => words.has(word));
      if (at >= 0 && clause.some((word, index) => index !== at && companions.has(word))) themes.add(theme);
    }
  }

  #list(words: string): string[] {
    return words
      .split(' ')
      .filter(Boolean)
      .flatMap((word) => (word.startsWith('@') ? this.#list(this.#class(word)) : [word]));
  }

  #class(name: string): string {
    const words = this.#classes[name.slice(1)];
    if (words === undefined) throw new Error(`No such class of words: ${name}`);
    return words;
  }

  #add(phrase: string, theme: Theme | undefined): void {
    const sources = phrase.split(' ');
    const elements = sources.map((source) => this.#element(source));
    const first = elements[0];
    if ((first?.kind !== 'words' && first?.kind !== 'number') || first.optional)
      throw new Error(`A construction begins with a word: ${phrase}`);
    for (const word of this.#alternatives(sources[0] as string)) this.#patterns.add(word, { elements, theme });
  }

  #alternatives(source: string): string[] {
    return source.split('|').flatMap((word) => this.#list(word));
  }

  #element(source: string): Element & { optional: boolean } {
    const optional = source.length > 1 && source.endsWith('?');
    const text = optional ? source.slice(0, -1) : source;
    if (text === '_') return { kind: 'any', optional };
    if (text === '#') return { kind: 'number', optional };
    if (text === '...') return { kind: 'gap', optional };
    return { kind: 'words', words: new Words(this.#alternatives(text)), optional };
  }
}

/** Where a match ends, or undefined. */
function matchFrom(
  tokens: readonly Token[],
  at: number,
  elements: Pattern['elements'],
  index: number,
): number | undefined {
  const element = elements[index];
  if (!element) return at;
  if (element.kind === 'gap') {
    for (let skipped = 0; skipped <= GAP; skipped++) {
      const end = matchFrom(tokens, at + skipped, elements, index + 1);
      if (end !== undefined) return end;
      if (!isWord(tokens[at + skipped])) return undefined;
    }
    return undefined;
  }
  const token = tokens[at];
  if (token && fits(token, element)) {
    const end = matchFrom(tokens, at + 1, elements, index + 1);
    if (end !== undefined) return end;
  }
  return element.optional ? matchFrom(tokens, at, elements, index + 1) : undefined;
}

function isWord(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'number';
}

function fits(token: Token, element: Element): boolean {
  if (element.kind === 'words') return element.words.has(token.text);
  return element.kind === 'any' ? token.kind === 'word' : token.kind === 'number';
}
