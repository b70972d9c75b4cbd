import type { HTMLElement } from 'node-html-parser';
import { textOf } from '../../reading/answer.ts';
import { readRating } from '../../reading/rating.ts';
import { attributeOf, tidyName, toCount, type EmployerRating } from './read-page.ts';

/**
 * Reads the company header in its current markup or that of 2019. A value that the page states twice is ignored,
 * because it is unclear which one is right. If the header has no number of reviews, the one in the page's description
 * is used. Returns undefined if the name, the rating or the number of reviews is missing.
 */
export function readMarkup(page: HTMLElement): EmployerRating | undefined {
  const only = (selector: string): string => {
    const [first, ...others] = page.querySelectorAll(selector);
    return others.length === 0 ? textOf(first) : '';
  };
  const title = only('h1');
  // "Avis sur Carrefour", "Working at Tesco", "Tesco Reviews"
  const name = tidyName(
    /^(?:avis sur|travailler chez|working at) (.{1,150})$/i.exec(title)?.[1] ??
      /^(.{1,150}?) (?:reviews|avis)$/i.exec(title)?.[1] ??
      title,
  );
  const rating = readRating(only('[class*="CompanyOverview_overallRating"]') || only('[class*="__ratingNum"]'));
  const reviewCount = toCount(
    /^\(?([\d.,\s]{1,12})/.exec(only('[class*="CompanyOverview_ratingCount"]'))?.[1]?.trim() ??
      readDescribedCount(attributeOf(page.querySelector('meta[name="description"]'), 'content')),
  );
  return name === '' || reviewCount === null || rating === null ? undefined : { name, rating, reviewCount };
}

/** "9 876 avis …", "9,876 reviews …", "9,876 Tesco reviews." */
function readDescribedCount(description: string): string {
  return (
    /^([\d.,\s]{1,12}?) ?(?:avis|reviews)\b/i.exec(description)?.[1] ??
    /^([\d.,\s]{1,12}?) .{1,120}? reviews\./i.exec(description)?.[1] ??
    ''
  ).trim();
}
