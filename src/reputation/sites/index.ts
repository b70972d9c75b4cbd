import { glassdoor } from './glassdoor.ts';
import { indeed } from './indeed.ts';
import type { ReviewSiteAdapter } from './site.ts';

/** Every review site, in the order in which they are asked. */
export const REVIEW_SITES: readonly ReviewSiteAdapter[] = [indeed, glassdoor];
