import { createHash } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { JobsCacheStore } from '../store/types.ts';
import type { MergedJob } from './merge-jobs.ts';

/** Jobs with their positions in a list; positions of missing jobs are empty. */
export interface ArrangedList {
  jobs: MergedJob[];
  places: number[];
  order: KeptOrder;
  /** The order is already stored, and nothing was added. */
  isKept?: boolean;
}

/** The stored order of a list. */
interface KeptOrder {
  /** Codes of the platforms that had delivered. */
  platforms: string[];
  /** For each position, the names of all adverts of the job there. */
  adverts: string[][];
}

/** A new list: each job at its own position. */
export function inOwnPlaces(jobs: readonly MergedJob[], platforms: readonly string[]): ArrangedList {
  return {
    jobs: [...jobs],
    places: jobs.map((_, place) => place),
    order: { platforms: [...platforms], adverts: jobs.map(advertNames) },
  };
}

export interface ListOrdersOptions {
  cache: JobsCacheStore;
  clock: Clock;
  cacheSeconds: number;
  onError?: (error: unknown) => void;
}

/** Maximum number of stored positions. Later jobs may change their order between pages. */
const MAXIMUM_REMEMBERED = 2_000;

/**
 * Stores the order in which a list's jobs were returned, so that over its pages no job is repeated or skipped,
 * whichever replica answers. Jobs found later are appended. Stored as long as the pages that the list is built
 * from.
 */
export class ListOrders {
  readonly #options: ListOrdersOptions;

  constructor(options: ListOrdersOptions) {
    this.#options = options;
  }

  /**
   * The jobs in the stored order, followed by new ones. On the first page (`isFirst`), a list that has
   * more platforms than before is ordered again.
   */
  async arrange(
    name: string,
    jobs: readonly MergedJob[],
    { platforms, isFirst, now }: { platforms: readonly string[]; isFirst: boolean; now: number },
  ): Promise<ArrangedList> {
    const known = await this.#recall(name, now);
    if (isFirst && platforms.some((code) => !known.platforms.includes(code))) return inOwnPlaces(jobs, platforms);
    const placeOf = new Map(known.adverts.flatMap((names, place) => names.map((advert) => [advert, place] as const)));
    const adverts = [...known.adverts];
    const taken = new Set<number>();
    let isKept = true;
    const arranged = jobs.map((job) => {
      const names = advertNames(job);
      const before = names.flatMap((advert) => placeOf.get(advert) ?? []).find((place) => !taken.has(place));
      const place = before ?? adverts.length;
      taken.add(place);
      const all = new Set([...(adverts[place] ?? []), ...names]);
      if (all.size > (adverts[place]?.length ?? 0)) isKept = false;
      adverts[place] = [...all];
      return { job, place };
    });
    arranged.sort((a, b) => a.place - b.place);
    return {
      jobs: arranged.map(({ job }) => job),
      places: arranged.map(({ place }) => place),
      order: { platforms: [...new Set([...known.platforms, ...platforms])], adverts },
      isKept,
    };
  }

  /** Stores the order for the next page of the list. */
  async keep(name: string, { order, isKept = false }: ArrangedList, now: number): Promise<void> {
    if (isKept) return;
    const { cache, cacheSeconds, onError } = this.#options;
    const value = JSON.stringify({ ...order, adverts: order.adverts.slice(0, MAXIMUM_REMEMBERED) });
    try {
      await cache.put(keyOf(name), value, now, now + cacheSeconds * 1_000);
    } catch (error) {
      onError?.(error);
    }
  }

  async #recall(name: string, now: number): Promise<KeptOrder> {
    const { cache, onError } = this.#options;
    try {
      const kept = JSON.parse((await cache.get(keyOf(name), now))?.value ?? '{}') as Partial<KeptOrder>;
      return { platforms: kept.platforms ?? [], adverts: kept.adverts ?? [] };
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

/** Short, because many are stored; two adverts of one list will hardly share one. */
function advertName(url: string): string {
  return createHash('sha1').update(url).digest('base64url').slice(0, 10);
}
