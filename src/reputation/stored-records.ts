import type { ReputationRecord } from '../store/types.ts';
import { isSought, type Asked, type Depth, type SiteFigures } from './site-look.ts';
import { findReviewSite, REVIEW_SITES } from './sites/index.ts';
import type { ReviewSite } from './sites/site.ts';

const DAY_MS = 86_400_000;
/** Older records are fetched anew (SPEC §4). */
const FRESH_MS = 90 * DAY_MS;
/** How long "looked and found nothing" holds where no other site knows the company. */
const NEGATIVE_MS = 7 * DAY_MS;

export function isOverAge(fetchedAt: number, now: number): boolean {
  return now - fetchedAt > FRESH_MS;
}

/** What is kept of a look at one site. */
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
export interface Shelf {
  /** Serves as it is. */
  usable: SiteRecord[];
  /** Sites that must be asked. */
  missing: ReviewSite[];
  /** Of those: what serves if asking fails, over-age or shallower than wished. */
  spare: SiteRecord[];
}

/**
 * Sorts what the store has. Deep records serve light calls as well. A site
 * without the company is looked at again after seven days, and with the rest
 * after ninety where another site has it.
 */
export function sortShelf(rows: readonly ReputationRecord[], asked: Asked, depth: Depth, now: number): Shelf {
  const shelf: Shelf = { usable: [], missing: [], spare: [] };
  const records = rows
    .map((row) => ({ row, record: readRecord(row) }))
    // An alias that the operator took back, or another company under one key, never serves.
    .filter(
      ({ record }) => record !== undefined && (record.found === null || isSought(asked, record.found.matchedName)),
    )
    .sort((one, other) => other.row.fetchedAt - one.row.fetchedAt) as { row: ReputationRecord; record: SiteRecord }[];
  const serves = (row: ReputationRecord): boolean => depth === 'light' || row.depth === 'deep';
  const fresh = new Map<ReviewSite, SiteRecord>();
  for (const { row, record } of records) {
    const young = record.found !== null && !isOverAge(record.fetchedAt, now);
    if (young && serves(row) && !fresh.has(record.site)) fresh.set(record.site, record);
  }
  const limitMs = fresh.size > 0 ? FRESH_MS : NEGATIVE_MS;
  for (const { code: site } of REVIEW_SITES) {
    const own = records.filter(({ record }) => record.site === site);
    const negative = own.find(
      ({ row, record }) => serves(row) && record.found === null && now - record.fetchedAt <= limitMs,
    );
    const usable = fresh.get(site) ?? negative?.record;
    if (usable) {
      shelf.usable.push(usable);
      continue;
    }
    shelf.missing.push(site);
    const spare = own.find(({ record }) => record.found !== null);
    if (spare) shelf.spare.push(spare.record);
  }
  return shelf;
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
