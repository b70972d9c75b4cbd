import type { Country, PlatformStatus } from '../../schemas/index.ts';
import type { SearchService } from '../app/search.ts';
import { toFoundJob, type FoundJob } from '../jobs/found-job.ts';
import { resolvePlace } from '../jobs/places/resolve-place.ts';
import { PlatformFault } from '../jobs/platform-fault.ts';
import type { Clock } from '../lib/clock.ts';
import type { Platform } from '../platforms/platform.ts';
import { describeHalfSet } from '../platforms/half-set.ts';
import { describeTerms } from '../platforms/terms.ts';
import { formatTable } from './command.ts';

/** Searches that any board of the country has results for. */
const QUERIES: Readonly<Record<Country, string>> = { GB: 'accountant', FR: 'comptable' };
const TIMEOUT_MS = 30_000;

/** What one platform answered: how many adverts, and the share of them (0 to 1) that say each thing. */
export interface PlatformDiagnosis {
  platform: string;
  country: Country;
  status: PlatformStatus;
  jobs: number;
  with_salary: number;
  with_work_mode: number;
  with_date: number;
  with_description: number;
  ms: number;
  reason?: string;
  /** What its owner asks of those who use its adverts. */
  terms: string;
}

/** One page of each platform, all at once, in the platforms' order. */
export function diagnosePlatforms(
  service: Pick<SearchService, 'fetcher' | 'settings'>,
  platforms: readonly Platform[],
  clock: Clock,
  options: { query: string | undefined; location: string },
): Promise<PlatformDiagnosis[]> {
  return Promise.all(
    platforms.map(async (platform): Promise<PlatformDiagnosis> => {
      const { code, country } = platform;
      const startedAt = clock.now();
      const [halfSet] = describeHalfSet([platform], service.settings);
      const report = (status: PlatformStatus, jobs: readonly FoundJob[], reason?: string): PlatformDiagnosis => {
        const share = (says: (job: FoundJob) => boolean): number =>
          jobs.length === 0 ? 0 : Math.round((jobs.filter(says).length / jobs.length) * 100) / 100;
        return {
          platform: code,
          country,
          status,
          jobs: jobs.length,
          with_salary: share((job) => !job.salary_unlisted),
          with_work_mode: share((job) => job.work_mode !== 'unknown'),
          with_date: share((job) => job.posted_date !== ''),
          with_description: share((job) => job.description !== ''),
          ms: clock.now() - startedAt,
          ...((reason ?? halfSet) ? { reason: reason ?? halfSet } : {}),
          terms: platform.terms,
        };
      };
      try {
        const { listings } = await service.fetcher.fetch(
          platform,
          {
            query: options.query ?? QUERIES[country],
            country,
            locationText: options.location,
            place: options.location === '' ? null : resolvePlace(options.location, country),
            minSalary: null,
            page: 1,
            settings: service.settings,
          },
          TIMEOUT_MS,
          AbortSignal.timeout(TIMEOUT_MS),
        );
        const now = clock.now();
        const jobs = listings
          .map((listing) => toFoundJob(listing, code, country, now))
          .filter((job) => job !== undefined);
        if (listings.length > 0 && jobs.length === 0)
          return report('changed', jobs, 'none of the adverts has a title and a link');
        return report(jobs.length > 0 ? 'ok' : 'empty', jobs);
      } catch (error) {
        if (error instanceof PlatformFault) return report(error.status, [], error.message);
        return report('error', [], error instanceof Error ? error.message : String(error));
      }
    }),
  );
}

/** As a table for people. */
export function showPlatforms(rows: readonly PlatformDiagnosis[]): string {
  const percent = (row: PlatformDiagnosis, share: number): string =>
    row.jobs === 0 ? '–' : `${Math.round(share * 100)} %`;
  const table = formatTable(
    ['PLATFORM', 'STATUS', 'JOBS', 'PAY', 'MODE', 'DATE', 'TEXT', 'TOOK', 'REASON'],
    rows.map((row) => [
      row.platform,
      row.status,
      String(row.jobs),
      percent(row, row.with_salary),
      percent(row, row.with_work_mode),
      percent(row, row.with_date),
      percent(row, row.with_description),
      `${row.ms} ms`,
      row.reason ?? '',
    ]),
  );
  return `${table}\n\n${describeTerms(rows.map(({ platform, terms }) => ({ code: platform, terms })))}`;
}
