import { LETTERS, type Kind } from './kinds.ts';

/**
 * Sequences of terms, by kind, that may precede a rating. `?`, `*` and `|` work as in regular expressions; `mark` is
 * any of "( : , –", and one run of joints ("of the", "à") is allowed between two kinds.
 */
const BEFORE_RATING = {
  /** The rating is the employer's, wherever it stands in the text. */
  own: [
    // Tesco 3.6 · Tesco: 3.6 · Tesco reviews: 3.6
    'site? mark? name mark? reviews? raters? mark? label|overall*',
    // Tesco's rating on Glassdoor is 3.6 · Tesco overall rating: 3.6
    'raters? name mark? site? label|overall* raters? site? verb? trend? verb? mark?',
    // The average rating given to Tesco by employees is 3.6 · Note attribuée à Carrefour : 3,5
    'label|overall label|overall* gives name raters? verb? mark?',
    'label|overall label|overall* gives raters name verb? mark?',
    // Rating of Tesco: 3.6 · The overall rating of Tesco is 3.6
    'label|overall* site? name site? verb? trend? mark? label|overall*',
    // Reviews of Tesco: 3.6 · Avis des salariés de Carrefour : 3,5 · Reviews of Tesco average 3.6
    'site? reviews raters? name mark?',
    'site? reviews name mark? label|overall* mark?',
    // Tesco has an average employee rating of 3.6 · On Glassdoor, Tesco is rated 3.6
    'site? mark? name verb site? label|overall* raters?',
    // Tesco is a good place to work, with 3.6
    'name verb prose mark',
    // Tesco is well rated by its employees: 3.6
    'name verb label* raters? colon',
    // Employees at Tesco rate the company 3.6 · Employees rate Tesco 3.6 · Employees have rated it 3.6
    'name? mark? raters gives|label name|employer label|overall*',
    'raters name gives|label label|overall* name|employer? label|overall*',
    'raters name employer? gives label|overall*',
    'name raters gives|label label|overall* employer?',
    // Tesco's 12,345 reviews add up to 3.6
    'name about? count verb label|overall*',
    // 12,345 employees have rated Tesco 3.6
    'site? mark? about? count name? gives name|employer mark? label|overall*',
    'site gives name label|overall*',
    // Tesco has improved its rating from 3.4 to 3.6
    'site? mark? name verb? trend label|overall* trend? mark?',
    // Compare: Tesco 3.6
    'prose colon name mark? label|overall* mark?',
    // Employees: 3.6
    'raters name? mark',
  ],
  /** The rating is the employer's if the text is about nothing else. */
  bare: [
    '',
    // Rating: 3.6 · Rated 3.6 · Glassdoor employee rating: 3.6
    'site? label|overall label|overall* gives? raters|employer? verb? trend? mark? label|overall?',
    // Find out the overall rating: 3.6
    'prose label|overall label|overall* mark?',
    // Rating on Glassdoor: 3.6 (but "Average rating on Glassdoor" may be that of all employers)
    'label label* site mark?',
    // It has a rating of 3.6 · … has a rating of 3.6 · L'entreprise a une note de 3,5
    'employer? verb? label|overall label|overall*',
    // It has improved its rating from 3.4 to 3.6
    'employer? verb? trend label|overall* trend? mark?',
    // 12,345 reviews average out at 3.6
    'about? count verb label|overall*',
    // It has 3.6 · 12,345 reviews, which average 3.6
    'employer? verb',
    // Reviews: 3.6 · Avis des salariés : 3,5
    'site? reviews raters? site? mark',
    // 12,345 employees have given a rating of 3.6 · Les salariés donnent 3,5
    'gives label|overall label|overall*',
    // 12,345 employees give 3.6 · 12,345 reviews give a rating of 3.6
    'about? count gives label|overall*',
    'raters employer? gives label|overall*',
  ],
} as const;

const MARK = '[,(:-]';

function compile(shapes: readonly string[], prefix: string, tail: string): RegExp {
  const patterns = shapes.map((shape) => shape.split(' ').filter(Boolean).map(compileElement).join(''));
  return new RegExp(`^(?!${OF_A_TAB})${prefix}j?(?:${patterns.join('|')})R${tail}$`);
}

function compileElement(element: string): string {
  const [, kinds = '', sign = ''] = /^([a-z|]+)([?*]?)$/.exec(element) ?? [];
  const one =
    kinds === 'mark'
      ? MARK
      : `[${kinds
          .split('|')
          .map((kind) => LETTERS[kind as Kind])
          .join('')}]`;
  return `(?:${one}j?)${sign}`;
}

/** A number of reviews that belongs to another kind of page: "Salaries (310 reviews)", "Interview, 310 reviews". */
const OF_A_TAB = '.*T[jN]*[(:,]?[jN]*C';
/**
 * Terms that may precede the words for the rating: the date of the search engine's copy of the page, or the number of
 * reviews.
 */
