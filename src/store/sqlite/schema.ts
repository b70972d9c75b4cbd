import type { Database } from 'better-sqlite3';
import { VERSION } from '../../version.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** The number of the last migration that was applied; 0: there is nothing in the database. */
export function schemaOf(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Throws a sentence for a database that this release does not know. */
export function assertKnownSchema(db: Database): void {
  assertKnown(schemaOf(db));
}

/** The same of its schema. */
export function assertKnown(schema: number): void {
  if (schema <= MIGRATIONS.length) return;
  throw new Error(
    `The database is of a newer release (schema ${schema}); this is release ${VERSION}, which knows ${MIGRATIONS.length}. ` +
      'Start that release again, or restore a backup of before its migration with "jobdata restore FILE". Nothing was changed.',
  );
}

/** Throws a sentence for one that is not of this release. */
export function assertPresentSchema(db: Database): void {
  assertKnownSchema(db);
  const schema = schemaOf(db);
  if (schema === MIGRATIONS.length) return;
  throw new Error(
    `The database is of an older release (schema ${schema}; this release, ${VERSION}, needs ${MIGRATIONS.length}). Start the service, or run "jobdata migrate" while none runs.`,
  );
}

/** Brings the database up to date, wholly or not at all. Gives the number of migrations applied. */
export function migrate(db: Database): number {
  return db.transaction(() => applyMigrations(db)).immediate();
}

/** The same in a transaction that is open. */
export function applyMigrations(db: Database): number {
  assertKnownSchema(db);
  const from = schemaOf(db);
  for (let index = from; index < MIGRATIONS.length; index += 1) {
    db.exec(MIGRATIONS[index] as string);
    db.pragma(`user_version = ${index + 1}`);
  }
  return MIGRATIONS.length - from;
}
