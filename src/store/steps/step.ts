export type Value = string | number | boolean | null;

export interface Statement {
  sql: string;
  values: readonly Value[];
  /** The statement only takes a lock. SQLite, which has a single writer, skips it. */
  lockOnly?: true;
  /** Lock clause that PostgreSQL adds to `sql`. */
  lockClause?: string;
}

export interface Result {
  rows: unknown[];
  rowCount: number;
}

/**
 * A step of the store: a series of statements that both engines run, SQLite synchronously and PostgreSQL
 * asynchronously. Writes run in a transaction, which SQLite shares between steps. A step must change only the database.
 * An error of a statement ends the step; only with PostgreSQL can the step catch the error and throw another.
 */
export type Step<T> = Generator<Statement, T, Result>;

export interface StepRunner {
  read<T>(step: Step<T>): Promise<T>;
  /**
   * Runs the step in a read-only transaction with a consistent view of the store, after `flush`. There is no time
   * limit.
   */
  snapshot<T>(step: Step<T>): Promise<T>;
  /**
   * `begin` is called again, for a new step, if the transaction is repeated. `begin` or its step calls `changed` if the
   * step changes accounts or keys. With `after`, the step runs after all earlier notes.
   */
  write<T>(begin: (changed: () => void) => Step<T>, after?: 'notes'): Promise<T>;
  /**
   * Writes or drops all accepted notes, which are writes that resolve before they are stored. With SQLite, they stay
   * waiting while the file is busy.
   */
  flush(): Promise<void>;
  /**
   * Repeats a statement in short transactions until it changes no more rows. Returns the number of changed rows. The
   * last `?` of the statement is the engine's batch size.
   */
  repeat(sql: string, values: readonly Value[], signal?: AbortSignal): Promise<number>;
}

export function* findAll<Row>(sql: string, ...values: readonly Value[]): Step<Row[]> {
  return (yield { sql, values }).rows as Row[];
}

export function* find<Row>(sql: string, ...values: readonly Value[]): Step<Row | undefined> {
  return (yield { sql, values }).rows[0] as Row | undefined;
}

export function* run(sql: string, ...values: readonly Value[]): Step<number> {
  return (yield { sql, values }).rowCount;
}

export function* change(sql: string, ...values: readonly Value[]): Step<void> {
  yield { sql, values };
}

export function* lockName(name: string): Step<void> {
  const sql = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || ?, 0))";
  yield { sql, values: [name], lockOnly: true };
}

export function* lockAccount(id: string): Step<void> {
  yield { sql: 'SELECT 1 FROM account WHERE id = ? FOR NO KEY UPDATE', values: [id], lockOnly: true };
}
