import { once } from '../../lib/once.ts';
import { LANGUAGES, type WrittenLanguage } from '../themes/review-language.ts';
import type { ReviewLanguage } from '../themes/theme.ts';

type Counts = Partial<Record<WrittenLanguage, number>>;

export interface ReviewsRead {
  read: Counts;
  not_read: Counts;
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
const OTHERS: Readonly<Record<ReviewLanguage, string>> = { en: 'in other languages', fr: "dans d'autres langues" };
const WORDS = {
  en: { read: 'Reviews read: ', unread: 'Reviews not read: ', also: '; not read: ', in: 'in' },
  fr: { read: 'Avis lus : ', unread: 'Avis non lus : ', also: ' ; non lus : ', in: 'en' },
};

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

function countLanguages(reviews: readonly Written[]): Counts {
  const counts: Counts = {};
  for (const { language } of reviews) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}

/**
 * Returns one line, such as "Reviews read: 19 in English, 1 in French; not read: 18 in Dutch", without the parts that
 * have no reviews. Returns an empty list if there are no reviews.
 */
export function describeReviews({ read, not_read: unread }: ReviewsRead, language: ReviewLanguage): string[] {
  const words = WORDS[language];
  const [known, unknown] = [listLanguages(read, language), listLanguages(unread, language)];
  const first = known && `${words.read}${known}`;
  const second = unknown && `${known ? words.also : words.unread}${unknown}`;
  return [`${first}${second}`].filter(Boolean);
}

function listLanguages(counts: Counts, language: ReviewLanguage): string {
  return LANGUAGES.flatMap((code) => {
    const count = counts[code];
    const name = code === 'other' ? OTHERS[language] : `${WORDS[language].in} ${NAMES[language]().of(code)}`;
    return count ? [`${count} ${name}`] : [];
  }).join(', ');
}
