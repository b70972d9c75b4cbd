import type { ReviewLanguage } from '../themes/theme.ts';
import type { EmployerPage } from '../../sources/review-sites/site.ts';

const ASPECTS: Readonly<Record<string, Readonly<Record<ReviewLanguage, string>>>> = {
  pay_benefits: { en: 'pay and benefits', fr: 'salaire et avantages' },
  culture: { en: 'culture', fr: 'culture' },
  career: { en: 'career', fr: 'carrière' },
  management: { en: 'management', fr: 'management' },
  work_life_balance: { en: 'work-life balance', fr: 'équilibre vie pro/vie privée' },
  diversity: { en: 'diversity', fr: 'diversité' },
};

const SHARES = {
  en: { recommend: '% would recommend this employer', chief: '% approve of the chief executive' },
  fr: { recommend: ' % recommanderaient cet employeur', chief: ' % approuvent le PDG' },
} as const;

/**
 * Returns sentences about the page's other figures: all sub-ratings, highest first, then the share of reviewers who
 * would recommend the employer, and the share who approve of the chief executive.
 */
export function describeFigures(
  page: Pick<EmployerPage, 'subRatings' | 'recommendShare' | 'chiefApproval'>,
  siteName: string,
  language: ReviewLanguage,
): string[] {
  const rated = Object.entries(ASPECTS)
    .map(([code, names]) => ({ name: names[language], value: page.subRatings[code] }))
    .filter((aspect): aspect is { name: string; value: number } => isRating(aspect.value))
    .sort((one, other) => other.value - one.value);
  const facts: string[] = [];
  if (rated.length > 0) {
    const text = rated.map(({ name, value }) => `${name} ${decimal(value, language)}/5`).join(', ');
    facts.push(`${text.charAt(0).toUpperCase()}${text.slice(1)} (${siteName})`);
  }
  for (const [share, words] of [
    [page.recommendShare, SHARES[language].recommend],
    [page.chiefApproval ?? null, SHARES[language].chief],
  ] as const)
    if (share !== null && share >= 0 && share <= 1) facts.push(`${Math.round(share * 100)}${words} (${siteName})`);
  return facts;
}

export function decimal(value: number, language: ReviewLanguage): string {
  const text = value.toFixed(1);
  return language === 'fr' ? text.replace('.', ',') : text;
}

function isRating(value: number | undefined): boolean {
  return value !== undefined && value >= 1 && value <= 5;
}
