import { DAY_MS, type Clock } from '../../lib/clock.ts';
import type { ReputationRecord, ReputationStore } from '../../store/types.ts';
import { isSought, type Depth, type Employer, type Scope, type SiteFigures, type Unclear } from '../lookup.ts';
import type { ReviewsRead } from '../insights/reviews-read.ts';
import { findReviewSite, REVIEW_SITES } from '../../sources/review-sites/index.ts';
import type { ReviewSite } from '../../sources/review-sites/site.ts';

/** Older figures are looked up again (SPEC §4). */
const FRESH_MS = 90 * DAY_MS;
/** Time for which a site's "not found" is used. */
const NEGATIVE_MS = 7 * DAY_MS;

export function isOverAge(fetchedAt: number, now: number): boolean {
  return now - fetchedAt > FRESH_MS;
}

export interface SiteRecord {
  site: ReviewSite;
  fetchedAt: number;
  /** Null if the look-up succeeded but gave no figures. */
  found: FoundRecord | null;
  unclear?: Unclear;
}

export interface FoundRecord extends Omit<SiteFigures, 'reviews'> {
  /** Themes of the reviews of all sites in the look-up. Empty in the records of all sites but one. */
  themes: string[];
  reviewsRead?: ReviewsRead;
  /**
   * `model:<name>`, `lexicon`, or "" if no themes were extracted into this record. Makes it possible to find the
   * records of a faulty extractor.
   */
  extractor: string;
}

export interface StoredRecords {
  usable: SiteRecord[];
  missing: ReviewSite[];
  /**
   * At most one record with figures for each site in `missing`. It is too old, or from light mode although deep mode is
   * needed, so it is used only if the look-up fails or gives no figures.
   */
  fallback: SiteRecord[];
}

/** Reads the employer's records from the store, and sorts them by their use for a call of this depth. */
export async function readStored(
  { store, clock }: { store: Pick<ReputationStore, 'get'>; clock: Pick<Clock, 'now'> },
  companyKey: string,
  employer: Employer,
  depth: Depth,
): Promise<StoredRecords> {
  const rows = await readRows(store, companyKey, employer.scope);
  return sortRecords(rows, employer, depth, clock.now());
}

/**
 * Returns the rows that can be used for a call. A call without a country also uses figures found for one country: those
 * for GB unchanged, and those for FR as figures of light mode, without the French sentences.
 */
async function readRows(
  store: Pick<ReputationStore, 'get'>,
  companyKey: string,
  scope: Scope,
): Promise<ReputationRecord[]> {
  if (scope !== '*') return store.get(companyKey, scope);
  const [any, british, french] = await Promise.all([
    store.get(companyKey, '*'),
    store.get(companyKey, 'GB'),
    store.get(companyKey, 'FR'),
  ]);
  const ofCountry = [...british, ...french.map(withoutSentences)].filter(({ found }) => found);
  return [...any, ...ofCountry];
}

function withoutSentences(row: ReputationRecord): ReputationRecord {
  if (!row.found) return row;
  const { reviewsRead: _, ...record } = JSON.parse(row.value) as FoundRecord;
  return { ...row, depth: 'light', value: JSON.stringify({ ...record, facts: [], themes: [], extractor: '' }) };
}

/**
 * Sorts the rows by their use for a call of this depth. A call in light mode also uses records of deep mode. A call in
 * deep mode uses figures of light mode if the site's pages have none or could not be read.
 */
function sortRecords(rows: readonly ReputationRecord[], employer: Employer, depth: Depth, now: number): StoredRecords {
  const stored: StoredRecords = { usable: [], missing: [], fallback: [] };
  const records = rows
    .flatMap((row) => {
      const record = readRecord(row);
      // A record with the same key may be about another company: a network's member in one country ("PwC France"), or
      // a company that was found through an alias that has since been removed.
      const isOwn = record && (record.found === null || isSought(employer, record.found.matchedName));
      return isOwn ? [{ depth: row.depth, record }] : [];
    })
    .sort((one, other) => other.record.fetchedAt - one.record.fetchedAt);
  for (const { code: site } of REVIEW_SITES) {
    const own = records.filter(({ record }) => record.site === site);
    const deepEnough = own.filter((row) => depth === 'light' || row.depth === 'deep').map(({ record }) => record);
    const figures = own.map(({ record }) => record).filter(({ found }) => found !== null);
    const young = (record: SiteRecord): boolean => !isOverAge(record.fetchedAt, now);
    const found = deepEnough.find((record) => record.found !== null && young(record));
    const nothing = deepEnough.find((record) => record.found === null && now - record.fetchedAt <= NEGATIVE_MS);
    const usable = found ?? (nothing && (figures.find(young) ?? nothing));
    if (usable) {
      stored.usable.push(usable);
      continue;
    }
    stored.missing.push(site);
    stored.fallback.push(...figures.slice(0, 1));
  }
  return stored;
}

export function toRow(
  record: SiteRecord,
  place: Pick<ReputationRecord, 'companyKey' | 'scope' | 'depth'>,
): ReputationRecord {
  return {
    ...place,
    site: record.site,
    found: record.found !== null,
    fetchedAt: record.fetchedAt,
    value: JSON.stringify(record.found ?? (record.unclear ? { unclear: record.unclear } : {})),
  };
}

function readRecord(row: ReputationRecord): SiteRecord | undefined {
  const site = findReviewSite(row.site)?.code;
  if (!site) return undefined;
  if (!row.found) {
    const { unclear } = JSON.parse(row.value) as Pick<SiteRecord, 'unclear'>;
    return { site, fetchedAt: row.fetchedAt, found: null, ...(unclear ? { unclear } : {}) };
  }
  return { site, fetchedAt: row.fetchedAt, found: JSON.parse(row.value) as FoundRecord };
}
