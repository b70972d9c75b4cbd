import { tokenize, type Token } from '../../reading/tokens.ts';

/** True if the words are a name of the requested company. */
export type SameCompany = (words: string) => boolean;

/** Maximum number of words after a name that may belong to it: "PLC", "UK", "(Holdings)". */
const MOST_TAIL = 3;
/** "S.A.", "Co. Ltd": a word of at most this many letters before a full stop is an abbreviation. */
const MOST_INITIALS = 3;

/**
 * In lower case, these legal forms are ordinary words after the name: "Tesco as an employer", "Carrefour se classe".
 */
const EVERYDAY_FORMS = ['as', 'se', 'sa', 'co'];

/** Words that leave no letter in an abbreviation. */
const SMALL = ['and', 'of', 'for', 'the', 'de', 'du', 'des', 'la', 'le', 'les', 'pour'];

/** A name as it is written, and its words as they are compared. */
interface Form {
  words: readonly string[];
  name: string;
}

/** Finds the employer's name in a text, with any punctuation, together with words that belong to it ("Tesco UK"). */
export class NameReader {
  /** The forms of the name, by their first word, longest first. */
  readonly #forms = new Map<string, Form[]>();
  readonly #same: SameCompany;

  constructor(names: readonly string[], same: SameCompany) {
    this.#same = same;
    for (const form of names.flatMap((name) => this.#formsOf(name))) {
      const [first] = form.words;
      if (first === undefined) continue;
      const forms = this.#forms.get(first) ?? [];
      forms.push(form);
      this.#forms.set(
        first,
        forms.sort((one, other) => other.words.length - one.words.length),
      );
    }
  }

  /** True for the initials of the name: "dwp" for "Department for Work and Pensions". */
  isAbbreviation(letters: string): boolean {
    const names = [...this.#forms.values()].flat().map(({ words }) => words.filter((word) => !SMALL.includes(word)));
    return names.some((words) => words.length > 1 && words.map((word) => word[0]).join('') === letters);
  }

  /** Returns all words of a name, and its shorter forms that still mean the company: "Kier" for "Kier Group". */
  #formsOf(name: string): Form[] {
    const words = wordsOf(tokenize(name.slice(0, 200))).map(textOf);
    const shorter = words
      .slice(1)
      .map((_, at) => words.slice(0, at + 1))
      .map((form) => ({ words: form, name: form.join(' ') }))
      .filter((form) => this.#same(form.name));
    return [{ words, name }, ...shorter];
  }

  /** Returns the index after the name that begins at a token; undefined if none does. */
  endAt(tokens: readonly Token[], at: number): number | undefined {
    const found = this.#formAt(tokens, at);
    if (found) return this.#withTail(tokens, found);
    // "Groupe Casino", "The Range": one word before the name may be part of it.
    const behind = tokens[at]?.kind === 'word' ? this.#formAt(tokens, at + 1) : undefined;
    return behind && this.#same(`${tokens[at]?.text} ${behind.name}`) ? behind.end : undefined;
  }

  #formAt(tokens: readonly Token[], at: number): { name: string; end: number } | undefined {
    const token = tokens[at];
    if (token === undefined) return undefined;
    for (const { words, name } of this.#forms.get(textOf(token)) ?? this.#forms.get(withoutPossessive(token)) ?? []) {
      const end = matchWords(tokens, at, words);
      const mark = end === undefined ? undefined : tokens[end];
      // "Yahoo!", "Canal+": the mark is part of the name.
      const isMarked = mark?.spaced === false && /^[!?+]$/.test(mark.text) && name.endsWith(mark.text);
      if (end !== undefined) return { name, end: isMarked ? end + 1 : end };
    }
    return undefined;
  }

  #withTail(tokens: readonly Token[], { name, end: to }: { name: string; end: number }): number {
    let end = to;
    let words = 0;
    for (let at = to; at < tokens.length && words < MOST_TAIL; at += 1) {
      const token = tokens[at] as Token;
      // "… on Tesco. The Tesco rating": a full stop after a whole word ends the sentence.
      const isEnd =
        token.text === '.' && tokens[at + 1]?.spaced === true && (tokens[at - 1]?.text.length ?? 0) > MOST_INITIALS;
      if (token.kind === 'mark' && '.()&'.includes(token.text) && !isEnd) continue;
      if (token.kind !== 'word' || (EVERYDAY_FORMS.includes(token.text) && !token.capital)) break;
      words += 1;
      const isInitial = token.text.length === 1;
      // "(Holdings)" includes its closing bracket, and "S.A." its last full stop.
      const isBracket = tokens[at - 1]?.text === '(' && tokens[at + 1]?.text === ')';
      const tail = tokens.slice(to, at + 1).filter(({ kind }) => kind === 'word');
      if (this.#same([name, ...tail.map(({ text }) => text)].join(' ')))
        end = isBracket || (isInitial && tokens[at + 1]?.text === '.') ? at + 2 : at + 1;
      else if (!isInitial) break;
    }
    return end;
  }
}

function matchWords(tokens: readonly Token[], from: number, words: readonly string[]): number | undefined {
  let at = from;
  for (const word of words) {
    // "J.P. Morgan": punctuation inside a name is skipped.
    while (at > from && isMark(tokens[at])) at += 1;
    const token = tokens[at];
    if (token === undefined || (textOf(token) !== word && withoutPossessive(token) !== word)) return undefined;
    at += 1;
  }
  return at;
}

/**
 * True for punctuation as in "J.P. Morgan" or "Yahoo!", and for the break that the tokenizer assumes inside
 * "SolidWorks".
 */
function isMark(token: Token | undefined): boolean {
  return (token?.kind === 'mark' && ".'+!?".includes(token.text)) || (token?.kind === 'break' && token.text === '');
}

function wordsOf(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => token.kind !== 'break' && !isMark(token));
}

function textOf({ text }: Token): string {
  return text === '&' || text === 'et' ? 'and' : text.replaceAll("'", '');
}

/** Returns "tesco" for "tesco's". */
function withoutPossessive({ text }: Token): string {
  return text.replace(/'s$/, '').replaceAll("'", '');
}
