import type { Database } from 'better-sqlite3';
import { VERSION } from '../../version.ts';
import { MIGRATIONS } from './migrations/index.ts';

export type SqliteMigrations = typeof MIGRATIONS;

export function newestOf(migrations: SqliteMigrations): number {
  return Math.max(...migrations.keys());
}

export function schemaOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

export function assertKnown(schema: number, migrations: SqliteMigrations = MIGRATIONS): void {
  const [oldest, newest] = [Math.min(...migrations.keys()), newestOf(migrations)];
  if (schema > newest)
    throw new Error(
      `The database is from a newer release (schema ${schema}); this is release ${VERSION}, which knows ${newest}. ` +
        'Start that release again, or restore a backup from before its migration with "jobdata restore FILE". Nothing was changed.',
    );
  if (schema > 0 && schema < oldest)
    throw new Error(
      `The database has schema ${schema}, from before the first release; this release, ${VERSION}, needs at least schema ${oldest}: ` +
        `bring it there with "jobdata migrate" of the last version that reads schema ${schema}, then start this release. Nothing was changed.`,
    );
}

export function assertPresentSchema(db: Database, migrations: SqliteMigrations = MIGRATIONS): void {
  const schema = schemaOf(db);
  assertKnown(schema, migrations);
  const newest = newestOf(migrations);
  if (schema === newest) return;
  throw new Error(
    `The database is from an older release (schema ${schema}; this release, ${VERSION}, needs ${newest}). Start the service, or run "jobdata migrate" while none runs.`,
  );
}

export function migrate(db: Database, migrations: SqliteMigrations = MIGRATIONS): number {
  return db.transaction(() => applyMigrations(db, migrations)).immediate();
}

export function applyMigrations(db: Database, migrations: SqliteMigrations = MIGRATIONS): number {
  const from = schemaOf(db);
  assertKnown(from, migrations);
  const due = [...migrations].filter(([schema]) => schema > from).sort(([one], [other]) => one - other);
  for (const [schema, sql] of due) {
    db.exec(sql);
    db.pragma(`user_version = ${schema}`);
  }
  return due.length;
}
