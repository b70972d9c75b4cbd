import type { HTMLElement } from 'node-html-parser';
import { textOf } from '../../reading/answer.ts';
import { readDay } from '../../reading/day.ts';
import { readRating } from '../../reading/rating.ts';
import { attributeOf, keepReviews, tidyName, tidyText, toCount, toLanguage } from './read-page.ts';
import type { EmployerPage, Review } from './site.ts';

/**
 * Reads a page's microdata. Returns undefined unless it has exactly one rating, with a name and a number of reviews.
 */
export function readHeader(page: HTMLElement): Omit<EmployerPage, 'url'> | undefined {
  const [rated, ...others] = page.querySelectorAll('[itemprop="aggregateRating"]');
  const name = rated && others.length === 0 ? readNameBeside(rated) : '';
  const reviewCount = toCount(attributeOf(rated?.querySelector('[itemprop="reviewCount"]'), 'content'));
  if (!rated || name === '' || reviewCount === null) return undefined;
  const value = rated.querySelector('[itemprop="ratingValue"]');
  return {
    name,
    rating: reviewCount === 0 ? null : readRating(attributeOf(value, 'content') || textOf(value)),
    reviewCount,
    subRatings: {},
    recommendShare: null,
    reviews: keepReviews(readMarkupReviews(page)),
  };
}

/**
 * Returns the name in the smallest element that contains both the rating and a name. Returns "" if that element
 * contains two names, because the rating could belong to either.
 */
function readNameBeside(rated: HTMLElement): string {
  for (let part = rated.parentNode; part; part = part.parentNode) {
    const names = part.querySelectorAll('[itemprop="name"]');
    if (names.length > 0) return names.length === 1 ? tidyName(textOf(names[0])) : '';
  }
  return '';
}

export function readMarkupReviews(page: HTMLElement): Review[] {
  const language = toLanguage(attributeOf(page.querySelector('html'), 'lang'));
  return page.querySelectorAll('[data-testid="reviews[]"]').map((review, index) => {
    const contentOf = (name: string) => attributeOf(review.querySelector(`[itemprop="${name}"]`), 'content');
    return {
      id: attributeOf(review.querySelector('[data-testentityid]'), 'data-testentityid').slice(0, 60) || `#${index}`,
      rating: readRating(contentOf('ratingValue')),
      title: tidyText(textOf(review.querySelector('[data-testid="title"]'))),
      pros: '',
      cons: '',
      text: tidyText(textOf(review.querySelector('[itemprop="reviewBody"]'))),
      date: readDay(contentOf('datePublished')),
      language,
    };
  });
}
