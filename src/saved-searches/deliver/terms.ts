import type { ScrapeJobsResult } from '../../../schemas/index.ts';
import { HOUR_MS } from '../../lib/clock.ts';
import type { DeliveryContent } from './content.ts';

/**
 * How long the terms of a platform allow its adverts to be stored, in milliseconds, by the platform's code. Most
 * platforms have no such terms and no entry.
 */
export type StorageTerms = ReadonlyMap<string, number>;

/** Margin for the time between two purges. */
const PURGE_MARGIN_MS = HOUR_MS / 2;

export function keptUntil(
  { platforms }: ScrapeJobsResult,
  answeredAt: number,
  terms: StorageTerms,
): number | undefined {
  const ends = platforms.flatMap(({ platform, jobs, age_seconds: age = 0 }) => {
    const keepMs = terms.get(platform);
    return keepMs === undefined || jobs === 0 ? [] : [answeredAt - age * 1_000 + keepMs - PURGE_MARGIN_MS];
  });
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Removes the adverts of platforms whose terms limit storage, and adds the number of removed jobs to `expired`. */
export function withoutExpired<Content extends Pick<DeliveryContent, 'jobs' | 'expired'>>(
  content: Content,
  terms: StorageTerms,
): Content {
  const jobs = content.jobs
    .filter(({ platform }) => !terms.has(platform))
    .map((job) => ({ ...job, also_on: job.also_on.filter(({ platform }) => !terms.has(platform)) }));
  const expired = (content.expired ?? 0) + content.jobs.length - jobs.length;
  return { ...content, jobs, ...(expired > 0 ? { expired } : {}) };
}
