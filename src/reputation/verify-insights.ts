import { foldWords, squeeze } from '../lib/text.ts';
import type { ModelAnswer } from './model-answer.ts';
import { isSuspiciousSentence } from './review-safety.ts';
import type { Language } from './site-look.ts';
import type { Review } from './sites/site.ts';
import { nameTheme, readReviewThemes, type Theme } from './themes/extract-themes.ts';

type ModelInsight = ModelAnswer['insights'][number];

const LEAST_REVIEWS = 2;
const MAXIMUM_INSIGHTS = 6;
const STATEMENT_CHARACTERS = 120;

const VERDICTS: Readonly<Record<ModelInsight['polarity'], Readonly<Record<Language, string>>>> = {
  positive: { en: 'praised', fr: 'point fort' },
  negative: { en: 'criticised', fr: 'point faible' },
  mixed: { en: 'mixed', fr: 'avis partagés' },
};

/** Words that carry no claim of their own. */
const CONNECTING = new Set(
  'a an and are as at be but by for from has have in is it its many most no not of often on or other some that the their them they this to too very was were well with good great bad poor lack little more less much staff employees reviewers people company employer praised criticised liked work au aux avec beaucoup bon bonne ce ces dans de des du en est et il ils la le les leur leurs mais mauvais mauvaise moins ne on ou par pas peu plus pour que qui sans se ses son sont sur tres trop un une salaries employes entreprise travail manque'.split(
    ' ',
  ),
);

const FRENCH = new Set('le la les des du et est une pas tres avec pour dans sans trop mais plus peu au aux'.split(' '));
const ENGLISH = new Set('the and of with is are for in not too very but on no to from their at by'.split(' '));

/** Superlatives and numerals are figures by another name. */
const FIGURE =
  /\p{N}|%|★|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|stars?|rat(?:ed|ing)|scores?|percent|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|cent|etoiles?|notee?|pour ?cent|best|meilleure?|worst|pire)\b/u;

/**
 * Turns a model's insights into sentences, each only as far as the reviews
 * bear it out: the theme must be read in at least two of the reviews cited,
 * on the side (pros, cons, stars) that the model says. Counts are ours. The
 * model's own words stay only where each of them stands in two of those reviews.
 */
export function verifyInsights(
  insights: readonly ModelInsight[],
  reviews: readonly Review[],
  language: Language,
): string[] {
  const lines: { line: string; support: number }[] = [];
  const done = new Set<Theme>();
  for (const insight of insights) {
    if (done.has(insight.theme)) continue;
    const cited = [...new Set(insight.review_ids)]
      .map((id) => reviews[id - 1])
      .filter((review) => review !== undefined);
    const supporting = supporters(insight, cited, language);
    if (supporting.length < LEAST_REVIEWS) continue;
    done.add(insight.theme);
    const count =
      language === 'fr'
        ? `(${supporting.length} avis sur ${reviews.length})`
        : `(${supporting.length} of ${reviews.length} reviews)`;
    const verdict = VERDICTS[insight.polarity][language];
    const statement = groundedStatement(insight.statement, insight, supporting, language);
    const detail = statement ? `${statement}, ${verdict}` : verdict;
    const name = `${nameTheme(insight.theme, language)}${language === 'fr' ? ' :' : ':'}`;
    lines.push({ line: `${name} ${detail} ${count}`, support: supporting.length });
  }
  return lines
    .sort((one, other) => other.support - one.support)
    .slice(0, MAXIMUM_INSIGHTS)
    .map(({ line }) => line);
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

function groundedStatement(
  statement: string,
  { polarity }: ModelInsight,
  supporting: readonly Review[],
  language: Language,
): string | undefined {
  const text = squeeze(statement).replace(/[.;:,!\s]+$/u, '');
  if (polarity === 'mixed' || text === '' || text.length > STATEMENT_CHARACTERS || !/^[\p{L}\p{M}' ,’-]+$/u.test(text))
    return undefined;
  const words = foldWords(text).split(' ');
  if (FIGURE.test(words.join(' ')) || isSuspiciousSentence(text)) return undefined;
  const [french, english] = [FRENCH, ENGLISH].map((list) => words.filter((word) => list.has(word)).length) as [
    number,
    number,
  ];
  if (language === 'fr' ? english > french : french > english) return undefined;
  const claims = words.filter((word) => word.length > 2 && !CONNECTING.has(word));
  if (claims.length === 0) return undefined;
  const texts = supporting.map((review) => ` ${foldWords(sideOf(review, polarity))}`);
  const borne = claims.every((word) => {
    // The beginning of a word stands for its plural and its other endings.
    const stem = ` ${word.length > 6 ? word.slice(0, word.length - 2) : word.replace(/s$/, '')}`;
    return texts.filter((text) => text.includes(stem)).length >= LEAST_REVIEWS;
  });
  return borne ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : undefined;
}
