import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import type { SingleFlight } from '../shared/types.ts';
import type { ReputationStore } from '../store/types.ts';
import type { SitePages } from './deep/site-pages.ts';
import type { Failures } from './failures.ts';
import { extractInsights } from './insights/extract-insights.ts';
import type { ModelInsights } from './insights/model-insights.ts';
import type { SnippetSearch } from './light/snippet-search.ts';
import {
  failedLookup,
  languageOf,
  tidyMatchedName,
  type Depth,
  type LookupFailure,
  type LookupQuery,
  type SiteLookup,
} from './lookup.ts';
import { outOfTimeFault } from './lookup-fault.ts';
import { requireReviewSite } from '../sources/review-sites/index.ts';
import type { Review, ReviewSite } from '../sources/review-sites/site.ts';
import type { ScheduledLookup } from './lookup-scheduler.ts';
import { toRow, type SiteRecord } from './store/stored-records.ts';

export interface LookupParts {
  store: ReputationStore;
  singleFlight?: SingleFlight | undefined;
  clock: Clock;
  snippets: SnippetSearch;
  pages: SitePages;
  model: ModelInsights | undefined;
  /**
   * True if no search provider is named or configured. Only in this case, light mode reads the review site's own pages
   * when a search fails.
   */
  keyless: boolean;
  onModelFault(reason: string): void;
}

export interface EmployerQuery {
  query: LookupQuery;
  companyKey: string;
  depth: Depth;
  sites: readonly ReviewSite[];
}

export interface EmployerLookup {
  records: SiteRecord[];
  failures: LookupFailure[];
  /**
   * True if the surcharge for insights applies (SPEC §7): the configured extractor found themes or, without a model, a
   * page states facts. False if reviews were found, but none in a language that the extractor reads.
   */
  extracted: boolean;
}

/** Time reserved at the end of a look-up: for the model, and then for storing and answering. */
const MODEL_MS = 12_000;
const SETTLE_MS = 1_000;

/**
 * Looks up one employer at one site. Returns the failure `out_of_time` if there is no result when only the reserved
 * time (`MODEL_MS`, `SETTLE_MS`) is left.
 */
export async function lookUpAtSite(
  { query, depth }: EmployerQuery,
  site: ReviewSite,
  parts: LookupParts,
  failures: Failures,
): Promise<SiteLookup> {
  // A slow site must not use up the time in which the model reads the other site's reviews.
  const reservedMs = (depth === 'deep' && parts.model ? MODEL_MS : 0) + SETTLE_MS;
  const ownQuery: LookupQuery = { ...query, deadlineAt: query.deadlineAt - reservedMs };
  const work =
    depth === 'deep'
      ? lookAtPages(ownQuery, site, depth, parts, failures)
      : lookLightly(ownQuery, site, parts, failures);
  const done = await within(work, ownQuery.deadlineAt - parts.clock.now());
  return done?.value ?? failedLookup(outOfTimeFault());
}

/**
 * Waits for the look-ups of all sites and stores their records, including "not found" but not failures. In deep mode,
 * extracts the themes of all sites' reviews together before storing the records. Fills `progress` site by site, so that
 * a call whose deadline passes can return the results so far.
 */
export async function mergeLookups(
  lookups: readonly ScheduledLookup[],
  { query, companyKey, depth }: EmployerQuery,
  parts: LookupParts,
  progress: EmployerLookup,
): Promise<void> {
  const reviews: Review[][] = [];
  await Promise.all(
    lookups.map(async ({ site, outcome }) => {
      const lookup = await outcome;
      const fetchedAt = parts.clock.now();
      if (lookup.outcome === 'failed') {
        const { outcome: _, ...failure } = lookup;
        progress.failures.push({ site, ...failure });
      } else if (lookup.outcome === 'found') {
        const { reviews: own, ...figures } = lookup.figures;
        const found = { ...figures, matchedName: tidyMatchedName(figures.matchedName), themes: [], extractor: '' };
        progress.records.push({ site, fetchedAt, found });
        reviews.push(own);
      } else {
        const { unclear } = lookup;
        progress.records.push({ site, fetchedAt, found: null, ...(unclear ? { unclear } : {}) });
      }
    }),
  );
  if (depth === 'deep') {
    await addThemes(progress, reviews, { ...query, deadlineAt: query.deadlineAt - SETTLE_MS }, parts);
  }
  await parts.store.put(progress.records.map((record) => toRow(record, { companyKey, scope: query.scope, depth })));
}

async function lookLightly(
  query: LookupQuery,
  site: ReviewSite,
  parts: LookupParts,
  failures: Failures,
): Promise<SiteLookup> {
  const lookup = await parts.snippets.lookup(query, site, failures);
  if (lookup.outcome !== 'failed' || !parts.keyless) return lookup;
  const page = await lookAtPages(query, site, 'light', parts, failures);
  return page.outcome === 'failed' ? { ...page, reason: `${lookup.reason}; ${site} itself: ${page.reason}` } : page;
}

async function lookAtPages(
  query: LookupQuery,
  site: ReviewSite,
  depth: Depth,
  parts: LookupParts,
  failures: Failures,
): Promise<SiteLookup> {
  if (failures.isHopeless(site)) {
    return { outcome: 'failed', kind: 'skipped', reason: 'it kept failing', skipped: [site] };
  }
  const lookup = await parts.pages.lookup(query, requireReviewSite(site), depth);
  failures.note(site, lookup.outcome === 'failed');
  return lookup;
}

/** Adds the themes of all sites' reviews to the record of the site with the most reviews, and sets `extracted`. */
async function addThemes(
  lookup: EmployerLookup,
  reviews: readonly (readonly Review[])[],
  { scope, deadlineAt }: LookupQuery,
  parts: LookupParts,
): Promise<void> {
  const found = lookup.records
    .map((record) => record.found)
    .filter((record) => record !== null)
    .sort((one, other) => other.reviewCount - one.reviewCount);
  const [bearer] = found;
  if (!bearer) return;
  const extraction = await extractInsights(interleave(reviews), languageOf(scope), {
    model: parts.model,
    deadlineAt,
    onModelFault: parts.onModelFault,
  });
  if (extraction) {
    bearer.themes = extraction.themes;
    bearer.reviewsRead = extraction.reviews;
    bearer.extractor = extraction.extractor;
  }
  const hasThemes = extraction !== undefined && extraction.asConfigured && extraction.themes.length > 0;
  // If all reviews are in languages that the extractor does not read, there is no surcharge.
  const isUnread = extraction !== undefined && Object.keys(extraction.reviews.read).length === 0;
  // Without a model, facts (such as sub-ratings) also count as insights.
  const hasFacts = !parts.model && !isUnread && found.some(({ facts }) => facts.length > 0);
  lookup.extracted = hasThemes || hasFacts;
}

function interleave(reviews: readonly (readonly Review[])[]): Review[] {
  const longest = Math.max(0, ...reviews.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => reviews.flatMap((list) => list.slice(index, index + 1))).flat();
}
