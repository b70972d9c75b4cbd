import { glassdoor } from './glassdoor.ts';
import { indeed } from './indeed.ts';
import type { ReviewSite, ReviewSiteAdapter } from './site.ts';

export const REVIEW_SITES: readonly ReviewSiteAdapter[] = [indeed, glassdoor];

export function findReviewSite(code: string): ReviewSiteAdapter | undefined {
  return REVIEW_SITES.find((site) => site.code === code);
}

export function requireReviewSite(code: ReviewSite): ReviewSiteAdapter {
  const site = findReviewSite(code);
  if (!site) throw new Error(`No review site ${code}.`);
  return site;
}
