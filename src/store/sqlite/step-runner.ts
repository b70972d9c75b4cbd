import type { Database, Statement as Prepared } from 'better-sqlite3';
import { run, type Result, type Statement, type Step, type StepRunner } from '../steps/step.ts';
import { inBatches } from './in-batches.ts';
import type { SqliteWriter } from './writer.ts';

const BATCH_ROWS = 50;
const NOTHING: Result = { rows: [], rowCount: 0 };

/**
 * Runs each writing `Step` synchronously inside the writer's shared transaction. `onChange` is called after a step has
 * changed accounts or keys.
 */
export function createStepRunner(db: Database, writer: SqliteWriter, drive: Driver, onChange: () => void): StepRunner {
  return {
    read: async (step) => drive(step),
    snapshot: async (step) => {
      writer.flush();
      return db.transaction(() => drive(step))();
    },
    // Notes and other writes share one queue, so a write always runs after earlier notes, and `after` is not needed.
    write: (begin) =>
      writer.commit(() => {
        let isChanged = false;
        const value = drive(
          begin(() => {
            isChanged = true;
          }),
        );
        if (isChanged) onChange();
        return value;
      }),
    flush: async () => writer.flush(),
    repeat: (sql, values, signal) => inBatches(writer, () => drive(run(sql, ...values, BATCH_ROWS)), signal),
  };
}

export type Driver = <T>(step: Step<T>) => T;

export function createDriver(db: Database): Driver {
  const prepared = new Map<string, Prepared>();

  function execute({ sql, values, lockOnly }: Statement): Result {
    if (lockOnly) return NOTHING;
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = db.prepare(sql)));
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (!statement.reader) return { rows: [], rowCount: statement.run(...bound).changes };
    const rows = statement.all(...bound);
    return { rows, rowCount: rows.length };
  }
  return (step) => {
    let next = step.next();
    while (!next.done) next = step.next(execute(next.value));
    return next.value;
  };
}
