import { fold } from '../lib/text.ts';
import type { Audience, DocsLanguage, DocsPage } from './types.ts';
import { isTypoOf, meansTheSame, stemOf, STOP_WORDS } from './search-words.ts';

/** `marked` is true for a word that matches the query. */
export interface TextPart {
  text: string;
  marked: boolean;
}

export interface DocsHit {
  page: DocsPage;
  anchor: string;
  title: readonly TextPart[];
  heading: readonly TextPart[];
  excerpt: readonly TextPart[];
}

/** For the word "log-in", `folded` contains `log`, `in` and `login`. */
interface Word {
  folded: readonly string[];
  start: number;
  end: number;
}

interface IndexedText {
  text: string;
  words: readonly Word[];
  /** Maps a folded word to its positions in `words`. */
  places: ReadonlyMap<string, readonly number[]>;
}

interface Entry {
  page: DocsPage;
  anchor: string;
  title: IndexedText;
  heading: IndexedText;
  body: IndexedText;
  vocabulary: ReadonlySet<string>;
}

/**
 * States how well each word of the pages matches one word of the query, from 0 to 1. Words that do not match are
 * absent.
 */
type Matches = ReadonlyMap<string, number>;

const WEIGHTS: Readonly<Record<Audience, number>> = { callers: 1, operators: 0.8, contributors: 0.6 };

const MAXIMUM_QUERY = 100;
const MAXIMUM_HITS = 20;
const EXCERPT = 160;
const WORD = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu;
const LEAST_FOR_TYPO = 4;
const LEAST_FOR_PREFIX = 2;

export class SearchIndex {
  readonly #entries: readonly Entry[];
  /** For each language, maps the words of its pages to their stems. A page without a translation counts as English. */
  readonly #stems = new Map<DocsLanguage, Map<string, string>>();

  constructor(pages: readonly DocsPage[]) {
    this.#entries = pages.flatMap((page) =>
      page.sections.map((section) => {
        const [title, heading, body] = [indexed(page.title), indexed(section.title), indexed(section.text)];
        const words = [title, heading, body].flatMap((text) => text.words.flatMap(({ folded }) => folded));
        return { page, anchor: section.anchor, title, heading, body, vocabulary: new Set(words) };
      }),
    );
    for (const { page, vocabulary } of this.#entries) {
      let stems = this.#stems.get(page.language);
      if (!stems) this.#stems.set(page.language, (stems = new Map()));
      for (const word of vocabulary) if (!stems.has(word)) stems.set(word, stemOf(word, page.language));
    }
  }

  /**
   * Finds sections that match every word in the first MAXIMUM_QUERY characters of the query. Stop words count only if
   * there is no other word. A word matches itself, its other forms, its synonyms, longer words that begin with it and,
   * if it matches none of these, the word that it misspells. If no section matches all of several words, finds sections
   * that miss one of them.
   */
  search(query: string): DocsHit[] {
    const queryWords = indexed(query.slice(0, MAXIMUM_QUERY)).words.map(({ folded }) => folded);
    const questions = [...this.#stems].map(([language, stems]) => ({
      language,
      matches: significantWords(queryWords, stems, language).map((word) => matchesOf(word, stems, language)),
    }));
    const hits = this.#hits(questions, 0);
    return hits.length > 0 ? hits : this.#hits(questions, 1);
  }

  #hits(questions: readonly { language: DocsLanguage; matches: readonly Matches[] }[], mayMiss: number): DocsHit[] {
    return questions
      .filter(({ matches }) => matches.length > mayMiss)
      .flatMap(({ language, matches }) =>
        this.#entries
          .filter(({ page }) => page.language === language)
          .map((entry) => ({ entry, matches, score: scoreOf(entry, matches, mayMiss) })),
      )
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAXIMUM_HITS)
      .map(({ entry: { page, anchor, title, heading, body }, matches }) => ({
        page,
        anchor,
        title: partsOf(title, matches),
        heading: partsOf(heading, matches),
        excerpt: excerptOf(body, matches),
      }));
  }
}

function significantWords(
  queryWords: readonly (readonly string[])[],
  stems: ReadonlyMap<string, string>,
  language: DocsLanguage,
): readonly string[] {
  // "dedup_hash" counts as one word if the pages contain it, and otherwise as two.
  const words = queryWords.flatMap((folded) => {
    const whole = folded.at(-1) as string;
    return folded.length === 1 || stems.has(whole) ? whole : folded.slice(0, -1);
  });
  const telling = words.filter((word) => !STOP_WORDS[language].has(word));
  return telling.length > 0 ? telling : words;
}

function indexed(text: string): IndexedText {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const parts = fold(word).split(/[-_]/);
    return {
      // The joined word comes last.
      folded: parts.length > 1 ? [...parts, parts.join('')] : parts,
      start: index,
      end: index + word.length,
    };
  });
  const places = new Map<string, number[]>();
  for (const [place, { folded }] of words.entries()) {
    for (const word of folded) {
      const known = places.get(word);
      if (known) known.push(place);
      else places.set(word, [place]);
    }
  }
  return { text, words, places };
}

