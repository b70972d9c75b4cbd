export type Value = string | number | boolean | null;

/** One statement of a step; the `?` of its text stand for the values in order. */
export interface Statement {
  sql: string;
  values: readonly Value[];
  /** Only locks rows or a name: skipped by an engine with a single writer. */
  lockOnly?: true;
  /** A lock clause that is added to the text only if the engine has several writers. */
  lockClause?: string;
}

/** `rowCount`: rows written, deleted or read. */
export interface Result {
  rows: unknown[];
  rowCount: number;
}

/**
 * Statements that both engines share: SQLite runs them synchronously inside its shared transaction, PostgreSQL
 * asynchronously inside a transaction per step. A step changes nothing but the database. An error of a
 * statement ends the step; PostgreSQL throws it into the step first, which may throw another error instead.
 */
export type Step<T> = Generator<Statement, T, Result>;

/** How an engine runs steps. */
export interface StepRunner {
  /** Outside a transaction. */
  read<T>(step: Step<T>): Promise<T>;
  /** In a read-only transaction with a consistent view, notes included; it may take as long as it needs. */
  snapshot<T>(step: Step<T>): Promise<T>;
  /**
   * In a transaction, which may be repeated: `begin` starts the step each time. The step calls `changed` when it
   * has changed accounts or keys. `after`: the step depends on earlier notes and runs after them.
   */
  write<T>(begin: (changed: () => void) => Step<T>, after?: 'notes'): Promise<T>;
  /** Resolves when all accepted notes can be read. */
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

/** One statement whose number of rows does not matter. */
export function* change(sql: string, ...values: readonly Value[]): Step<void> {
  yield { sql, values };
}

/** A lock by name, held until the transaction ends. */
export function* lockName(name: string): Step<void> {
  const sql = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || ?, 0))";
  yield { sql, values: [name], lockOnly: true };
}

/** Locks the account's row, so that steps of one account run one after another. */
export function* lockAccount(id: string): Step<void> {
  yield { sql: 'SELECT 1 FROM account WHERE id = ? FOR NO KEY UPDATE', values: [id], lockOnly: true };
}
