import type { Country, PlatformStatus } from '../../schemas/index.ts';
import { probePlatform, COMMON_QUERIES } from '../jobs/probe-platform.ts';
import type { SearchService } from '../app/parts/search.ts';
import type { NormalizedJob } from '../jobs/normalize-listing.ts';
import type { Clock } from '../lib/clock.ts';
import type { Platform } from '../sources/platforms/platform.ts';
import { describeHalfSet } from '../sources/platforms/half-set.ts';
import { formatTable } from './command.ts';

/** The `with_…` members are shares of the adverts, from 0 to 1. */
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
  terms: string;
}

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
      const report = (status: PlatformStatus, jobs: readonly NormalizedJob[], reason?: string): PlatformDiagnosis => {
        const share = (says: (job: NormalizedJob) => boolean): number =>
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
      const answer = await probePlatform(service, platform, clock, {
        query: options.query ?? COMMON_QUERIES[country][0],
        location: options.location,
      });
      return report(answer.status, answer.jobs, answer.reason);
    }),
  );
}

export function showPlatforms(rows: readonly PlatformDiagnosis[]): string {
  const percent = (row: PlatformDiagnosis, share: number): string =>
    row.jobs === 0 ? '–' : `${Math.round(share * 100)}%`;
  return formatTable(
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
}
