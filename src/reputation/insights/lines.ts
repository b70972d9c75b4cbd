import type { ReviewLanguage } from '../lookup.ts';
import { SIDES, THEMES, type ReviewSide, type Theme } from '../themes/theme.ts';
import type { ReviewClaim } from './claims.ts';
import { commonDetail, type CommonDetail } from './details.ts';

const NAMES: Readonly<Record<ReviewLanguage, Readonly<Record<Theme, string>>>> = {
  en: {
    pay: 'Pay',
    benefits: 'Benefits',
    work_life_balance: 'Work-life balance',
    workload: 'Workload',
    management: 'Management',
    culture: 'Colleagues and culture',
    career: 'Career prospects',
    training: 'Training',
    job_security: 'Job security',
    work_itself: 'The work itself',
    workplace: 'Workplace and equipment',
    clients: 'Clients',
  },
  fr: {
    pay: 'Salaire',
    benefits: 'Avantages',
    work_life_balance: 'Équilibre vie pro/vie privée',
    workload: 'Charge de travail',
    management: 'Management',
    culture: 'Ambiance et culture',
    career: 'Perspectives d’évolution',
    training: 'Formation',
    job_security: 'Sécurité de l’emploi',
    work_itself: 'Contenu du travail',
    workplace: 'Locaux et équipement',
    clients: 'Clients',
  },
};

/**
 * A theme gets a verdict if at least this many more reviews praise than criticise it, or the reverse. For `mixed`, at
 * least this many reviews must be on each side.
 */
const FEWEST_REVIEWS = 2;

/** In a smaller share of the reviews read, one misread review can make a theme. */
const SMALLEST_SHARE = 0.1;

/** For `mixed`, each side needs a larger share, because one misread review on either side makes a count wrong. */
const SMALLEST_SHARE_OF_SIDE = 0.2;

export type Verdict = ReviewSide | 'mixed';

export interface ThemeTally {
  theme: Theme;
  positive: number;
  negative: number;
  verdict: Verdict;
}

/** Returns the themes with a verdict, those with most reviews first. Two reviews against one give no verdict. */
export function tallyClaims(claims: readonly ReviewClaim[]): ThemeTally[] {
  return THEMES.map((theme) => {
    const [positive = 0, negative = 0] = SIDES.map(
      (side) => new Set(claims.filter((claim) => isOn(claim, theme, side)).map(({ review }) => review)).size,
    );
    return { theme, positive, negative, verdict: judge(positive, negative) };
  })
    .filter(({ positive, negative, verdict }) => verdict === 'mixed' || Math.abs(positive - negative) >= FEWEST_REVIEWS)
    .sort((one, other) => other.positive + other.negative - (one.positive + one.negative));
}

function isOn(claim: ReviewClaim, theme: Theme, side: ReviewSide): boolean {
  return claim.theme === theme && claim.side === side;
}

/** `mixed`: at least two reviews on each side, and neither side has twice as many as the other. */
function judge(positive: number, negative: number): Verdict {
  const [few, many] = [Math.min(positive, negative), Math.max(positive, negative)];
  if (few >= FEWEST_REVIEWS && many < few * 2) return 'mixed';
  return positive > negative ? 'positive' : 'negative';
}

/** True if enough of the `of` reviews read have the theme, or if all that have it share a detail. */
export function isKeyTheme(
  tally: ThemeTally,
  claims: readonly ReviewClaim[],
  of: number,
  language: ReviewLanguage,
): boolean {
  if (tally.verdict === 'mixed') return Math.min(tally.positive, tally.negative) >= of * SMALLEST_SHARE_OF_SIDE;
  const count = Math.max(tally.positive, tally.negative);
  return count >= of * SMALLEST_SHARE || detailOf(tally, claims, language)?.reviews === count;
}

function detailOf(
  { theme, verdict }: ThemeTally,
  claims: readonly ReviewClaim[],
  language: ReviewLanguage,
): CommonDetail | undefined {
  if (verdict === 'mixed') return undefined;
  return commonDetail(
    claims.filter((claim) => isOn(claim, theme, verdict)),
    language,
  );
}

const VERDICTS: Readonly<Record<ReviewLanguage, Readonly<Record<Verdict, string>>>> = {
  en: { positive: 'praised', negative: 'criticised', mixed: 'mixed' },
  fr: { positive: 'point fort', negative: 'point faible', mixed: 'avis partagés' },
};

/** Returns a line such as "Pay: good salary, praised (5 of 20 reviews)". `of` is the number of reviews read. */
export function describeTally(
  tally: ThemeTally,
  claims: readonly ReviewClaim[],
  of: number,
  language: ReviewLanguage,
): string {
  const { theme, positive, negative, verdict } = tally;
  const name = `${NAMES[language][theme]}${language === 'fr' ? ' : ' : ': '}`;
  const verdictWords = VERDICTS[language][verdict];
  if (verdict === 'mixed')
    return language === 'fr'
      ? `${name}${verdictWords} (${positive} positifs, ${negative} négatifs sur ${of} avis)`
      : `${name}${verdictWords} (${positive} positive, ${negative} negative of ${of} reviews)`;
  const count = Math.max(positive, negative);
  const counted = language === 'fr' ? `(${count} avis sur ${of})` : `(${count} of ${of} reviews)`;
  const detail = detailOf(tally, claims, language);
  if (!detail) return `${name}${verdictWords} ${counted}`;
  if (detail.reviews === count) return `${name}${detail.words}, ${verdictWords} ${counted}`;
  return language === 'fr'
    ? `${name}${verdictWords} ${counted}, dont ${detail.reviews} : ${detail.words}`
    : `${name}${verdictWords} ${counted}, ${detail.words} in ${detail.reviews} of them`;
}
