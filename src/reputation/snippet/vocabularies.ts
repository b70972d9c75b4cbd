import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import type { Role, Words } from './kinds.ts';
import { ENGLISH } from './words/english.ts';
import { FRENCH } from './words/french.ts';
import { OTHER, SITES } from './words/other.ts';

const WORDS: Words = [...ENGLISH, ...FRENCH, ...OTHER];
/** Words that mean something wherever they stand; those of reviews and fillers only where nothing else does. */
const EVERYWHERE = WORDS.filter(({ means }) => means !== 'reviews' && means !== 'filler');

export const WORDS_ON: Readonly<Record<ReviewSite, Vocabulary<Role>>> = {
  glassdoor: withSites('glassdoor', 'indeed'),
  indeed: withSites('indeed', 'glassdoor'),
};
export const BESIDE_FIGURES = {
  reviews: vocabularyOf('reviews'),
  filler: vocabularyOf('filler'),
  tab: vocabularyOf('tab'),
  raters: vocabularyOf('raters'),
  sector: vocabularyOf('sector'),
  stars: vocabularyOf('stars'),
};

/** Figures of another site are another matter. */
function withSites(own: ReviewSite, other: ReviewSite): Vocabulary<Role> {
  return compileVocabulary([
    { means: 'site', phrases: SITES[own] },
    { means: 'raters', phrases: [`${own} users|members|reviewers`] },
    { means: 'aspect', phrases: SITES[other] },
    ...EVERYWHERE,
  ]);
}

function vocabularyOf(role: Role): Vocabulary<Role> {
  return compileVocabulary(WORDS.filter(({ means }) => means === role));
}

/** Behind the longest phrase of a vocabulary that begins at a token. */
export function endOf(tokens: readonly Token[], at: number, vocabulary: Vocabulary<string>): number | undefined {
  return at < tokens.length ? termAt(tokens, at, vocabulary)?.to : undefined;
}
