import { foldWords, squeeze } from '../lib/text.ts';
import type { ModelAnswer } from './model-answer.ts';
import { isSuspiciousSentence } from './review-safety.ts';
import type { Language } from './site-look.ts';
import type { Review } from './sites/site.ts';
import { readReviewThemes, type Theme, type ThemeTally } from './themes/extract-themes.ts';

type ModelInsight = ModelAnswer['insights'][number];

const LEAST_REVIEWS = 2;
const STATEMENT_CHARACTERS = 120;

/** Words that carry no claim of their own. */
const CONNECTING = wordSet(
  'a an and are as at be but by for from has have in is it its many most of often on or other some that the their them they this to very was were with staff employees reviewers people company employer work au aux avec ce ces dans de des du en est et il ils la le les leur leurs mais on ou par pour que qui se ses son sont sur tres un une salaries employes entreprise travail',
);

/** Words of judgement are claims only of the side that was verified. */
const JUDGING: Readonly<Record<'positive' | 'negative', ReadonlySet<string>>> = {
  positive: wordSet('good great well liked praised much more beaucoup bon bonne bons bonnes plus'),
  negative: wordSet(
    'bad poor poorly lack lacks little less too criticised mauvais mauvaise mauvaises moins peu trop manque',
  ),
};

/** Words that turn a claim around: as much of a claim as any other. */
const NEGATIONS = wordSet('no not never without ne pas sans jamais aucun aucune');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const FRENCH = new Set('le la les des du et est une pas tres avec pour dans sans trop mais plus peu au aux'.split(' '));
const ENGLISH = new Set('the and of with is are for in not too very but on no to from their at by'.split(' '));

/** Superlatives and numerals are figures by another name. */
const FIGURE =
  /\p{N}|%|★|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|stars?|rat(?:ed|ing)|scores?|percent|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|cent|etoiles?|notee?|pour ?cent|best|meilleure?|worst|pire)\b/u;

/**
 * What a model may add to what the reviews were read to say: its words for a
 * theme, or "" where they cannot be kept. An insight counts only as far as the
 * reviews bear it out: the theme must be read in at least two of the reviews
 * cited, on the side (pros, cons, stars) that the model says, and that must be
 * the verdict of all of them together. The words stay where each of them
 * stands in two of the cited reviews.
 * @param given the reviews that the model saw, by their numbers from 1.
 */
export function verifyInsights(
  insights: readonly ModelInsight[],
  given: readonly Review[],
  tallies: readonly ThemeTally[],
  language: Language,
): Map<Theme, string> {
  const verified = new Map<Theme, string>();
  for (const insight of insights) {
    const { theme, polarity } = insight;
    if (verified.has(theme) || tallies.find((tally) => tally.theme === theme)?.verdict !== polarity) continue;
    const cited = [...new Set(insight.review_ids)].map((id) => given[id - 1]).filter((review) => review !== undefined);
    const supporting = supporters(insight, cited, language);
    if (supporting.length >= LEAST_REVIEWS) verified.set(theme, groundedStatement(insight, supporting, language));
  }
  return verified;
}

/** Reviews in which the theme is there on the side that is claimed; for `mixed`, on both sides over all of them. */
function supporters({ theme, polarity }: ModelInsight, cited: readonly Review[], language: Language): Review[] {
  const read = cited.map((review) => ({ review, themes: readReviewThemes(review, language) }));
  const positive = read.filter(({ themes }) => themes.positive.has(theme)).map(({ review }) => review);
  const negative = read.filter(({ themes }) => themes.negative.has(theme)).map(({ review }) => review);
  if (polarity === 'positive') return positive;
  if (polarity === 'negative') return negative;
  return positive.length > 0 && negative.length > 0 ? [...new Set([...positive, ...negative])] : [];
}

/** What the review says on one side: its field, or where it has none its text (the stars were asked already). */
function sideOf({ pros, cons, title, text }: Review, polarity: 'positive' | 'negative'): string {
  if (pros !== '' || cons !== '') return polarity === 'positive' ? pros : cons;
  return `${title}. ${text}`;
}

/** What a text holds that says this word: its beginning, for its plural and other endings; all of a short one. */
function beginningOf(word: string): string {
  if (word.length <= 3) return ` ${word} `;
  return ` ${word.length > 6 ? word.slice(0, -2) : word.replace(/s$/, '')}`;
}

/** The model's words where they can be kept, else "". */
function groundedStatement(
  { polarity, statement }: ModelInsight,
  supporting: readonly Review[],
  language: Language,
): string {
  const text = squeeze(statement).replace(/[.;:,!\s]+$/u, '');
  if (polarity === 'mixed' || text === '' || text.length > STATEMENT_CHARACTERS || !/^[\p{L}\p{M}' ,’-]+$/u.test(text))
    return '';
  const words = foldWords(text).split(' ');
  if (FIGURE.test(words.join(' ')) || isSuspiciousSentence(text)) return '';
  const [french, english] = [FRENCH, ENGLISH].map((list) => words.filter((word) => list.has(word)).length) as [
    number,
    number,
  ];
  if (language === 'fr' ? english > french : french > english) return '';
  const claims = words.filter(
    (word) => NEGATIONS.has(word) || (word.length > 2 && !CONNECTING.has(word) && !JUDGING[polarity].has(word)),
  );
  if (claims.length === 0) return '';
  const texts = supporting.map((review) => ` ${foldWords(sideOf(review, polarity))} `);
  const borne = claims.every(
    (word) => texts.filter((text) => text.includes(beginningOf(word))).length >= LEAST_REVIEWS,
  );
  return borne ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : '';
}
