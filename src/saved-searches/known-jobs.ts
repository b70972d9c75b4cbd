import type { Job, JobReference, ScrapeJobsResult } from '../../schemas/index.ts';

/** In answers that an earlier release stored, the other adverts of a job have no hash. */
type OtherAdvert = JobReference & { dedup_hash?: string };

/**
 * Another advert of the same job may be the best one in a later answer, so a job is identified by the hashes of all its
 * adverts.
 */
function hashesOfJob({ dedup_hash: best, also_on: others }: Job): string[] {
  return [best, ...others.flatMap(({ dedup_hash: hash }: OtherAdvert) => hash ?? [])];
}

export function hashesOf({ jobs }: ScrapeJobsResult): string[] {
  return [...new Set(jobs.flatMap(hashesOfJob))];
}

export function isKnown(job: Job, seen: ReadonlySet<string>): boolean {
  return hashesOfJob(job).some((hash) => seen.has(hash));
}

export function isOnlyOn(platforms: ReadonlySet<string>, { platform, also_on: others }: Job): boolean {
  return platforms.has(platform) && others.every((other) => platforms.has(other.platform));
}

/** Keeps the first of each group of jobs that share a hash. */
export function firstOfEach(jobs: readonly Job[]): Job[] {
  const known = new Set<string>();
  return jobs.filter((job) => {
    const isFirst = !isKnown(job, known);
    for (const hash of hashesOfJob(job)) known.add(hash);
    return isFirst;
  });
}

export function documentedJob(job: Job): Job {
  return {
    ...job,
    also_on: job.also_on.map(({ platform, url, company, location }) => ({ platform, url, company, location })),
  };
}
