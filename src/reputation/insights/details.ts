import { readTable, wordsOfKind } from '../../lib/table.ts';
import { foldWords } from '../../lib/text.ts';
import { addressesMachine } from '../../reading/prompt-injection.ts';
import { readThemes } from '../themes/extract-themes.ts';
import type { ReviewLanguage } from '../themes/theme.ts';
import { isNegated } from '../themes/verdict.ts';
import type { ReviewClaim } from './claims.ts';

const FEWEST_REVIEWS = 2;
const MOST_WORDS = 4;
const LONGEST = 40;
/** Marks around a word, and marks in it except apostrophes and hyphens: "(“self-starter”)" becomes "self-starter". */
const MARKS = /^[^A-Za-z0-9À-ÿœ]+|[^A-Za-z0-9À-ÿœ]+$|[^A-Za-z0-9À-ÿœ'’-]/g;

const TABLE = readTable(new URL('../themes/words/details.tsv', import.meta.url));
/** Words such as "the" and "very", with which a detail neither begins nor ends. */
const EDGES = new Set(wordsOfKind(TABLE, 'edge'));
/** Words that add nothing to "praised" or "criticised", such as "good". A detail must contain another word. */
const EMPTY = new Set(wordsOfKind(TABLE, 'empty'));

/**
 * Returns the phrase about the theme, of one to four words, that occurs in the largest number of reviews. All `claims`
 * are about one theme and side. Undefined if no two reviews share such a phrase. Claims in languages other than
 * `language` are ignored. The phrase is not negated, is not a prompt injection, and contains no capital after the first
 * word of a clause, because it could be a person's name.
 */
export function commonDetail(
  claims: readonly ReviewClaim[],
  language: ReviewLanguage,
): { words: string; reviews: number } | undefined {
  const phrases = new Map<string, { words: string; reviews: Set<number>; length: number }>();
  for (const claim of claims.filter((each) => each.language === language))
    for (const { key, words, length } of phrasesOf(claim.words)) {
      const phrase = phrases.get(key) ?? { words, reviews: new Set<number>(), length };
      phrase.reviews.add(claim.review);
      phrases.set(key, phrase);
    }
  const [first] = claims;
  const isAboutTheme = (words: string): boolean =>
    first !== undefined && readThemes(words, language, first.side, 'claims').includes(first.theme);
  const best = [...phrases.values()]
    .filter(({ reviews }) => reviews.size >= FEWEST_REVIEWS)
    .sort((one, other) => other.reviews.size - one.reviews.size || other.length - one.length)
    .find(({ words }) => isAboutTheme(words) && !addressesMachine(words));
  return best && { words: best.words, reviews: best.reviews.size };
}

function* phrasesOf(text: string): Generator<{ key: string; words: string; length: number }> {
  for (const clause of text.split(/[.,;:!?()"“”«»/\n…•&+]+|\s[-–—]\s|\s(?:and|or|but|et|ou|mais)\s/i)) {
    const written = clause.split(/\s+/).filter((word) => foldWords(word) !== '');
    const folded = written.map(foldWords);
    for (let from = 0; from < folded.length; from += 1) {
      if (isNegated(folded, from)) continue;
      for (let to = from + 1; to <= Math.min(folded.length, from + MOST_WORDS); to += 1) {
        const inside = folded.slice(from, to);
        if (EDGES.has(inside[0] as string) || EDGES.has(inside.at(-1) as string)) continue;
        if (inside.every((word) => EMPTY.has(word) || EDGES.has(word))) continue;
        const words = written.slice(from, to).map((word) => word.replace(MARKS, ''));
        if (words.slice(from === 0 ? 1 : 0).some((word) => /^[A-ZÀ-Þ]/.test(word))) continue;
        const phrase = words.join(' ').toLowerCase();
        // "long shifts" and "long shift" are the same detail.
        const key = inside.map((word) => word.replace(/(?<=...)s$/, '')).join(' ');
        if (phrase.length <= LONGEST) yield { key, words: phrase, length: to - from };
      }
    }
  }
}
