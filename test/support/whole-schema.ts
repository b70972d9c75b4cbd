import { Database, type Connection } from '../../src/store/better-sqlite3.ts';
import { registerFunctions } from '../../src/store/sqlite/functions.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/index.ts';
import { migrate, newestOf, type SqliteMigrations } from '../../src/store/sqlite/schema.ts';

let whole: SqliteMigrations | undefined;

/** The newest schema in one migration: a new store is created in a third of the time that all migrations take. */
export function wholeSchema(): SqliteMigrations {
  if (whole !== undefined) return whole;
  const byAll = created(MIGRATIONS);
  const schema = byAll
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  const rows = [...MIGRATIONS.values()].flatMap((sql) => sql.match(/^ {2}INSERT INTO .*;$/gm) ?? []);
  whole = new Map([[newestOf(MIGRATIONS), [...schema.map((sql) => `${sql};`), ...rows].join('\n')]]);
  const byOne = created(whole);
  const [all, one] = [contentOf(byAll), contentOf(byOne)];
  byAll.close();
  byOne.close();
  if (all !== one) throw new Error(`All migrations create ${all}, but one creates ${one}.`);
  return whole;
}

function created(migrations: SqliteMigrations): Connection {
  const db = new Database(':memory:');
  registerFunctions(db);
  migrate(db, migrations);
  return db;
}

/** The schema, and the number of rows of each table. */
function contentOf(db: Connection): string {
  const parts = db.prepare<[], { type: string; name: string; sql: string }>(
    'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
  );
  return JSON.stringify(
    parts
      .all()
      .map(({ type, name, sql }) => [
        name,
        sql,
        type === 'table' ? db.prepare(`SELECT count(*) FROM ${name}`).pluck().get() : 0,
      ]),
  );
}
