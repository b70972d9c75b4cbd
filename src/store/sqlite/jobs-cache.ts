import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { MIB } from '../../lib/byte-units.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import type { JobsCacheStore } from '../types.ts';
import type { Revision } from './revision.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

interface CacheRow {
  version: number;
  fetched_at: number;
  expires_at: number;
  value: string;
}

/** Maximum number of pages that are also cached in memory, and of their characters. */
const HOT_PAGES = 200;
const HOT_CHARACTERS = 24 * MIB;
/** A page dated further ahead than this was fetched before the clock was set back, so its age is unknown. */
const AHEAD_MS = MINUTE_MS;
const VERSIONS = 2 ** 48 - 1;

export function createJobsCacheStore(db: Database, writer: SqliteWriter, revision: Revision): JobsCacheStore {
  const select = db.prepare<[string], CacheRow>(
    'SELECT version, fetched_at, expires_at, value FROM jobs_cache WHERE key = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO jobs_cache (key, version, fetched_at, expires_at, bytes, value) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET version = excluded.version, fetched_at = excluded.fetched_at,
       expires_at = excluded.expires_at, bytes = excluded.bytes, value = excluded.value`,
  );
  const expire = db.prepare<[number]>(
    'DELETE FROM jobs_cache WHERE key IN (SELECT key FROM jobs_cache WHERE expires_at <= ? LIMIT 20)',
  );
  const total = db.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM jobs_cache').pluck();
  const dropOldest = db
    .prepare<[], number>(
      'DELETE FROM jobs_cache WHERE key IN (SELECT key FROM jobs_cache ORDER BY fetched_at LIMIT 1) RETURNING bytes',
    )
    .pluck();
  const hot = new Map<string, CacheRow>();
  let hotCharacters = 0;

  function forget(key: string): void {
    hotCharacters -= hot.get(key)?.value.length ?? 0;
    hot.delete(key);
  }

  function forgetAll(): void {
    hot.clear();
    hotCharacters = 0;
  }
  revision.onForeignCommit(forgetAll);

  function read(key: string): CacheRow | undefined {
    const held = hot.get(key);
    if (held) return held;
    const row = select.get(key);
    if (!row) return undefined;
    hot.set(key, row);
    hotCharacters += row.value.length;
    while (hot.size > HOT_PAGES || (hotCharacters > HOT_CHARACTERS && hot.size > 1))
      forget(hot.keys().next().value as string);
    return row;
  }

  return {
    get: async (key, now) => {
      await revision.current();
      const row = read(key);
      if (!row || row.expires_at <= now || row.fetched_at > now + AHEAD_MS) return undefined;
      return { version: row.version, fetchedAt: row.fetched_at, value: row.value };
    },
    put: (key, value, now, expiresAt) =>
      writer.commit(() => {
        forget(key);
        // The version must differ from that of every earlier page of this key, even of a deleted one, so it is random.
        upsert.run(key, randomInt(VERSIONS), now, expiresAt, Buffer.byteLength(value) + key.length, value);
      }),
    purge: async (now, maximumBytes, signal) => {
      const expired = await inBatches(
        writer,
        () => {
          forgetAll();
          return expire.run(now).changes;
        },
        signal,
      );
      if (signal?.aborted) return expired;
      let bytes = total.get() ?? 0;
      const dropped = await inBatches(
        writer,
        () => {
          if (bytes <= maximumBytes) return 0;
          forgetAll();
          const gone = dropOldest.all();
          bytes -= gone[0] ?? 0;
          return gone.length;
        },
        signal,
      );
      return expired + dropped;
    },
  };
}
