import { decodeBody } from '../lib/charset.ts';
import { detectBlockPage, BLOCK_PAGE_REASONS } from '../reading/block-page.ts';
import { REVIEW_SITES } from '../sources/review-sites/index.ts';
import type { ReviewSiteAdapter } from '../sources/review-sites/site.ts';
import { readNamedFile } from './command.ts';

const SITE_CODES: ReadonlyMap<string, string> = new Map([
  ['indeed_reviews', 'indeed'],
  ['glassdoor', 'glassdoor'],
]);

export const REVIEW_SOURCES: readonly string[] = [...SITE_CODES.keys()];

export function findReviewSource(code: string): ReviewSiteAdapter | undefined {
  return REVIEW_SITES.find((site) => site.code === SITE_CODES.get(code));
}

/** Returns what a saved page says about an employer (SPEC §11). Throws if the file is not an employer's page. */
export async function parseReviews(site: ReviewSiteAdapter, file: string, url: string): Promise<object> {
  const body = decodeBody(await readNamedFile(file), '');
  const page = site.parsePage(body, url);
  if (!page) {
    const blockPage = detectBlockPage({ status: 200, url: `https://${site.hosts[0] ?? ''}/`, contentType: '', body });
    throw new Error(
      `${site.name}: ${blockPage ? BLOCK_PAGE_REASONS[blockPage] : "the file is not one of its employers' pages"}.`,
    );
  }
  return {
    name: page.name,
    rating: page.rating,
    review_count: page.reviewCount,
    sub_ratings: page.subRatings,
    recommend_share: page.recommendShare,
    ...(page.chiefApproval === undefined ? {} : { chief_approval: page.chiefApproval }),
    url: page.url,
    reviews: page.reviews,
  };
}
