import type { Job, JobReference, ScrapeJobsResult } from '../../schemas/index.ts';

/** An entry of `also_on` in the answer to a run; answers that an earlier release stored have no hash. */
type OtherAdvert = JobReference & { dedup_hash?: string };

/**
 * The hashes of a job's adverts on all platforms. A different advert of the same job may be the best one tomorrow, so a
 * job is known by all of them.
 */
function hashesOfJob({ dedup_hash: best, also_on: others }: Job): string[] {
  return [best, ...others.flatMap(({ dedup_hash: hash }: OtherAdvert) => hash ?? [])];
}

/** The hashes of all adverts in an answer, without repetitions. */
export function hashesOf({ jobs }: ScrapeJobsResult): string[] {
  return [...new Set(jobs.flatMap(hashesOfJob))];
}

/** True if the search has returned an advert of the job before. `seen`: hashes that it has returned. */
export function isKnown(job: Job, seen: ReadonlySet<string>): boolean {
  return hashesOfJob(job).some((hash) => seen.has(hash));
}

/** True if the job has no advert on other platforms than these. */
export function isOnlyOn(platforms: ReadonlySet<string>, { platform, also_on: others }: Job): boolean {
  return platforms.has(platform) && others.every((other) => platforms.has(other.platform));
}

/** The first of each group of jobs that share a hash. */
export function firstOfEach(jobs: readonly Job[]): Job[] {
  const known = new Set<string>();
  return jobs.filter((job) => {
    const isFirst = !isKnown(job, known);
    for (const hash of hashesOfJob(job)) known.add(hash);
    return isFirst;
  });
}

/** The job in the form that `scrape_jobs` documents. */
export function documentedJob(job: Job): Job {
  return {
    ...job,
    also_on: job.also_on.map(({ platform, url, company, location }) => ({ platform, url, company, location })),
  };
}
