import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store, StoreOptions } from '../../src/store/types.ts';
import { createPreparedDatabase, withoutPostgres } from './postgres-server.ts';

export interface StorePlace {
  at: Pick<StoreOptions, 'file' | 'url'>;
  /** The store is closed with the test, unless the test closes it earlier. */
  open(options?: Partial<StoreOptions>): Promise<Store>;
}

export interface Engine {
  name: 'SQLite in memory' | 'SQLite on disk' | 'PostgreSQL';
  /** True if several stores can open the same data. */
  shared: boolean;
  /** True if the store caches search pages itself. */
  keepsPages: boolean;
  skip: string | false;
  place(t: Test): Promise<StorePlace>;
}

export async function engines(): Promise<readonly Engine[]> {
  return [
    {
      name: 'SQLite in memory',
      shared: false,
      keepsPages: true,
      skip: false,
      place: async (t) => placeAt(t, { file: ':memory:' }),
    },
    {
      name: 'SQLite on disk',
      shared: true,
      keepsPages: true,
      skip: false,
      place: async (t) => {
        const folder = mkdtempSync(join(tmpdir(), 'jobdata-store-'));
        t.teardown(() => rmSync(folder, { recursive: true, force: true }));
        return placeAt(t, { file: join(folder, 'jobdata.sqlite') });
      },
    },
    {
      name: 'PostgreSQL',
      shared: true,
      keepsPages: false,
      skip: await withoutPostgres(),
      place: async (t) => {
        const { url, drop } = await createPreparedDatabase();
        t.teardown(() => drop().catch(() => {}));
        return placeAt(t, { file: '', url });
      },
    },
  ];
}

function placeAt(t: Test, at: StorePlace['at']): StorePlace {
  return {
    at,
    open: async (options) => {
      const store = await openStore({ ...options, ...at });
      const { close } = store;
      let closed: Promise<void> | undefined;
      store.close = () => (closed ??= close());
      t.teardown(() => store.close());
      return store;
    },
  };
}

/** Runs a test on new data of each engine. With `shared`, only engines whose data several stores can open are used. */
export async function onEngines(
  name: string,
  run: (t: Test, place: StorePlace, engine: Engine) => Promise<unknown>,
  which?: 'shared',
): Promise<void> {
  for (const engine of await engines()) {
    if (which && !engine.shared) continue;
    await t.test(`${name}: ${engine.name}`, { skip: engine.skip }, async (t) => run(t, await engine.place(t), engine));
  }
}

/**
 * Reads rows past all open stores, with plain SQL that both engines understand. Whole numbers are returned as numbers.
 */
export async function rowsOf<Row extends object>({ file, url }: StorePlace['at'], sql: string): Promise<Row[]> {
  if (url === undefined) {
    const db = new Database(file, { readonly: true });
    const rows = db.prepare<[], Row>(sql).all();
    db.close();
    return rows;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  const toNumbers = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]),
    );
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows.map(toNumbers) as Row[])
    .finally(() => client.end());
}
