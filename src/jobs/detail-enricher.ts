import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import type { Listing, Platform } from '../sources/platforms/platform.ts';
import { MemoryCooldowns } from '../shared/memory/cooldowns.ts';
import type { Cooldowns } from '../shared/types.ts';
import type { PageFetcher } from './fetch-page.ts';
import { normalizeListing, type NormalizedJob } from './normalize-listing.ts';
import { coolDown } from './cool-down.ts';

/** Descriptions with fewer characters are worth a look at the advert's own page. */
const FEW_CHARACTERS = 240;
/** A call whose other platforms answer at once has no time to give. */
const START_AFTER_MS = 100;
const DETAIL_TIMEOUT_MS = 5_000;
/** A site that refuses its adverts' pages is not asked for them again for so long. */
const REFUSED_MS = 15 * 60_000;
const REMEMBERED = 1_000;
const LONGEST_DESCRIPTION = 8_000;

/**
 * Completes jobs of platforms whose lists say little from the adverts' own
 * pages, one at a time, while the call waits for other platforms anyway: it
 * ends when they have answered. What was read is kept in memory for later
 * answers with the same jobs.
 */
export class DetailEnricher {
  readonly #fetcher: Pick<PageFetcher, 'fetchDetail'>;
  readonly #clock: Clock;
  readonly #running = new Map<readonly NormalizedJob[], AbortController>();
  readonly #details = new Map<string, Partial<Listing>>();
  readonly #busy = new Set<string>();
  readonly #cooldowns: Cooldowns;

  constructor(
    fetcher: Pick<PageFetcher, 'fetchDetail'>,
    clock: Clock,
    cooldowns: Cooldowns = new MemoryCooldowns(clock),
  ) {
    this.#fetcher = fetcher;
    this.#clock = clock;
    this.#cooldowns = cooldowns;
  }

  /** Starts on a platform's jobs; returns at once, and never fails. */
  begin(platform: Platform, jobs: readonly NormalizedJob[]): void {
    if (!platform.detail || this.#busy.has(platform.code)) return;
    if ((this.#cooldowns.known().get(nameOf(platform))?.until ?? 0) > this.#clock.now()) return;
    const controller = new AbortController();
    this.#running.get(jobs)?.abort();
    this.#running.set(jobs, controller);
    this.#busy.add(platform.code);
    void delay(START_AFTER_MS, undefined, { signal: controller.signal, ref: false })
      .then(() => this.#complete(platform, jobs, controller.signal))
      // Ended before it began.
      .catch(() => {})
      .finally(() => this.#busy.delete(platform.code));
  }

  /** Ends the work on a list, and completes its jobs by what is known by now. */
  finish(jobs: readonly NormalizedJob[]): void {
    this.#running.get(jobs)?.abort();
    this.#running.delete(jobs);
    for (const job of jobs) {
      const detail = this.#details.get(job.url);
      if (detail && lacks(job)) completeJob(job, detail, this.#clock.now());
    }
  }

  async #complete(platform: Platform, jobs: readonly NormalizedJob[], signal: AbortSignal): Promise<void> {
    // Later pages are added to the list meanwhile.
    for (let index = 0; index < jobs.length && !signal.aborted; index += 1) {
      const job = jobs[index] as NormalizedJob;
      if (!lacks(job) || this.#details.has(job.url)) continue;
      try {
        const detail = await this.#fetcher.fetchDetail(platform, job.url, DETAIL_TIMEOUT_MS, signal);
        if (detail) this.#remember(job.url, detail);
      } catch {
        // Whatever it was: the list's own words are an answer too.
        if (!signal.aborted) await coolDown(this.#cooldowns, nameOf(platform), this.#clock.now() + REFUSED_MS);
        return;
      }
    }
  }

  #remember(url: string, detail: Partial<Listing>): void {
    this.#details.set(url, { ...detail, description: (detail.description ?? '').slice(0, LONGEST_DESCRIPTION) });
    if (this.#details.size > REMEMBERED) this.#details.delete(this.#details.keys().next().value as string);
  }
}

/** Among all that are left alone. */
function nameOf({ code }: Platform): string {
  return `adverts ${code}`;
}

function lacks(job: NormalizedJob): boolean {
  return job.description.length < FEW_CHARACTERS || job.description.endsWith('…');
}

/** What the list said stays; what it did not say is taken from the advert's page. */
function completeJob(job: NormalizedJob, detail: Partial<Listing>, now: number): void {
  const { title, company, location, url, platform } = job;
  const country = findPlatform(platform)?.country ?? 'GB';
  const read = normalizeListing({ ...detail, title, company, location, url }, platform, country, now);
  if (!read) return;
  if (read.description.length > job.description.length) job.description = read.description;
  if (job.work_mode === 'unknown') job.work_mode = read.work_mode;
  if (job.posted_date === '') job.posted_date = read.posted_date;
  if (job.terms === undefined && read.terms !== undefined) job.terms = read.terms;
  if (job.salary_unlisted && job.salary_text === '' && !read.salary_unlisted) {
    job.salary_min = read.salary_min;
    job.salary_max = read.salary_max;
    job.salary_unlisted = false;
    job.salary_text = read.salary_text;
    job.salary_currency = read.salary_currency;
    job.salary_period = read.salary_period;
  }
}
