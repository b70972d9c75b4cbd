import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import type { SingleFlight } from '../shared/types.ts';
import type { ReputationStore } from '../store/types.ts';
import type { SitePages } from './deep/site-pages.ts';
import type { Failures } from './failures.ts';
import { extractInsights } from './insights/extract-insights.ts';
import type { ModelInsights } from './insights/model-insights.ts';
import type { SnippetSearch } from './light/snippet-search.ts';
import { failedLookup, languageOf, tidyMatchedName, type Depth, type LookupQuery, type SiteLookup } from './lookup.ts';
import { outOfTimeFault, type FaultKind } from './lookup-fault.ts';
import { requireReviewSite } from '../sources/review-sites/index.ts';
import type { Review, ReviewSite } from '../sources/review-sites/site.ts';
import type { LookupCall, SiteTurn } from './site-turns.ts';
import { toRow, type FoundRecord, type SiteRecord } from './store/stored-records.ts';

export interface LookupParts {
  store: ReputationStore;
  /** Shares equal lookups with other processes; absent if there is only this one. */
  singleFlight?: SingleFlight | undefined;
  clock: Clock;
  snippets: SnippetSearch;
  pages: SitePages;
  model: ModelInsights | undefined;
  /** No search provider is configured, so light mode may fall back to the sites' own pages. */
  keyless: boolean;
  onModelFault(reason: string): void;
}

/** One employer and the sites to look it up at. */
export interface EmployerQuery {
  query: LookupQuery;
  companyKey: string;
  depth: Depth;
  sites: readonly ReviewSite[];
}

/** A site that could not be read. */
export interface LookupFailure {
  site: ReviewSite;
  kind: FaultKind;
  reason: string;
  /** For `skipped`: the call in which the site failed before. */
  by?: LookupCall;
}

/** The results of a look-up at the requested sites. */
export interface EmployerLookup {
  records: SiteRecord[];
  failures: LookupFailure[];
  /** Whether the configured extractor extracted insights (SPEC §7). */
  extracted: boolean;
}

const FAILURES_BEFORE_SKIP = 2;
/** Time reserved for the model, and then for storing and answering. */
const MODEL_MS = 12_000;
const SETTLE_MS = 1_000;

/** Looks up one employer at one site, for no longer than this look-up's own time. */
export async function lookUpAtSite(
  { query, depth }: EmployerQuery,
  site: ReviewSite,
  parts: LookupParts,
  failures: Failures,
): Promise<SiteLookup> {
  // A slow site must not use up the time reserved for reading the other site's reviews.
  const spareMs = (depth === 'deep' && parts.model ? MODEL_MS : 0) + SETTLE_MS;
  const ownQuery: LookupQuery = { ...query, deadlineAt: query.deadlineAt - spareMs };
  const work =
    depth === 'deep'
      ? lookAtPages(ownQuery, site, depth, parts, failures)
      : lookLightly(ownQuery, site, parts, failures);
  const done = await within(work, ownQuery.deadlineAt - parts.clock.now());
  return done?.value ?? failedLookup(outOfTimeFault());
}

/**
 * Waits for the sites' outcomes, reads the themes of all reviews together, and stores every result, including
 * "nothing". @param progress the results so far, extended site by site; a call whose time is over reads it.
 */
export async function mergeTurns(
  turns: readonly SiteTurn[],
  { query, companyKey, depth }: EmployerQuery,
  parts: LookupParts,
  progress: EmployerLookup,
): Promise<void> {
  const reviews: Review[][] = [];
  await Promise.all(
    turns.map(async ({ site, outcome }) => {
      const { lookup, by } = await outcome;
      if (lookup.outcome === 'failed') {
        const { kind, reason } = lookup;
        progress.failures.push({ site, kind, reason, ...(kind === 'skipped' ? { by } : {}) });
        return;
      }
      const found = lookup.outcome === 'found' ? toFound(lookup) : null;
      const unclear = lookup.outcome === 'nothing' ? lookup.unclear : undefined;
      progress.records.push({ site, fetchedAt: parts.clock.now(), found, ...(unclear ? { unclear } : {}) });
      if (lookup.outcome === 'found') reviews.push(lookup.figures.reviews);
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

/** Skips a site that has failed for several employers in a row. */
async function lookAtPages(
  query: LookupQuery,
  site: ReviewSite,
  depth: Depth,
  parts: LookupParts,
  failures: Failures,
): Promise<SiteLookup> {
  if (failures.isHopeless(site, FAILURES_BEFORE_SKIP)) {
    return { outcome: 'failed', kind: 'skipped', reason: 'it kept failing' };
  }
  const lookup = await parts.pages.lookup(query, requireReviewSite(site), depth);
  failures.note(site, lookup.outcome === 'failed');
  return lookup;
}

/** Adds the themes of all sites' reviews to the record of the site with the most reviews. */
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
    lookup.extracted = extraction.asConfigured && extraction.themes.length > 0;
  }
  // No surcharge if all reviews are in languages that are not read.
  const isUnread = extraction !== undefined && Object.keys(extraction.reviews.read).length === 0;
  if (!lookup.extracted && !isUnread) {
    // The embedded extractor also uses sub-ratings, so finding any counts as extracted.
    lookup.extracted = !parts.model && found.some(({ facts }) => facts.length > 0);
  }
}

/** Alternates between the sites, since only a limited number of reviews is read. */
function interleave(reviews: readonly (readonly Review[])[]): Review[] {
  const longest = Math.max(0, ...reviews.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => reviews.flatMap((list) => list.slice(index, index + 1))).flat();
}

function toFound({ figures }: Extract<SiteLookup, { outcome: 'found' }>): FoundRecord {
  const { reviews: _, ...kept } = figures;
  return { ...kept, matchedName: tidyMatchedName(kept.matchedName), themes: [], extractor: '' };
}
