import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';
import { readTable } from '../../lib/table.ts';
import type { Role } from './kinds.ts';

/** All phrases with their meanings. If two equally long phrases match, the first one counts. */
const WORDS = ['english', 'french', 'other'].flatMap((language) =>
  readTable(new URL(`words/${language}.tsv`, import.meta.url)).map(([means, phrase = '']) => ({
    means: means as Role,
    phrases: [phrase],
  })),
);
/** The phrases without those for reviews and fillers, which are looked up separately (`BESIDE_FIGURES`). */
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

const PHRASE_ROWS = readTable(new URL('words/phrases.tsv', import.meta.url));
const PHRASES = new Map(
  PHRASE_ROWS.map(([name = '']) => {
    const phrases = PHRASE_ROWS.filter(([of]) => of === name).map(([, phrase = '']) => phrase);
    return [name, compileVocabulary([{ means: name, phrases }])] as const;
  }),
);

/** "Glassdoor", "Glassdoor.co.uk", "Indeed France" */
function sitePhrases(site: ReviewSite): string[] {
  return [
    site,
    `no|na ${site}`,
    `${site} . com uk?`,
    `${site} . fr|de|nl|es|ie|ca|be|ch|at|it|sg`,
    `${site} . co|com . uk|in|nz|au|mx|br|ar|hk`,
    `${site} uk|gb|france|ireland|belgique|canada|suisse`,
  ];
}

/** The other site's name counts as an aspect, so that its figures are not read. */
function withSites(own: ReviewSite, other: ReviewSite): Vocabulary<Role> {
  return compileVocabulary([
    { means: 'site', phrases: sitePhrases(own) },
    { means: 'raters', phrases: [`${own} users|members|reviewers`] },
    { means: 'aspect', phrases: sitePhrases(other) },
    ...EVERYWHERE,
  ]);
}

function vocabularyOf(role: Role): Vocabulary<Role> {
  return compileVocabulary(WORDS.filter(({ means }) => means === role));
}

/** Returns the index after the longest phrase of a vocabulary that begins at a token; undefined if none does. */
export function endOf(
  tokens: readonly Token[],
  at: number | undefined,
  vocabulary: Vocabulary<string>,
): number | undefined {
  return at === undefined || at >= tokens.length ? undefined : termAt(tokens, at, vocabulary)?.to;
}

/**
 * Returns the index after the longest phrase with this meaning in phrases.tsv; undefined if none begins at the token.
 */
export function phraseEnd(tokens: readonly Token[], at: number | undefined, means: string): number | undefined {
  return endOf(tokens, at, PHRASES.get(means) as Vocabulary<string>);
}
