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
  /** Shares equal look-ups with other replicas; undefined if this process is the only one. */
  singleFlight?: SingleFlight | undefined;
  clock: Clock;
  snippets: SnippetSearch;
  pages: SitePages;
  model: ModelInsights | undefined;
  /** True if no search provider is configured: light mode then reads the review sites' own pages if a search fails. */
  keyless: boolean;
  onModelFault(reason: string): void;
}

export interface EmployerQuery {
  query: LookupQuery;
  companyKey: string;
  depth: Depth;
  sites: readonly ReviewSite[];
}

export interface LookupFailure {
  site: ReviewSite;
  kind: FaultKind;
  reason: string;
  /** Only for `skipped`: the call whose earlier failures made the site be skipped. */
  by?: LookupCall;
}

export interface EmployerLookup {
  records: SiteRecord[];
  failures: LookupFailure[];
  /** True if the extractor that the operator configured produced insights (SPEC §7). */
  extracted: boolean;
}

const FAILURES_BEFORE_SKIP = 2;
/** Time reserved at the end of a look-up: for the model, and then for storing and answering. */
const MODEL_MS = 12_000;
const SETTLE_MS = 1_000;

/**
 * Looks up one employer at one site. Fails with `out_of_time` when only the reserved time is left before the deadline.
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
 * Waits for the outcome of every site, extracts the themes of all reviews together, and stores every record, including
 * "not found". `progress` is filled site by site, so that a call whose deadline passes can return the results so far.
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

/** Skips the site if its last `FAILURES_BEFORE_SKIP` look-ups in this call failed. */
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
  // All reviews are in languages that the extractor does not read: no surcharge.
  const isUnread = extraction !== undefined && Object.keys(extraction.reviews.read).length === 0;
  if (!lookup.extracted && !isUnread) {
    // Without a model, facts (such as sub-ratings) also count as insights.
    lookup.extracted = !parts.model && found.some(({ facts }) => facts.length > 0);
  }
}

/** Takes one review of each site in turn, because only the first reviews of the list are read. */
function interleave(reviews: readonly (readonly Review[])[]): Review[] {
  const longest = Math.max(0, ...reviews.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => reviews.flatMap((list) => list.slice(index, index + 1))).flat();
}

function toFound({ figures }: Extract<SiteLookup, { outcome: 'found' }>): FoundRecord {
  const { reviews: _, ...kept } = figures;
  return { ...kept, matchedName: tidyMatchedName(kept.matchedName), themes: [], extractor: '' };
}
