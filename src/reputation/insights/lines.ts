import { SIDES, THEMES, type ReviewLanguage, type ReviewSide, type Theme } from '../themes/theme.ts';
import type { ReviewClaim } from './claims.ts';
import { commonDetail } from './details.ts';

type Verdict = ReviewSide | 'mixed';

const NAMES: Readonly<Record<Theme, Readonly<Record<ReviewLanguage, string>>>> = {
  pay: { en: 'Pay', fr: 'Salaire' },
  benefits: { en: 'Benefits', fr: 'Avantages' },
  work_life_balance: { en: 'Work-life balance', fr: 'Équilibre vie pro/vie privée' },
  workload: { en: 'Workload', fr: 'Charge de travail' },
  management: { en: 'Management', fr: 'Management' },
  culture: { en: 'Colleagues and culture', fr: 'Ambiance et culture' },
  career: { en: 'Career prospects', fr: 'Perspectives d’évolution' },
  training: { en: 'Training', fr: 'Formation' },
  job_security: { en: 'Job security', fr: 'Sécurité de l’emploi' },
  work_itself: { en: 'The work itself', fr: 'Contenu du travail' },
  workplace: { en: 'Workplace and equipment', fr: 'Locaux et équipement' },
  clients: { en: 'Clients', fr: 'Clients' },
};
const VERDICTS: Readonly<Record<Verdict, Readonly<Record<ReviewLanguage, string>>>> = {
  positive: { en: 'praised', fr: 'point fort' },
  negative: { en: 'criticised', fr: 'point faible' },
  mixed: { en: 'mixed', fr: 'avis partagés' },
};

/**
 * A `mixed` theme has at least this many reviews on each side. Any other theme is left out unless the reviews on one
 * side outnumber those on the other by at least this number.
 */
const FEWEST_REVIEWS = 2;
/**
 * A theme in a smaller share of the reviews read is left out, because one misread review can be enough for it. It stays
 * if these reviews share a detail.
 */
const SMALLEST_SHARE = 0.1;
/** The smallest share for each side of a `mixed` theme. It is larger, because two counts can be wrong. */
const SMALLEST_SHARE_OF_SIDE = 0.2;

interface ThemeTally {
  theme: Theme;
  positive: number;
  negative: number;
  verdict: Verdict;
}

/** Returns the themes with a verdict, those with the most reviews first. Two reviews against one give no verdict. */
export function tallyClaims(claims: readonly ReviewClaim[]): ThemeTally[] {
  return THEMES.map((theme) => {
    const [positive = 0, negative = 0] = SIDES.map(
      (side) => new Set(claimsOn(claims, theme, side).map(({ review }) => review)).size,
    );
    return { theme, positive, negative, verdict: judge(positive, negative) };
  })
    .filter(({ positive, negative, verdict }) => verdict === 'mixed' || Math.abs(positive - negative) >= FEWEST_REVIEWS)
    .sort((one, other) => other.positive + other.negative - (one.positive + one.negative));
}

function claimsOn(claims: readonly ReviewClaim[], theme: Theme, side: ReviewSide): ReviewClaim[] {
  return claims.filter((claim) => claim.theme === theme && claim.side === side);
}

/** `mixed`: at least two reviews on each side, and less than twice as many on one side as on the other. */
function judge(positive: number, negative: number): Verdict {
  const [few, many] = [Math.min(positive, negative), Math.max(positive, negative)];
  if (few >= FEWEST_REVIEWS && many < few * 2) return 'mixed';
  return positive > negative ? 'positive' : 'negative';
}

/**
 * Returns a line such as "Pay: good salary, praised (5 of 20 reviews)". `of` is the number of reviews read. Returns
 * undefined if too few of them are on the verdict's side, unless these all share a detail ("good salary"). For `mixed`,
 * returns undefined if too few are on either side.
 */
export function describeTally(
  { theme, positive, negative, verdict }: ThemeTally,
  claims: readonly ReviewClaim[],
  of: number,
  language: ReviewLanguage,
): string | undefined {
  const name = `${NAMES[theme][language]}${language === 'fr' ? ' : ' : ': '}`;
  const verdictWords = VERDICTS[verdict][language];
  if (verdict === 'mixed') {
    if (Math.min(positive, negative) < of * SMALLEST_SHARE_OF_SIDE) return undefined;
    return language === 'fr'
      ? `${name}${verdictWords} (${positive} positifs, ${negative} négatifs sur ${of} avis)`
      : `${name}${verdictWords} (${positive} positive, ${negative} negative of ${of} reviews)`;
  }
  const count = Math.max(positive, negative);
  const detail = commonDetail(claimsOn(claims, theme, verdict), language);
  const counted = language === 'fr' ? `(${count} avis sur ${of})` : `(${count} of ${of} reviews)`;
  if (detail?.reviews === count) return `${name}${detail.words}, ${verdictWords} ${counted}`;
  if (count < of * SMALLEST_SHARE) return undefined;
  if (!detail) return `${name}${verdictWords} ${counted}`;
  return language === 'fr'
    ? `${name}${verdictWords} ${counted}, dont ${detail.reviews} : ${detail.words}`
    : `${name}${verdictWords} ${counted}, ${detail.words} in ${detail.reviews} of them`;
}
