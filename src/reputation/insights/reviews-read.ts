import { once } from '../../lib/once.ts';
import type { ReviewLanguage } from '../lookup.ts';
import { LANGUAGES, type WrittenLanguage } from '../themes/review-language.ts';

export interface ReviewsRead {
  read: Partial<Record<WrittenLanguage, number>>;
  not_read: Partial<Record<WrittenLanguage, number>>;
  /** ISO dates of the oldest and newest dated reviews that were read; absent if none has a date. */
  from?: string;
  to?: string;
}

interface Written {
  language: WrittenLanguage;
  date: string;
}

const NAMES = {
  en: once(() => new Intl.DisplayNames(['en'], { type: 'language' })),
  fr: once(() => new Intl.DisplayNames(['fr'], { type: 'language' })),
};
const OTHERS: Readonly<Record<ReviewLanguage, string>> = { en: 'other languages', fr: "d'autres langues" };

export function isRead(language: WrittenLanguage): language is ReviewLanguage {
  return language === 'en' || language === 'fr';
}

export function countReviews(reviews: readonly Written[]): ReviewsRead {
  const readable = reviews.filter(({ language }) => isRead(language));
  const days = readable.flatMap(({ date }) => date || []).sort();
  const [from, to] = [days[0], days.at(-1)];
  return {
    read: countLanguages(readable),
    not_read: countLanguages(reviews.filter(({ language }) => !isRead(language))),
    ...(from && to ? { from, to } : {}),
  };
}

function countLanguages(reviews: readonly Written[]): Partial<Record<WrittenLanguage, number>> {
  const counts: Partial<Record<WrittenLanguage, number>> = {};
  for (const { language } of reviews) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}

/**
 * Returns at most one line, such as "Reviews read: 19 in English, 1 in French; not read: 18 in Dutch". Parts without
 * reviews are left out.
 */
export function describeReviews({ read, not_read: unread }: ReviewsRead, language: ReviewLanguage): string[] {
  const [both, none] = [listLanguages(read, language), listLanguages(unread, language)];
  if (language === 'fr') {
    const [first, second] = [both && `Avis lus : ${both}`, none && `${both ? 'non lus' : 'Avis non lus'} : ${none}`];
    return [[first, second].filter(Boolean).join(' ; ')].filter(Boolean);
  }
  const [first, second] = [
    both && `Reviews read: ${both}`,
    none && `${both ? 'not read' : 'Reviews not read'}: ${none}`,
  ];
  return [[first, second].filter(Boolean).join('; ')].filter(Boolean);
}

function listLanguages(counts: ReviewsRead['read'], language: ReviewLanguage): string {
  const word = language === 'fr' ? 'en' : 'in';
  return LANGUAGES.flatMap((code) => {
    const count = counts[code];
    const joint = language === 'fr' && code === 'other' ? 'dans' : word;
    const name = code === 'other' ? OTHERS[language] : NAMES[language]().of(code);
    return count ? [`${count} ${joint} ${name}`] : [];
  }).join(', ');
}
