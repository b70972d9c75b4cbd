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
import { toRow, type FoundRecord, type SiteRecord } from './store/stored-records.ts';

export interface LookupParts {
  store: ReputationStore;
  /** Equal lookups of other processes; absent: there are none. */
  singleFlight?: SingleFlight | undefined;
  clock: Clock;
  snippets: SnippetSearch;
  pages: SitePages;
  model: ModelInsights | undefined;
  /** Nothing is configured for light mode: the sites' own pages are its last resort. */
  keyless: boolean;
  onModelFault(reason: string): void;
}

/** What must be found out of one employer. */
export interface EmployerQuery {
  query: LookupQuery;
  companyKey: string;
  depth: Depth;
  sites: readonly ReviewSite[];
}

/** A site that could not be looked at. */
export interface LookupFailure {
  site: ReviewSite;
  kind: FaultKind;
  reason: string;
  /** Where it was skipped: the call whose earlier failures are the reason. */
  failures?: Failures;
}

/** What came of it. */
export interface EmployerLookup {
  records: SiteRecord[];
  failures: LookupFailure[];
  /** Insights were extracted by the extractor that the operator set up (SPEC §7). */
  extracted: boolean;
}

const FAILURES_BEFORE_SKIP = 2;
/** Kept back from the sites for the model, and from the model for storing and answering what was read. */
const MODEL_MS = 12_000;
const SETTLE_MS = 1_000;

/** What a lookup has of the calls that wait for it. */
export interface Surroundings {
  /**
   * Does the work as soon as one of them has a place for it, with what failed
   * in that call. One queue a site: where one keeps its callers waiting, the
   * other's answers come all the same.
   */
  queue<T>(site: ReviewSite, work: (failures: Failures) => Promise<T>): Promise<T>;
  /** Somebody still waits for it. */
  isWanted(): boolean;
}

/**
 * Looks one employer up at the sites asked for, and stores what was found and
 * what was not.
 * @param progress what is known so far, for those who cannot wait for the end;
 *   it is filled site by site and returned.
 */
export async function lookUpEmployer(
  { query, companyKey, depth, sites }: EmployerQuery,
  parts: LookupParts,
  { queue, isWanted }: Surroundings,
  progress: EmployerLookup,
): Promise<EmployerLookup> {
  // A site that keeps its callers waiting must not take the time of what the other's reviews are read for.
  const spareMs = (depth === 'deep' && parts.model ? MODEL_MS : 0) + SETTLE_MS;
  const ownQuery: LookupQuery = { ...query, deadlineAt: query.deadlineAt - spareMs };
  const lookUpAt = async (site: ReviewSite, failures: Failures): Promise<SiteLookup> => {
    if (!isWanted()) return { outcome: 'failed', kind: 'error', reason: 'the call was broken off' };
    const work =
      depth === 'deep'
        ? lookAtPages(ownQuery, site, depth, parts, failures)
        : lookLightly(ownQuery, site, parts, failures);
    const done = await within(work, ownQuery.deadlineAt - parts.clock.now());
    return done?.value ?? failedLookup(outOfTimeFault());
  };
  const reviews: Review[][] = [];
  await Promise.all(
    sites.map(async (site) => {
      const { lookup, failures } = await queue(site, async (ownFailures) => ({
        lookup: await lookUpAt(site, ownFailures),
        failures: ownFailures,
      }));
      if (lookup.outcome === 'failed') {
        const { kind, reason } = lookup;
        progress.failures.push({ site, kind, reason, ...(kind === 'skipped' ? { failures } : {}) });
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
  return progress;
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

/** A site that refuses one employer's pages after the other is not tried with those that are left. */
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

/** Themes of all the reviews together; they lie with the record of the site that has most of them. */
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
  // Reviews in other languages cost nothing.
  const isUnread = extraction !== undefined && Object.keys(extraction.reviews.read).length === 0;
  if (!lookup.extracted && !isUnread) {
    // Sub-ratings are the embedded extractor's first source.
    lookup.extracted = !parts.model && found.some(({ facts }) => facts.length > 0);
  }
}

/** Site by turns: no site's reviews crowd out the other's, for only so many are read. */
function interleave(reviews: readonly (readonly Review[])[]): Review[] {
  const longest = Math.max(0, ...reviews.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => reviews.flatMap((list) => list.slice(index, index + 1))).flat();
}

function toFound({ figures }: Extract<SiteLookup, { outcome: 'found' }>): FoundRecord {
  const { reviews: _, ...kept } = figures;
  return { ...kept, matchedName: tidyMatchedName(kept.matchedName), themes: [], extractor: '' };
}
