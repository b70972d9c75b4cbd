import type { Reputation } from '../../schemas/index.ts';
import { isoTime } from '../lib/clock.ts';
import { decimal } from './insights/page-facts.ts';
import { languageOf, matchOf, type Employer, type Language, type Match, type Method } from './lookup.ts';
import { REVIEW_SITES } from './sites/index.ts';
import type { FoundRecord, SiteRecord } from './store/stored-records.ts';

/** How a name's answer came about: `_meta["io.jobdata/provenance"]` (SPEC §2). */
export interface Provenance {
  status: 'fresh' | 'stored' | 'stale' | 'not_found' | 'could_not_look';
  /** Whole days since the oldest of the sources was read; null when nothing was. */
  age_days: number | null;
  sources: {
    site: string;
    url: string;
    matched_name: string;
    match: Match;
    rating: number;
    review_count: number;
    method: Method;
    fetched_at: string;
  }[];
  /** What could not be looked at, and why. */
  reason?: string;
}

/** Everything that is known of one name once the lookup is over. */
export interface Gathered {
  records: readonly SiteRecord[];
  /** Sites that could not be looked at. */
  failures: readonly { site: string; reason: string }[];
  /** A record is over its age because its refresh failed. */
  stale: boolean;
  /** Some site was looked at for this call. */
  looked: boolean;
}

export interface NameAnswer {
  reputation: Reputation;
  provenance: Provenance;
}

const DAY_MS = 86_400_000;
const MAXIMUM_INSIGHTS = 10;
/** Sites that differ by more, with so many reviews each, are worth a word. */
const NOTABLE_DIFFERENCE = 1.5;
const NOTABLE_COUNT = 20;

type Found = SiteRecord & { found: FoundRecord };

/** One answer out of what the sites say: ratings weighted by their counts, one decimal, halves up. */
export function mergeRecords(gathered: Gathered, employer: Employer, now: number): NameAnswer {
  const language = languageOf(employer.scope);
  const sources = inOrder(gathered.records).filter(
    (record): record is Found =>
      record.found !== null && record.found.rating >= 1 && record.found.rating <= 5 && record.found.reviewCount > 0,
  );
  const count = sources.reduce((sum, { found }) => sum + found.reviewCount, 0);
  const weighted = sources.reduce((sum, { found }) => sum + found.rating * found.reviewCount, 0);
  const rating = count === 0 ? null : Math.round((weighted / count) * 10 + 1e-9) / 10;
  const oldest = gathered.records.map(({ fetchedAt }) => fetchedAt).sort((one, other) => one - other)[0];
  const reason = inOrder(gathered.failures)
    .map((failure) => `${failure.site}: ${failure.reason}`)
    .join('; ');
  return {
    reputation: { rating, review_count: count, insights: collectInsights(sources, language) },
    provenance: {
      status: statusOf(gathered, sources.length > 0),
      age_days: oldest === undefined ? null : Math.max(0, Math.floor((now - oldest) / DAY_MS)),
      sources: sources.map(({ site, fetchedAt, found }) => ({
        site,
        url: found.url,
        matched_name: found.matchedName,
        // Of this caller's spelling: others may have had the record fetched.
        match: matchOf(employer.name, found.matchedName),
        rating: found.rating,
        review_count: found.reviewCount,
        method: found.method,
        fetched_at: isoTime(fetchedAt),
      })),
      ...(reason ? { reason } : {}),
    },
  };
}

/** The sites in their own order, whichever answered first. */
function inOrder<Row extends { site: string }>(rows: readonly Row[]): Row[] {
  return REVIEW_SITES.flatMap(({ code }) => rows.filter(({ site }) => site === code));
}

function statusOf(gathered: Gathered, known: boolean): Provenance['status'] {
  // One site without the company says nothing of another that could not be employer.
  if (!known) return gathered.failures.length > 0 ? 'could_not_look' : 'not_found';
  if (gathered.stale) return 'stale';
  return gathered.looked ? 'fresh' : 'stored';
}

function collectInsights(sources: readonly Found[], language: Language): string[] {
  const insights = [
    ...sources.flatMap(({ found }) => found.facts),
    ...describeConflict(sources, language),
    ...sources.flatMap(({ found }) => found.themes),
  ];
  return [...new Set(insights)].slice(0, MAXIMUM_INSIGHTS);
}

function describeConflict(sources: readonly Found[], language: Language): string[] {
  const counted = sources
    .filter(({ found }) => found.reviewCount >= NOTABLE_COUNT)
    .sort((one, other) => one.found.rating - other.found.rating);
  const [low] = counted;
  const high = counted.at(-1);
  if (!low || !high || high.found.rating - low.found.rating <= NOTABLE_DIFFERENCE) return [];
  const [one, other] = [low, high].map(({ found }) => `${decimal(found.rating, language)} (${found.reviewCount})`);
  return [
    language === 'fr'
      ? `Les notes diffèrent d'un site à l'autre : ${one} contre ${other}`
      : `Ratings differ between sites: ${one} vs ${other}`,
  ];
}
