import type { ReviewLanguage } from '../lookup.ts';
import type { EmployerPage } from '../../sources/review-sites/site.ts';

/** Names of sub-ratings, as adapters give them. */
const ASPECTS: Readonly<Record<string, Readonly<Record<ReviewLanguage, string>>>> = {
  pay_benefits: { en: 'pay and benefits', fr: 'salaire et avantages' },
  culture: { en: 'culture', fr: 'culture' },
  career: { en: 'career', fr: 'carrière' },
  management: { en: 'management', fr: 'management' },
  work_life_balance: { en: 'work-life balance', fr: 'équilibre vie privée' },
  diversity: { en: 'diversity', fr: 'diversité' },
};

/** Sentences on what the page itself states in figures: its highest and lowest sub-rating, and the recommend share. */
export function describeFigures(
  page: Pick<EmployerPage, 'subRatings' | 'recommendShare'>,
  siteName: string,
  language: ReviewLanguage,
): string[] {
  const rated = Object.entries(ASPECTS)
    .map(([code, names]) => ({ name: names[language], value: page.subRatings[code] }))
    .filter((aspect): aspect is { name: string; value: number } => isRating(aspect.value))
    .sort((one, other) => other.value - one.value);
  const facts: string[] = [];
  const [highest] = rated;
  const lowest = rated.at(-1);
  if (highest) {
    const parts = [highest, ...(lowest && lowest.value < highest.value ? [lowest] : [])];
    const text = parts.map(({ name, value }) => `${name} ${decimal(value, language)}/5`).join(', ');
    facts.push(`${text.charAt(0).toUpperCase()}${text.slice(1)} (${siteName})`);
  }
  const share = page.recommendShare;
  if (share !== null && share >= 0 && share <= 1) {
    const percent = Math.round(share * 100);
    facts.push(
      language === 'fr'
        ? `${percent} % recommanderaient cet employeur (${siteName})`
        : `${percent}% would recommend this employer (${siteName})`,
    );
  }
  return facts;
}

/** "3.8", in French "3,8". */
export function decimal(value: number, language: ReviewLanguage): string {
  const text = value.toFixed(1);
  return language === 'fr' ? text.replace('.', ',') : text;
}

function isRating(value: number | undefined): boolean {
  return value !== undefined && value >= 1 && value <= 5;
}
