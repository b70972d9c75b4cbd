export type Value = string | number | boolean | null;

/** One statement of a step; each `?` of its text is the next of the values. */
export interface Statement {
  sql: string;
  values: readonly Value[];
  /** Only locks rows or a name: skipped by an engine with a single writer. */
  lockOnly?: true;
  /** Lock clause that only an engine with several writers adds to the text. */
  lockClause?: string;
}

/** `rowCount`: rows written, deleted or read. */
export interface Result {
  rows: unknown[];
  rowCount: number;
}

/**
 * Statements written once for every engine: SQLite runs them synchronously
 * inside its shared transaction, PostgreSQL asynchronously inside a
 * transaction of the step. A step changes nothing but the database. An error
 * of a statement ends it: PostgreSQL throws it into the step first, which may
 * throw another.
 */
export type Step<T> = Generator<Statement, T, Result>;

/** How an engine runs steps. */
export interface StepRunner {
  /** Without a transaction. */
  read<T>(step: Step<T>): Promise<T>;
  /** In a transaction that sees one moment, notes included; it may take as long as it needs. */
  snapshot<T>(step: Step<T>): Promise<T>;
  /**
   * In a transaction, which may be repeated: `begin` starts the step each time. The step calls `changed` when it
   * has changed accounts or keys. `after`: the step depends on earlier notes and runs after them.
   */
  write<T>(begin: (changed: () => void) => Step<T>, after?: 'notes'): Promise<T>;
  /** Resolves when all notes that were taken over are there to be read. */
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

/** Returns how many rows it wrote or deleted. */
export function* run(sql: string, ...values: readonly Value[]): Step<number> {
  return (yield { sql, values }).rowCount;
}

/** One statement whose count of rows does not matter. */
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
