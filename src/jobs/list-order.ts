import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { JobsCacheStore } from '../store/types.ts';
import type { ListedJobs, MergedJob } from './merge-jobs.ts';

export interface ArrangedList {
  jobs: MergedJob[];
  /** The position of each job in the order, counted from 0. */
  places: number[];
  order: StoredOrder;
  /** The number of positions that were stored before; absent if there was no stored order. */
  known?: number;
  /** True if adverts were added to positions that were stored before. */
  isChanged?: boolean;
  /** True if some jobs were found too late to be returned at the position that the sort order gives them. */
  isLate?: boolean;
}

interface StoredOrder {
  platforms: string[];
  /** The names (`advertName`) of the adverts at each position. */
  adverts: string[][];
}

export function withoutStoredOrder(
  { jobs, places = [...jobs.keys()] }: { jobs: readonly MergedJob[]; places?: readonly number[] },
  platforms: readonly string[],
): ArrangedList {
  const adverts: string[][] = Array.from({ length: (places.at(-1) ?? -1) + 1 }, () => []);
  for (const [at, job] of jobs.entries()) adverts[places[at] as number] = advertNames(job);
  return { jobs: [...jobs], places: [...places], order: { platforms: [...platforms], adverts } };
}

export interface ListOrdersOptions {
  cache: JobsCacheStore;
  clock: Clock;
  cacheSeconds: number;
  onError?: (error: unknown) => void;
}

/**
 * Stores the order in which jobs were returned, so that any replica can return the next part of the list without
 * repeating or skipping a job. Jobs found later are appended. A stored order expires `cacheSeconds` after it was last
 * stored.
 */
export class ListOrders {
  readonly #options: ListOrdersOptions;

  constructor(options: ListOrdersOptions) {
    this.#options = options;
  }

  /**
   * Returns the jobs in the stored order, followed by new ones. A request for the first part of the list (`isFirst`)
   * discards the stored order if one of `platforms` had not delivered when the order was stored.
   */
  async arrange(
    name: string,
    list: Pick<ListedJobs, 'jobs' | 'places'>,
    { platforms, isFirst, now }: { platforms: readonly string[]; isFirst: boolean; now: number },
  ): Promise<ArrangedList> {
    const known = await this.#load(name, now);
    const isAnew = isFirst && platforms.some((code) => !known.platforms.includes(code));
    if (isAnew || known.adverts.length === 0) return withoutStoredOrder(list, platforms);
    const placeOf = new Map(known.adverts.flatMap((names, place) => names.map((advert) => [advert, place] as const)));
    const adverts = [...known.adverts];
    const taken = new Set<number>();
    let isChanged = false;
    const arranged = list.jobs.map((job) => {
      const names = advertNames(job);
      const before = names.flatMap((advert) => placeOf.get(advert) ?? []).find((place) => !taken.has(place));
      const place = before ?? adverts.length;
      taken.add(place);
      const all = new Set([...(adverts[place] ?? []), ...names]);
      if (before !== undefined && all.size > (adverts[place]?.length ?? 0)) isChanged = true;
      adverts[place] = [...all];
      return { job, place };
    });
    const isLate = arranged.some(({ place }, at) => at > 0 && place < (arranged[at - 1]?.place ?? 0));
    arranged.sort((a, b) => a.place - b.place);
    return {
      jobs: arranged.map(({ job }) => job),
      places: arranged.map(({ place }) => place),
      order: { platforms: [...new Set([...known.platforms, ...platforms])], adverts },
      isLate,
      known: known.adverts.length,
      isChanged,
    };
  }

  /**
   * Adds to the stored order only the jobs before `nextOffset`, because further pages may bring jobs that belong
   * between the later ones.
   */
  async store(
    name: string,
    { order, known = 0, isChanged = false }: ArrangedList,
    nextOffset: number,
    now: number,
  ): Promise<void> {
    if (nextOffset <= known && !isChanged) return;
    const { cache, cacheSeconds, onError } = this.#options;
    const adverts = order.adverts.slice(0, Math.max(known, nextOffset));
    try {
      await cache.put(keyOf(name), JSON.stringify({ ...order, adverts }), now, now + cacheSeconds * 1_000);
    } catch (error) {
      onError?.(error);
    }
  }

  async #load(name: string, now: number): Promise<StoredOrder> {
    const { cache, onError } = this.#options;
    try {
      const stored = JSON.parse((await cache.get(keyOf(name), now))?.value ?? '{}') as Partial<StoredOrder>;
      return { platforms: stored.platforms ?? [], adverts: stored.adverts ?? [] };
    } catch (error) {
      onError?.(error);
      return { platforms: [], adverts: [] };
    }
  }
}

function keyOf(name: string): string {
  return `places-${name}`;
}

function advertNames({ best, others }: MergedJob): string[] {
  return [best, ...others].map(({ url }) => advertName(url));
}

/** The hash is short because many are stored; a collision within one list is unlikely. */
function advertName(url: string): string {
  return createHash('sha1').update(url).digest('base64url').slice(0, 10);
}