function matchesOf(queryWord: string, stems: ReadonlyMap<string, string>, language: DocsLanguage): Matches {
  const matches = new Map<string, number>();
  const stem = stemOf(queryWord, language);
  for (const [word, other] of stems) {
    const quality =
      word === queryWord
        ? 1
        : other === stem
          ? 0.9
          : meansTheSame(stem, other, language)
            ? 0.6
            : isPrefix(queryWord, word)
              ? 0.5
              : 0;
    if (quality > 0) matches.set(word, quality);
  }
  // Only a word that matches nothing can be a typo. All forms of the intended word then match.
  if (matches.size === 0 && queryWord.length >= LEAST_FOR_TYPO) {
    const meant = new Set(
      [...stems]
        .filter(([word]) => word.length >= LEAST_FOR_TYPO && isTypoOf(queryWord, word))
        .map(([, other]) => other),
    );
    for (const [word, other] of stems) if (meant.has(other)) matches.set(word, 0.4);
  }
  return matches;
}

function isPrefix(queryWord: string, word: string): boolean {
  return queryWord.length >= LEAST_FOR_PREFIX && word.startsWith(queryWord);
}

/**
 * Returns 0 if too many words are missing, or if all words are only in the page's title and the section is not the
 * beginning of the page.
 */
function scoreOf(
  { page, anchor, title, heading, body, vocabulary }: Entry,
  matches: readonly Matches[],
  mayMiss: number,
): number {
  // Most sections contain none of the words, so a quick check avoids reading them word by word.
  const hasOne = (wanted: Matches): boolean => [...wanted.keys()].some((word) => vocabulary.has(word));
  if (matches.filter((wanted) => !hasOne(wanted)).length > mayMiss) return 0;
  const begins = anchor === '';
  let score = 0;
  let missing = 0;
  let isOwn = begins;
  for (const wanted of matches) {
    const named = qualityIn(title, wanted);
    const headed = qualityIn(heading, wanted);
    const inBody = qualityIn(body, wanted);
    if (Math.max(named.best, headed.best, inBody.best) === 0) missing += 1;
    if (missing > mayMiss) return 0;
    isOwn ||= headed.best > 0 || inBody.best > 0;
    score += Math.max(
      named.best * (begins ? 20 + 10 * named.share : 3 + 3 * named.share),
      headed.best * (10 + 8 * headed.share),
      inBody.best * (2 + Math.min(inBody.sum, 8) / 8),
    );
  }
  return isOwn ? score * WEIGHTS[page.audience] : 0;
}

function qualitiesIn({ places }: IndexedText, matches: Matches): ReadonlyMap<number, number> {
  const qualities = new Map<number, number>();
  for (const [word, quality] of matches) {
    for (const place of places.get(word) ?? []) qualities.set(place, Math.max(quality, qualities.get(place) ?? 0));
  }
  return qualities;
}

/**
 * `best` is the quality of the best match, `sum` is the sum of all matches' qualities, and `share` is the share of
 * matching words among all words of the text.
 */
function qualityIn(text: IndexedText, matches: Matches): { best: number; sum: number; share: number } {
  let best = 0;
  let sum = 0;
  const qualities = qualitiesIn(text, matches);
  for (const quality of qualities.values()) {
    best = Math.max(best, quality);
    sum += quality;
  }
  return { best, sum, share: qualities.size / Math.max(1, text.words.length) };
}

function qualityOf({ folded }: Word, matches: Matches): number {
  let best = 0;
  for (const word of folded) {
    const quality = matches.get(word);
    if (quality !== undefined && quality > best) best = quality;
  }
  return best;
}

function partsOf(
  { text, words }: IndexedText,
  matches: readonly Matches[],
  from = 0,
  to = text.length,
): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = from;
  for (const word of words) {
    if (word.start < from || word.end > to || matches.every((wanted) => qualityOf(word, wanted) === 0)) continue;
    if (word.start > at) parts.push({ text: text.slice(at, word.start), marked: false });
    parts.push({ text: text.slice(word.start, word.end), marked: true });
    at = word.end;
  }
  if (at < to) parts.push({ text: text.slice(at, to), marked: false });
  return parts;
}

function excerptOf(body: IndexedText, matches: readonly Matches[]): readonly TextPart[] {
  const { text, words } = body;
  const [first = 0] =
    matches
      .flatMap((wanted) => [...qualitiesIn(body, wanted)])
      .sort(([a, better], [b, worse]) => worse - better || a - b)[0] ?? [];
  const earliest = (words[first]?.start ?? 0) - EXCERPT / 3;
  const from = earliest <= 0 ? 0 : (words.find(({ start }) => start >= earliest)?.start ?? 0);
  const to =
    from + EXCERPT >= text.length
      ? text.length
      : (words.findLast(({ end }) => end <= from + EXCERPT && !/['’]/.test(text[end] ?? ''))?.end ?? from);
  const parts = partsOf(body, matches, from, to);
  return [
    ...(from > 0 ? [{ text: '…', marked: false }] : []),
    ...parts,
    ...(to < text.length ? [{ text: '…', marked: false }] : []),
  ];
}
