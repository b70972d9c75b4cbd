import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { JobsCacheStore } from '../store/types.ts';
import type { MergedJob } from './merge-jobs.ts';

/** Jobs with their places in a list; places of jobs that are gone stay empty. */
export interface ArrangedList {
  jobs: MergedJob[];
  places: number[];
  /** The order is kept already, and nothing was added to it. */
  isKept?: boolean;
}

/** A list that is begun: each job in its own place. */
export function inOwnPlaces(jobs: readonly MergedJob[]): ArrangedList {
  return { jobs: [...jobs], places: jobs.map((_, place) => place) };
}

export interface ListOrdersOptions {
  cache: JobsCacheStore;
  clock: Clock;
  cacheSeconds: number;
  onError?: (error: unknown) => void;
}

/** Maximum number of places that are kept. The order of later jobs may change between pages. */
const MAXIMUM_REMEMBERED = 2_000;

/**
 * The order in which the jobs of a list were given, so that over its pages
 * nothing comes twice and nothing is skipped, on whichever replica each page is
 * asked for: jobs that further reading brings come behind those that were
 * there. Kept as long as the pages that the list is made of.
 */
export class ListOrders {
  readonly #options: ListOrdersOptions;

  constructor(options: ListOrdersOptions) {
    this.#options = options;
  }

  /** The jobs in the order that was given before; new ones behind them. */
  async arrange(name: string, jobs: readonly MergedJob[], now: number): Promise<ArrangedList> {
    const known = await this.#recall(name, now);
    const placeOf = new Map(known.map((advert, place) => [advert, place]));
    let behind = known.length;
    const taken = new Set<number>();
    const arranged = jobs.map((job) => {
      const before = [job.best, ...job.others].flatMap(({ url }) => placeOf.get(advertName(url)) ?? []);
      const place = before.find((one) => !taken.has(one)) ?? (behind += 1) - 1;
      taken.add(place);
      return { job, place };
    });
    arranged.sort((a, b) => a.place - b.place);
    return {
      jobs: arranged.map(({ job }) => job),
      places: arranged.map(({ place }) => place),
      isKept: known.length > 0 && behind === known.length,
    };
  }

  /** For the next page of the list. */
  async keep(name: string, { jobs, places, isKept = false }: ArrangedList, now: number): Promise<void> {
    if (isKept) return;
    const { cache, cacheSeconds, onError } = this.#options;
    const names: string[] = [];
    for (const [index, { best }] of jobs.entries()) names[places[index] as number] = advertName(best.url);
    // Places of jobs that are gone hold no name.
    const value = JSON.stringify(Array.from(names.slice(0, MAXIMUM_REMEMBERED), (one = '') => one));
    try {
      await cache.put(keyOf(name), value, now, now + cacheSeconds * 1_000);
    } catch (error) {
      onError?.(error);
    }
  }

  async #recall(name: string, now: number): Promise<string[]> {
    const { cache, onError } = this.#options;
    try {
      const kept: unknown = JSON.parse((await cache.get(keyOf(name), now))?.value ?? '[]');
      return Array.isArray(kept) ? kept.map(String) : [];
    } catch (error) {
      onError?.(error);
      return [];
    }
  }
}

function keyOf(name: string): string {
  return `order-${name}`;
}

/** Short, for there are many: two adverts of one list that share it are not to be expected. */
function advertName(url: string): string {
  return createHash('sha1').update(url).digest('base64url').slice(0, 10);
}
