import type { Result, Statement, Step, StepRunner } from '../steps/step.ts';
import type { PostgresConnections, Queryable } from './connection.ts';
import { batchStatement, inBatches } from './in-batches.ts';
import type { PostgresWriter } from './writer.ts';

const BATCH_ROWS = 500;

export function createStepRunner(connections: PostgresConnections, writer: PostgresWriter): StepRunner {
  const texts = new Map<string, string>();

  function textOf(sql: string): string {
    let text = texts.get(sql);
    if (text === undefined) {
      let place = 0;
      texts.set(sql, (text = sql.replaceAll('?', () => `$${(place += 1)}`)));
    }
    return text;
  }
  function execute(tx: Queryable, { sql, values, lockClause }: Statement): Promise<Result> {
    return tx.query(textOf(lockClause === undefined ? sql : `${sql} ${lockClause}`), values);
  }
  async function drive<T>(tx: Queryable, step: Step<T>): Promise<T> {
    let next = step.next();
    while (!next.done) {
      next = await execute(tx, next.value).then(
        (result) => step.next(result),
        (error: unknown) => step.throw(error),
      );
    }
    return next.value;
  }
  return {
    read: (step) => drive(connections.pool, step),
    snapshot: async (step) => {
      await writer.flush();
      return connections.longTransaction(async (tx) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
        return drive(tx, step);
      });
    },
    write: (begin, after) => writer.commit((tx, changed) => drive(tx, begin(changed)), after),
    flush: () => writer.flush(),
    repeat: (sql, values, signal) => inBatches(writer, batchStatement(textOf(sql), ...values, BATCH_ROWS), signal),
  };
}
