import type { Queryable } from './connection.ts';

/** Number of the lock of a name, in SQL: of one schema, as other stores in the same database have their own. */
export const LOCK_OF_NAME = "hashtextextended(current_schema() || ':' || $1, 0)";

/** Until the transaction ends, no other one goes on past the same line with the same name. */
export async function lockName(tx: Queryable, name: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK_OF_NAME})`, [name]);
}

/**
 * The same for an account, whose row it is. False where there is none; one that
 * is being deleted counts as one unless `living` is asked for.
 */
export async function lockAccount(tx: Queryable, id: string, living?: 'living'): Promise<boolean> {
  const which = living ? 'AND deleted_at IS NULL ' : '';
  return (await tx.query(`SELECT 1 FROM account WHERE id = $1 ${which}FOR NO KEY UPDATE`, [id])).rowCount > 0;
}
