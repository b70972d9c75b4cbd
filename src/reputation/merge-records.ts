import type { Reputation } from '../../schemas/index.ts';
import { DAY_MS, isoTime } from '../lib/clock.ts';
import { MAXIMUM_THEMES } from './insights/extract-insights.ts';
import { describeReviews, type ReviewsRead } from './insights/reviews-read.ts';
import { decimal } from './insights/page-facts.ts';
import {
  languageOf,
  matchOf,
  type Employer,
  type FigureMethod,
  type LookupFailure,
  type Match,
  type ReviewLanguage,
} from './lookup.ts';
import { REVIEW_SITES } from '../sources/review-sites/index.ts';
import type { FoundRecord, SiteRecord } from './store/stored-records.ts';

/** How the answer for a name was found. Returned as `_meta["io.jobdata/provenance"]` (SPEC §2). */
export interface Provenance {
  status: 'fresh' | 'stored' | 'stale' | 'not_found' | 'found_without_figures' | 'ambiguous' | 'could_not_look';
  /** Age of the oldest record; null if there is no record. */
  age_days: number | null;
  /** ISO date of the oldest figures; absent if no figures are more than a year old. */
  as_of?: string;
  sources: {
    site: string;
    url: string;
    matched_name: string;
    match: Match | 'ambiguous';
    rating: number | null;
    review_count: number;
    method: FigureMethod;
    fetched_at: string;
  }[];
  insights?: ({ insight: string } & ReviewsRead)[];
  reason?: string;
}

/** The records and failures for one name, from the store and from this call's look-up. */
export interface Gathered {
  records: readonly SiteRecord[];
  failures: readonly LookupFailure[];
  /** True if a record is over 90 days old because its refresh failed. */
  stale: boolean;
  /** True if this call's look-up gave at least one record. */
  looked: boolean;
}

export interface NameAnswer {
  reputation: Reputation;
  provenance: Provenance;
  failures: readonly LookupFailure[];
}

/**
 * If two sites' ratings from at least `NOTABLE_COUNT` reviews each differ by more than this, the insights mention it.
 */
const NOTABLE_DIFFERENCE = 1.5;
const NOTABLE_COUNT = 20;

type Found = SiteRecord & { found: FoundRecord };

/**
 * Merges the sites' records into one answer. Ratings are weighted by their numbers of reviews and rounded to one
 * decimal, halves up. If the name is ambiguous, there is no rating.
 */
export function mergeRecords(gathered: Gathered, employer: Employer, now: number): NameAnswer {
  const language = languageOf(employer.scope);
  const records = inOrder(gathered.records);
  const isAmbiguous = records.some(({ unclear }) => unclear?.status === 'ambiguous');
  // If one site has several employers of this name, the other site's figures may belong to any of them.
  const sources = isAmbiguous ? [] : records.filter(isFound);
  const isUnclear = isAmbiguous || (sources.length === 0 && gathered.failures.length === 0);
  const listed = isUnclear ? records : sources;
  const count = sources.reduce((sum, { found }) => sum + found.reviewCount, 0);
  const weighted = sources.reduce((sum, { found }) => sum + found.rating * found.reviewCount, 0);
  const rating = count === 0 ? null : Math.round((weighted / count) * 10 + 1e-9) / 10;
  const asOf = sources.flatMap(({ found }) => found.asOf ?? []).sort()[0];
  const oldest = gathered.records.map(({ fetchedAt }) => fetchedAt).sort((one, other) => one - other)[0];
  const failures = inOrder(gathered.failures);
  const status = statusOf(gathered, sources.length > 0, isAmbiguous);
  const several = status === 'not_found' ? namesIn(employer.name) : [];
  const reason =
    several.length > 0
      ? `the name looks like several names: send each as its own entry, as in ${JSON.stringify(several)}`
      : failures.map((failure) => `${failure.site}: ${failure.reason}`).join('; ');
  return {
    reputation: { rating, review_count: count, insights: collectInsights(sources, language) },
    provenance: {
      status,
      age_days: oldest === undefined ? null : Math.max(0, Math.floor((now - oldest) / DAY_MS)),
      ...(asOf === undefined ? {} : { as_of: asOf }),
      sources: listed.flatMap((record) =>
        (isFound(record) ? [record.found] : (record.unclear?.pages ?? [])).map((page) => ({
          site: record.site,
          url: page.url,
          matched_name: page.matchedName,
          // Compared with this caller's spelling, because the record may have been fetched for another spelling.
          match:
            record.unclear?.status === 'ambiguous' ? ('ambiguous' as const) : matchOf(employer.name, page.matchedName),
          rating: page.rating,
          review_count: page.reviewCount,
          method: page.method,
          fetched_at: isoTime(record.fetchedAt),
        })),
      ),
      ...explainThemes(sources),
      ...(reason ? { reason } : {}),
    },
    failures,
  };
}

const LEGAL_FORM = /^(?:inc|ltd|limited|llc|llp|plc|corp|co|sa|sas|sarl|gmbh|ag|the)\b\.?/iu;

/** The names in "Tesco, Aldi"; empty if the text is one name, such as "Acme, Inc.". */
function namesIn(text: string): readonly string[] {
  const names = text
    .split(/[,;]/u)
    .map((name) => name.trim())
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return names.length > 1 && !names.slice(1).some((name) => LEGAL_FORM.test(name)) ? names : [];
}

function isFound(record: SiteRecord): record is Found {
  const { found } = record;
  return found !== null && found.rating >= 1 && found.rating <= 5 && found.reviewCount > 0;
}

function inOrder<Row extends { site: string }>(rows: readonly Row[]): Row[] {
  return REVIEW_SITES.flatMap(({ code }) => rows.filter(({ site }) => site === code));
}

function statusOf(gathered: Gathered, known: boolean, isAmbiguous: boolean): Provenance['status'] {
  if (isAmbiguous) return 'ambiguous';
  // "Not found" at one site says nothing about another site that could not be read.
  if (!known && gathered.failures.length > 0) return 'could_not_look';
  if (!known) return gathered.records.some(({ unclear }) => unclear) ? 'found_without_figures' : 'not_found';
  if (gathered.stale) return 'stale';
  return gathered.looked ? 'fresh' : 'stored';
}

function collectInsights(sources: readonly Found[], language: ReviewLanguage): string[] {
  const insights = [
    ...sources.flatMap(({ found }) => found.facts),
    ...describeConflict(sources, language),
    ...sources.flatMap(({ found }) => (found.reviewsRead ? describeReviews(found.reviewsRead, language) : [])),
    ...[...new Set(sources.flatMap(({ found }) => found.themes))].slice(0, MAXIMUM_THEMES),
  ];
  return [...new Set(insights)];
}

function explainThemes(sources: readonly Found[]): Pick<Provenance, 'insights'> {
  const insights = sources.flatMap(({ found: { themes, reviewsRead } }) =>
    reviewsRead ? themes.map((insight) => ({ insight, ...reviewsRead })) : [],
  );
  return insights.length > 0 ? { insights } : {};
}

function describeConflict(sources: readonly Found[], language: ReviewLanguage): string[] {
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
