import { plain } from '../dom.ts';
import { isObject } from '../../../lib/json-object.ts';
import { listOf, membersOf, numberOf, textOf, type Unknown } from '../message.ts';
import type { CsvJob } from '../../shared/jobs-csv.ts';
import type { PayCountry } from '../../shared/pay-bar.ts';
import type { OutcomeRow } from '../../shared/platform-outcomes.ts';
import type { ListedJob } from '../../shared/select-jobs.ts';

/** No member is absent: members that the result lacks are "", null, empty or, for `work_mode`, "unknown". */
export interface ShownJob extends ListedJob, Omit<CsvJob, keyof ListedJob> {
  title: string;
  company: string;
  location: string;
  salary_text: string;
  salary_period: string;
  contract: string;
  hours: string;
  closing_date: string;
  description: string;
  url: string;
  dedup_hash: string;
  agency: boolean | null;
  also_on: readonly { platform: string; url: string }[];
  evidence: readonly (readonly [name: string, quote: string])[];
}

export interface PlatformReport extends OutcomeRow {
  platform: string;
  isCached: boolean;
  reason: string;
  attribution: string;
  siteTotal: number | null;
  read: number | null;
  ageSeconds: number | null;
  leftOut: readonly (readonly [filter: string, count: number])[];
}

export interface JobsResult {
  query: string;
  country: PayCountry;
  found: number;
  nextOffset: number | null;
  platforms: PlatformReport[];
  jobs: ShownJob[];
  unreadable: number;
}

/** Reads a result of any version, even an incomplete one. Returns undefined if the object has no list of jobs. */
export function readJobs(data: Unknown): JobsResult | undefined {
  if (!Array.isArray(data['jobs'])) return undefined;
  const entries = listOf(data['jobs']);
  const jobs = entries.filter(isObject).map(readJob);
  return {
    query: textOf(data['query']),
    country: data['country'] === 'FR' ? 'FR' : 'GB',
    found: Math.max(jobs.length, numberOf(data['total_found']) ?? numberOf(data['total_jobs']) ?? 0),
    nextOffset: numberOf(data['next_offset']),
    platforms: listOf(data['platforms']).filter(isObject).map(readReport),
    jobs,
    unreadable: entries.length - jobs.length,
  };
}

function readJob(job: Unknown): ShownJob {
  return {
    title: textOf(job['title']),
    company: textOf(job['company']),
    location: textOf(job['location']),
    salary_min: numberOf(job['salary_min']),
    salary_max: numberOf(job['salary_max']),
    salary_text: textOf(job['salary_text']),
    salary_period: textOf(job['salary_period']),
    work_mode: textOf(job['work_mode']) || 'unknown',
    contract: textOf(job['contract']),
    hours: textOf(job['hours']),
    posted_date: textOf(job['posted_date']),
    closing_date: textOf(job['closing_date']),
    description: textOf(job['description']),
    platform: textOf(job['platform']),
    url: textOf(job['url']),
    dedup_hash: textOf(job['dedup_hash']),
    agency: typeof job['agency'] === 'boolean' ? job['agency'] : null,
    also_on: listOf(job['also_on'])
      .filter(isObject)
      .map((other) => ({ platform: textOf(other['platform']), url: textOf(other['url']) })),
    evidence: Object.entries(membersOf(job['evidence'])).flatMap(([name, quote]) =>
      typeof quote === 'string' && quote !== '' ? [[name, quote] as const] : [],
    ),
  };
}

function readReport(row: Unknown): PlatformReport {
  return {
    platform: plain(textOf(row['platform']), 40),
    status: plain(textOf(row['status']), 40),
    jobs: numberOf(row['jobs']) ?? 0,
    isCached: row['cached'] === true,
    reason: textOf(row['reason']),
    attribution: textOf(row['attribution']),
    siteTotal: numberOf(row['site_total']),
    read: numberOf(row['read']),
    ageSeconds: numberOf(row['age_seconds']),
    leftOut: Object.entries(membersOf(row['left_out'])).flatMap(([filter, count]) =>
      typeof count === 'number' && count > 0 ? [[filter, count] as const] : [],
    ),
  };
}
