import { foldWords } from '../../lib/text.ts';
import type { Review } from '../../sources/review-sites/site.ts';
import type { ReviewLanguage } from './theme.ts';

/** Languages that a review is known to be in; the first two are read. */
export const LANGUAGES = ['en', 'fr', 'nl', 'de', 'es', 'it', 'other'] as const;
export type WrittenLanguage = (typeof LANGUAGES)[number];

/** Words that nearly every text of a language contains and few texts of other languages. */
const COMMON: Readonly<Record<Exclude<WrittenLanguage, 'other'>, ReadonlySet<string>>> = {
  en: words(
    'the and you your they with but very there great good work staff this are have nice lots poor bad low long friendly flexible not for was of from it my their too every people pay management hours out only can be been who has had that when',
  ),
  fr: words(
    'le les une des du et est pas tres bon bonne bons bonnes avec pour sur vous mais dans qui au beaucoup peu trop aucun aucune ambiance salaire salaires manque',
  ),
  nl: words(
    'het een en van niet je voor met zijn maar veel goed goede erg bij ook om te werk werken sfeer collega leuke leuk fijn fijne bedrijf salaris wel',
  ),
  de: words('der das und ist nicht ein eine mit sehr aber auch wenig gute gutes viel fur zu kollegen arbeit keine nur'),
  es: words('el los las y muy buen buena buenos con para pero poco mucho trabajo ambiente sueldo no por una es'),
  it: words('il gli di e molto buon buona con per ma poco lavoro ambiente non una sono della stipendio colleghi'),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** A shorter text may contain none of the common words. */
const FEWEST_WORDS = 8;
const SHARE = 0.08;

/**
 * The language of a review: as the site says, else by its common words;
 * `fallback` if the text is too short, `other` if a longer one has none of them.
 */
export function languageOfReview(review: Review, fallback: ReviewLanguage): WrittenLanguage {
  if (review.language !== 'unknown') return review.language;
  const found = foldWords([review.title, review.pros, review.cons, review.text].join(' '))
    .split(' ', 400)
    .filter(Boolean);
  const counts = Object.entries(COMMON)
    .map(([language, common]) => ({ language, count: found.filter((word) => common.has(word)).length }))
    .sort((one, other) => other.count - one.count);
  const [best, next] = counts;
  const isClear = best && next && best.count > next.count && best.count >= Math.max(1, found.length * SHARE);
  if (isClear) return best.language as WrittenLanguage;
  // A list of catchwords has few common words: half as many do where no other language has more.
  const isLikely =
    found.length * (SHARE / 2) <= (best?.count ?? 0) &&
    counts.some(({ language, count }) => language === fallback && count > 0 && count === best?.count);
  return found.length < FEWEST_WORDS || isLikely ? fallback : 'other';
}
