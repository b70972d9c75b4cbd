import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { JobsCacheStore } from '../types.ts';
import type { Writer } from './writer.ts';

interface CacheRow {
  version: number;
  fetched_at: number;
  expires_at: number;
  value: string;
}

/** Pages kept in memory before the database is asked; the database holds them all. */
const HOT_PAGES = 200;
/** Drawn by lot: a row that was removed and written anew never bears the version of before. */
const MAXIMUM_VERSION = 2 ** 47;
const HOT_CHARACTERS = 24 * 1024 * 1024;

export function createJobsCacheStore(db: Database, writer: Writer): JobsCacheStore {
  const select = db.prepare<[string], CacheRow>(
    'SELECT version, fetched_at, expires_at, value FROM jobs_cache WHERE key = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO jobs_cache (key, version, fetched_at, expires_at, bytes, value) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET version = excluded.version, fetched_at = excluded.fetched_at,
       expires_at = excluded.expires_at, bytes = excluded.bytes, value = excluded.value`,
  );
  const expire = db.prepare<[number]>('DELETE FROM jobs_cache WHERE expires_at <= ?');
  const total = db.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM jobs_cache').pluck();
  const oldest = db.prepare<[], { key: string; bytes: number }>(
    'SELECT key, bytes FROM jobs_cache ORDER BY fetched_at',
  );
  const remove = db.prepare<[string]>('DELETE FROM jobs_cache WHERE key = ?');
  const hot = new Map<string, CacheRow>();

  let hotCharacters = 0;

  function forget(key: string): void {
    hotCharacters -= hot.get(key)?.value.length ?? 0;
    hot.delete(key);
  }

  function remember(key: string, row: CacheRow): void {
    forget(key);
    hot.set(key, row);
    hotCharacters += row.value.length;
    while (hot.size > HOT_PAGES || (hotCharacters > HOT_CHARACTERS && hot.size > 1))
      forget(hot.keys().next().value as string);
  }

  return {
    get: async (key, now) => {
      let row = hot.get(key);
      if (!row) {
        row = select.get(key);
        if (row) remember(key, row);
      }
      if (!row || row.expires_at <= now) return undefined;
      return { version: row.version, fetchedAt: row.fetched_at, value: row.value };
    },
    put: (key, value, now, expiresAt) => {
      return writer.commit(() => {
        upsert.run(key, randomInt(MAXIMUM_VERSION), now, expiresAt, Buffer.byteLength(value) + key.length, value);
        remember(key, select.get(key) as CacheRow);
      });
    },
    purge: (now, maximumBytes) =>
      writer.commit(() => {
        hot.clear();
        hotCharacters = 0;
        let removed = expire.run(now).changes;
        let bytes = total.get() ?? 0;
        if (bytes <= maximumBytes) return removed;
        for (const row of oldest.all()) {
          if (bytes <= maximumBytes) break;
          remove.run(row.key);
          bytes -= row.bytes;
          removed += 1;
        }
        return removed;
      }),
  };
}