const PREFIX = '(?:D-|[jmNvgSELOwqXT,:()P-]*(?:C[jgSE(),:-]*|X[),:-]))?';
/**
 * The name of another kind of page after a mark, prose or a number. In "12,345 reviews, salaries", it names a separate
 * part of the page. In "12,345 reviews of salaries", without a mark, it says what the reviews are about.
 */
const LISTED = '(?<=[,():TPX-])T';
/**
 * After a rating there may be nothing, or terms that do not change whose rating it is. Links of the page may follow
 * only after a number of reviews.
 */
const TAIL = `[,():jmNSELOqgwXv~-]*(?:C(?:[,():jmNSELOqgwCXPv~-]|${LISTED})*)?`;

export const OWN_RATING = compile(
  [...BEFORE_RATING.own, ...BEFORE_RATING.bare.map((shape) => `site? name colon ${shape}`)],
  PREFIX,
  TAIL,
);
export const BARE_RATING = compile(BEFORE_RATING.bare, PREFIX, TAIL);
/**
 * Numbers of reviews without a rating: "12,345 reviews", "See all 12,345 reviews", "Tesco has 310 interviews and 12,345
 * reviews". Does not match "Salaries (310 reviews)", whose number is of something else.
 */
export const COUNT = new RegExp(
  `^(?!${OF_A_TAB})(?:D-)?[jmNvqXxPTS,:()gELOw-]*(?:C(?:[,():jmNSELOqgvwXP-]|${LISTED})*)+$`,
);
/** "3.6 from 187 reviews": the rating of all reviews, not of a single one. */
export const OF_REVIEWS = /R[^(,-]*j[^(,-]*C/;
/** "3,000 reviews rated 5/5": a number of only those reviews that give this rating. */
export const COUNT_OF_STARS = /C[jE]*[Lgv]+j?R/;
/** "This is based on 1,234 reviews": "this" is what the sentence before is about, which need not be the employer. */
export const DEMONSTRATIVE = /^j?q[jmPS]*C/;
/**
 * "Tesco ranks among …": a statement about the employer without figures, which casts no doubt on the figures before.
 */
export const SUBJECT = /^j?Nj?v[^RCXx%]*$/;
/** "Find out what it is like to work at Tesco": words to the page's readers. The figures before are complete. */
export const PROSE = /^j?P[^UYRCXx%]*[vN][^UYRCXx%]*$/;
/** "View all", "Salaries": prose or the name of another kind of page, without a figure or an unknown word. */
export const HEADING = /^[^UYA!RCXx%]*[PT][^UYA!RCXx%]*$/;
/** "Tesco", "Tesco reviews on Glassdoor": the employer's name without figures. */
export const NAME_ALONE = /^[jw,():-]*N[jwNS,():-]*$/;
/**
 * A number of reviews with the employer's name: "Tesco: 12,345 reviews", "12,345 reviews of Tesco". Does not match
 * "12,345 reviews: Tesco is …", in which a mark separates the two.
 */
export const NAMED_COUNT = /N.*C|C[^(),:-]*N/;
/** "Aldi 3.9", "Aldi (3.9, 4,000 reviews)": another company with its own rating. */
export const NEXT_IN_ROW = /^[jwP(:-]*(?:Nj?)?U[jUNwLPvO]*[(:-]?R/;
/** A percentage about an aspect, as in "52% positive outlook". A number after it may be that of the answers. */
export const PER_CENT = /^[^RCXx]*(?:%[^RCXx]*A|A[^RCXx]*%)[^RCXx]*$/;
/** Only a number of reviews, as in "Based on 900 reviews". It may belong to the aspect that follows. */
export const BASED_ON = /^-?(?:[jmPwg]+C[jSEg)]*|Cg)$/;
/** "5,120 reviews: pay …": the next figures belong to the last term. */
export const LEADS_ON = /(?:C|R[^RCXx%]*:)[^RCXx%]*A[^RCXx%]*$/;
/** "Pay.", "Employees rate pay.", "Industry rating.": the next figure belongs to what is named here. */
export const OPEN_HEADING = /^(?:[jENqvP]*g)?[jLOw]*A[jALOwNS]*$/;
/** "The filter coffee": a thing about which nothing is said. The figures that follow may be about it. */
export const PHRASE = /^(?=.*U)j?(?:[UP]j?){1,3}$/;
/**
 * "Leeds, 3.9": a name before a comma. The figure before the name may belong to it, the one after the comma does not.
 */
export const BEFORE_COMMA = /^j?U[jU]*,/;
/** "Current employee", "Management", "12 March 2026": text that appears beside the stars of a single review. */
export const REVIEWER = /[UDY!]|^j?E|^j?A$/;
/** "Great place to work.": text after stars that has no figure or name belongs to a single review. */
export const REVIEWED = /^[jPAvqg]+$/;
/** "5.0 ★ Current employee": the words after the rating may be the author of a single review. */
export const REVIEWER_BEHIND = /R[^j]*E|[UDY]/;
