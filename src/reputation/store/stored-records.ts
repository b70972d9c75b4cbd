import type { ReputationRecord } from '../../store/types.ts';
import { isSought, type Depth, type Employer, type SiteFigures } from '../lookup.ts';
import { findReviewSite, REVIEW_SITES } from '../sites/index.ts';
import type { ReviewSite } from '../sites/site.ts';

const DAY_MS = 86_400_000;
/** Older records are fetched anew (SPEC §4). */
const FRESH_MS = 90 * DAY_MS;
/** How long a site's "nothing" holds, whatever the other site has. */
const NEGATIVE_MS = 7 * DAY_MS;

export function isOverAge(fetchedAt: number, now: number): boolean {
  return now - fetchedAt > FRESH_MS;
}

/** What is kept of a lookup at one site. */
export interface SiteRecord {
  site: ReviewSite;
  fetchedAt: number;
  /** null: looked, and nothing was there. */
  found: FoundRecord | null;
}

export interface FoundRecord extends Omit<SiteFigures, 'reviews'> {
  /** Themes of the reviews read together with this site's. */
  themes: string[];
  /** `model:<name>`, `lexicon`, or "" where no reviews were read: so that a bad batch can be dropped. */
  extractor: string;
}

/** What the store has on an employer. */
export interface StoredRecords {
  /** Serves as it is. */
  usable: SiteRecord[];
  /** Sites that must be asked. */
  missing: ReviewSite[];
  /** Of those: figures that serve where asking fails, over-age or shallower than wished. */
  fallback: SiteRecord[];
}

/**
 * Sorts what the store has. Deep records serve light calls as well. Light
 * figures serve a deep call at a site whose pages give nothing, or could not
 * be asked.
 */
export function sortRecords(
  rows: readonly ReputationRecord[],
  employer: Employer,
  depth: Depth,
  now: number,
): StoredRecords {
  const stored: StoredRecords = { usable: [], missing: [], fallback: [] };
  const records = rows
    .map((row) => ({ depth: row.depth, record: readRecord(row) }))
    // An alias that the operator took back, or another company under one key, never serves.
    .filter(
      (row): row is { depth: Depth; record: SiteRecord } =>
        row.record !== undefined && (row.record.found === null || isSought(employer, row.record.found.matchedName)),
    )
    .sort((one, other) => other.record.fetchedAt - one.record.fetchedAt);
  for (const { code: site } of REVIEW_SITES) {
    const own = records.filter(({ record }) => record.site === site);
    const asWished = own.filter((row) => depth === 'light' || row.depth === 'deep').map(({ record }) => record);
    const figures = own.map(({ record }) => record).filter(({ found }) => found !== null);
    const young = (record: SiteRecord): boolean => !isOverAge(record.fetchedAt, now);
    const found = asWished.find((record) => record.found !== null && young(record));
    const nothing = asWished.find((record) => record.found === null && now - record.fetchedAt <= NEGATIVE_MS);
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
    value: JSON.stringify(record.found ?? {}),
  };
}

function readRecord(row: ReputationRecord): SiteRecord | undefined {
  const site = findReviewSite(row.site)?.code;
  if (!site) return undefined;
  if (!row.found) return { site, fetchedAt: row.fetchedAt, found: null };
  return { site, fetchedAt: row.fetchedAt, found: JSON.parse(row.value) as FoundRecord };
}
