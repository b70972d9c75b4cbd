import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Country } from '../../schemas/index.ts';
import { MIB } from '../lib/byte-units.ts';
import { DAY_MS } from '../lib/clock.ts';
import type {
  CachedPage,
  JobsCacheStore,
  NewReplay,
  ReplayStore,
  ReputationRecord,
  ReputationStore,
} from '../store/types.ts';
import { EMPLOYERS } from './employers.ts';
import { addressOf } from './review-sites.ts';
import { SAMPLE_NOW } from './sample-clock.ts';

/** Stores nothing, so that every search is run in full. */
export const noCache: JobsCacheStore = {
  get: async () => undefined,
  put: async () => {},
  purge: async () => 0,
};

/** A cache for one search of the scenario `test:cached`. */
export function createMemoryCache(): JobsCacheStore {
  const pages = new Map<string, CachedPage>();
  return {
    get: async (key) => pages.get(key),
    put: async (key, value, now) => void pages.set(key, { version: 1, fetchedAt: now, value }),
    purge: async () => 0,
  };
}

const STORED_THEMES: Readonly<Record<Country, readonly string[]>> = {
  GB: ['Colleagues and culture: praised (9 of 12 reviews)', 'Pay: criticised (7 of 12 reviews)'],
  FR: ['Ambiance et culture : point fort (9 avis sur 12)', 'Salaire : point faible (7 avis sur 12)'],
};

/**
 * Returns a store that has the records of the sample employers and ignores new ones. `keyOf` returns the store's key
 * for a name.
 */
export function createReputationSamples(keyOf: (name: string) => string): ReputationStore {
  const records = new Map(
    EMPLOYERS.filter(({ ageDays }) => ageDays !== undefined).map((employer) => {
      const rows = (['indeed', 'glassdoor'] as const).flatMap((site) => {
        const figures = employer[site];
        if (!figures) return [];
        const [rating, reviewCount] = figures;
        const value = {
          matchedName: employer.name,
          url: addressOf(employer, site),
          method: 'page',
          rating,
          reviewCount,
          facts: [],
          themes: STORED_THEMES[employer.country],
          reviewsRead: { read: { [employer.country === 'FR' ? 'fr' : 'en']: 12 }, not_read: {} },
          extractor: 'lexicon',
        };
        return [{ site, fetchedAt: SAMPLE_NOW - (employer.ageDays ?? 0) * DAY_MS, value: JSON.stringify(value) }];
      });
      return [keyOf(employer.name), rows] as const;
    }),
  );
  return {
    get: async (companyKey, scope) =>
      (records.get(companyKey) ?? []).map((row): ReputationRecord => ({
        ...row,
        companyKey,
        scope,
        depth: 'deep',
        found: true,
      })),
    put: async () => {},
    purge: async () => 0,
  };
}

const REPLAY_BYTES = 4 * MIB;

interface AccountReplays {
  bytes: number;
  replays: Map<string, Omit<NewReplay, 'result'> & { packed: Buffer }>;
}

/**
 * Stores the answers of test calls in memory, so that they displace no answers of live calls. As long as the compressed
 * answers together exceed `maximumBytes`, the account whose answers are largest in total loses its oldest answer.
 */
export function createMemoryReplays(maximumBytes = REPLAY_BYTES): Pick<ReplayStore, 'find' | 'save'> {
  const accounts = new Map<string, AccountReplays>();
  let bytes = 0;
  function drop(accountId: string, key: string): void {
    const own = accounts.get(accountId);
    const size = own?.replays.get(key)?.packed.length;
    if (own === undefined || size === undefined) return;
    own.replays.delete(key);
    own.bytes -= size;
    bytes -= size;
    if (own.replays.size === 0) accounts.delete(accountId);
  }
  function dropOne(): void {
    let [most] = accounts;
    for (const each of accounts) if (most === undefined || each[1].bytes > most[1].bytes) most = each;
    const [oldest] = most?.[1].replays.keys() ?? [];
    if (most !== undefined && oldest !== undefined) drop(most[0], oldest);
  }
  return {
    find: async (accountId, key, now) => {
      const found = accounts.get(accountId)?.replays.get(key);
      if (!found || found.expiresAt <= now) return undefined;
      const { packed, ...replay } = found;
      return { ...replay, result: inflateRawSync(packed).toString('utf8') };
    },
    save: async ({ result, ...replay }) => {
      const { accountId, key } = replay;
      const packed = deflateRawSync(result, { level: 1 });
      drop(accountId, key);
      const own = accounts.get(accountId) ?? { bytes: 0, replays: new Map() };
      accounts.set(accountId, own);
      own.replays.set(key, { ...replay, packed });
      own.bytes += packed.length;
      bytes += packed.length;
      while (bytes > maximumBytes) dropOne();
    },
  };
}
