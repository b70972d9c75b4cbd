export type Value = string | number | boolean | null;

/** One SQL statement. Its `?` stand for `values`, in order. */
export interface Statement {
  sql: string;
  values: readonly Value[];
  /** The statement only takes a lock, so an engine with a single writer skips it. */
  lockOnly?: true;
  /** Lock clause that an engine with several writers adds to `sql`. */
  lockClause?: string;
}

/** `rowCount`: rows read, written or deleted. */
export interface Result {
  rows: unknown[];
  rowCount: number;
}

/**
 * Statements that both engines run: SQLite synchronously in a shared transaction, PostgreSQL asynchronously in a
 * transaction per step. A step changes nothing but the database. A statement's error ends the step, but PostgreSQL
 * first throws it into the step, which may throw another error instead.
 */
export type Step<T> = Generator<Statement, T, Result>;

export interface StepRunner {
  /** Runs the step outside a transaction. */
  read<T>(step: Step<T>): Promise<T>;
  /**
   * Runs the step in a read-only transaction with a consistent view that includes all accepted notes. The step may take
   * as long as it needs.
   */
  snapshot<T>(step: Step<T>): Promise<T>;
  /**
   * Runs the step in a transaction; `begin` creates the step again if the transaction is repeated. The step calls
   * `changed` after it has changed accounts or keys. `after`: run it after all earlier notes.
   */
  write<T>(begin: (changed: () => void) => Step<T>, after?: 'notes'): Promise<T>;
  /** Resolves when all accepted notes (writes that resolve before they are stored) can be read. */
  flush(): Promise<void>;
  /**
   * Repeats a statement in short transactions until it changes no more rows; returns the number of changed rows.
   * Its last `?` is the engine's batch size.
   */
  repeat(sql: string, values: readonly Value[], signal?: AbortSignal): Promise<number>;
}

export function* findAll<Row>(sql: string, ...values: readonly Value[]): Step<Row[]> {
  return (yield { sql, values }).rows as Row[];
}

export function* find<Row>(sql: string, ...values: readonly Value[]): Step<Row | undefined> {
  return (yield { sql, values }).rows[0] as Row | undefined;
}

/** Returns the number of rows written or deleted. */
export function* run(sql: string, ...values: readonly Value[]): Step<number> {
  return (yield { sql, values }).rowCount;
}

/** A statement whose number of rows does not matter. */
export function* change(sql: string, ...values: readonly Value[]): Step<void> {
  yield { sql, values };
}

/** Locks a name until the transaction ends. */
export function* lockName(name: string): Step<void> {
  const sql = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || ?, 0))";
  yield { sql, values: [name], lockOnly: true };
}

/** Locks the account's row until the transaction ends, so that steps of one account run one after another. */
export function* lockAccount(id: string): Step<void> {
  yield { sql: 'SELECT 1 FROM account WHERE id = ? FOR NO KEY UPDATE', values: [id], lockOnly: true };
}
