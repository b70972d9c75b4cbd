import type { Country, IgnoredArgument, Job, JobOrder, PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import { shorten } from '../lib/text.ts';
import { evidenceOf } from './evidence.ts';
import type { ArrangedList } from './list-order.ts';
import { type FilterTrace, inOrder, type MergedJob, type MergedList } from './merge-jobs.ts';
import { contractOf, hoursOf } from './terms.ts';

/**
 * Maximum length of an answer without `limit` and `description_length`, because many clients cut or refuse longer texts
 * (SPEC §3). A `limit` above DEFAULT_LIMIT raises the maximum in proportion.
 */
const MAXIMUM_CHARACTERS = 50_000;
const DEFAULT_DESCRIPTION = 300;
const DEFAULT_LIMIT = 50;

export interface AnswerOptions {
  query: string;
  country: Country;
  limit: number | undefined;
  descriptionLength: number | undefined;
  ignored?: readonly IgnoredArgument[];
  offset?: number | undefined;
  evidence?: boolean | undefined;
  /** Adds the `dedup_hash` of each advert in `also_on`, for runs of saved searches. */
  otherHashes?: boolean | undefined;
  sort?: JobOrder | undefined;
}

export interface ListToRender extends MergedList, ArrangedList {
  /** True if further pages of a platform may add jobs. */
  mayGoOn: boolean;
}

export type RowHead = Omit<PlatformRow, 'jobs' | 'read' | 'left_out'>;

/** An answer as JSON text, split around the array of rows, so that a cached answer can be sent with new ages. */
export interface RenderedAnswer {
  /** The JSON text before the array of rows. `after` is the text after it. */
  before: string;
  after: string;
  rows: PlatformRow[];
  /**
   * The position at which the next part of the list begins. Absent at the end of the list, in an empty answer, and
   * beyond `HIGHEST_OFFSET`.
   */
  nextOffset?: number;
}

export function writeAnswer({ before, rows, after }: RenderedAnswer): string {
  return before + JSON.stringify(rows) + after;
}

/** The highest `offset` that a caller may give (SPEC §3). */
const HIGHEST_OFFSET = 1_000;

/**
 * Renders an answer. Unless the caller set `descriptionLength`, shortens descriptions to keep the answer within the
 * maximum length.
 */
export function renderAnswer(
  merged: ListToRender,
  rows: readonly RowHead[],
  source: ScrapeJobsResult['source'],
  options: AnswerOptions,
): RenderedAnswer {
  const { offset = 0 } = options;
  const first = merged.places.findIndex((place) => place >= offset);
  const limited = first < 0 ? [] : merged.jobs.slice(first, first + (options.limit ?? DEFAULT_LIMIT));
  const nextOffset = (count: number): number | undefined => {
    // If no job fits, a next_offset would not be beyond the caller's `offset`, and a client that follows it would
    // request the same page, and pay for it, forever.
    if (count === 0) return undefined;
    const last = merged.places[first + count - 1];
    const isEnd = first + count >= merged.jobs.length && !merged.mayGoOn;
    return last === undefined || isEnd || last >= HIGHEST_OFFSET ? undefined : last + 1;
  };
  // Jobs that were found late are at the end of the list, so the jobs of each answer are sorted separately.
  const inAnswer = (jobs: readonly MergedJob[]): readonly MergedJob[] =>
    merged.isLate
      ? inOrder(
          jobs.map((job) => ({ job })),
          options.sort,
        ).map(({ job }) => job)
      : jobs;
  const render = (jobs: readonly MergedJob[], descriptionLength: number): RenderedAnswer => {
    const next = nextOffset(jobs.length);
    const head: Omit<ScrapeJobsResult, 'platforms' | 'jobs'> = {
      query: options.query,
      country: options.country,
      total_jobs: jobs.length,
      total_found: merged.jobs.length,
      ...(next === undefined ? {} : { next_offset: next }),
      source,
      ...(options.ignored?.length ? { ignored: [...options.ignored] } : {}),
    };
    return {
      before: `${JSON.stringify(head).slice(0, -1)},"platforms":`,
      rows: rows.map((row) => toRow(row, merged.traces.get(row.platform), jobs)),
      after: `,"jobs":${JSON.stringify(inAnswer(jobs).map((job) => toJob(job, descriptionLength, options)))}}`,
      ...(next === undefined ? {} : { nextOffset: next }),
    };
  };
  const lengthOf = (jobs: readonly MergedJob[], descriptionLength: number): number =>
    writeAnswer(render(jobs, descriptionLength)).length;
  if (options.descriptionLength !== undefined) return render(limited, options.descriptionLength);
  const bound = MAXIMUM_CHARACTERS * Math.max(1, (options.limit ?? DEFAULT_LIMIT) / DEFAULT_LIMIT);
  if (lengthOf(limited, DEFAULT_DESCRIPTION) < bound) return render(limited, DEFAULT_DESCRIPTION);

  // Descriptions are shortened evenly. If this is not enough and the caller gave no limit, the last jobs are left out.
  const length = largest(0, DEFAULT_DESCRIPTION, (value) => lengthOf(limited, value) < bound);
  if (length > 0 || options.limit !== undefined || lengthOf(limited, 0) < bound) return render(limited, length);
  const count = largest(0, limited.length, (value) => lengthOf(limited.slice(0, value), 0) < bound);
  return render(limited.slice(0, count), 0);
}

function toRow(row: RowHead, trace: FilterTrace | undefined, jobs: readonly MergedJob[]): PlatformRow {
  const { platform, status, cached, ms, reason, attribution, ...rest } = row;
  const remarks = [reason, equalHashes(platform, jobs)].filter(Boolean).join('; ');
  const isRead = trace !== undefined && (status === 'ok' || status === 'empty');
  return {
    platform,
    status,
    cached,
    ms,
    ...(remarks === '' ? {} : { reason: remarks }),
    ...(attribution === undefined ? {} : { attribution }),
    jobs: countOf(platform, jobs),
    ...rest,
    ...(isRead ? { read: trace.read } : {}),
    ...(isRead && Object.keys(trace.leftOut).length > 0 ? { left_out: trace.leftOut } : {}),
  };
}

/** Adverts of one platform are never merged, so some may share a hash. */
function equalHashes(platform: string, jobs: readonly MergedJob[]): string {
  const counts = new Map<string, number>();
  for (const { best } of jobs)
    if (best.platform === platform) counts.set(best.dedup_hash, (counts.get(best.dedup_hash) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  if (repeated.length === 0) return '';
  const adverts = repeated.reduce((sum, count) => sum + count, 0);
  return `${adverts} of its adverts share title, company and place with another of them, and so their dedup_hash`;
}

/**
 * Returns the largest whole number from `low` to `high` for which `fits` is true, or else `low`. If `fits` is true for
 * a number, it must be true for all smaller ones.
 */
function largest(low: number, high: number, fits: (value: number) => boolean): number {
  let best = low;
  let from = low;
  let to = high;
  while (from <= to) {
    const middle = Math.floor((from + to) / 2);
    if (fits(middle)) {
      best = middle;
      from = middle + 1;
    } else {
      to = middle - 1;
    }
  }
  return best;
}

function countOf(platform: string, jobs: readonly MergedJob[]): number {
  return jobs.filter(
    ({ best, others }) => best.platform === platform || others.some((other) => other.platform === platform),
  ).length;
}

function toJob(
  { best, others }: MergedJob,
  descriptionLength: number,
  { evidence = false, otherHashes = false }: Pick<AnswerOptions, 'evidence' | 'otherHashes'>,
): Job {
  return {
    title: best.title,
    company: best.company,
    location: best.location,
    salary_min: best.salary_min,
    salary_max: best.salary_max,
    salary_unlisted: best.salary_unlisted,
    work_mode: best.work_mode,
    description: shorten(best.description, descriptionLength),
    url: best.url,
    platform: best.platform,
    posted_date: best.posted_date,
    dedup_hash: best.dedup_hash,
    salary_text: best.salary_text,
    salary_currency: best.salary_currency,
    salary_period: best.salary_period,
    contract: contractOf(best).value,
    hours: hoursOf(best).value,
    closing_date: best.closing_date,
    agency: best.agency,
    also_on: others.map(({ platform, url, company, location, dedup_hash }) => ({
      platform,
      url,
      company,
      location,
      ...(otherHashes ? { dedup_hash } : {}),
    })),
    ...(evidence ? { evidence: evidenceOf(best) } : {}),
  };
}
