import type { PoolLoad } from '../lib/load.ts';
import { workerEntry } from '../lib/worker-entry.ts';
import { NOT_LOADED, WorkerFault, WorkerNotLoaded, WorkerPool } from '../lib/worker-pool.ts';
import { parseAnswer, UNREADABLE, type ReviewParseOutcome, type ReviewParseTask } from './parse-task.ts';

export interface ReputationParser {
  parse<Task extends ReviewParseTask>(task: Task): Promise<ReviewParseOutcome<Task['kind']>>;
  close(): Promise<void>;
  load?(): PoolLoad;
}

/** Parses in the calling thread without a time limit, so it must get only trusted text. */
export const inlineReputationParser: ReputationParser = {
  parse: async <Task extends ReviewParseTask>(task: Task) => parseAnswer(task) as ReviewParseOutcome<Task['kind']>,
  close: async () => {},
};

/**
 * Parses in worker threads, which start with the first task. A parse that exceeds `timeoutMs` is killed, and its answer
 * counts as unreadable.
 */
export function createThreadReputationParser(timeoutMs = 3_000): ReputationParser {
  const pool = new WorkerPool({
    entry: workerEntry(import.meta.url, 'parse-worker'),
    size: 2,
    timeoutMs,
    idleMs: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
  return {
    parse: async <Task extends ReviewParseTask>(task: Task) => {
      try {
        return (await pool.run(task)) as ReviewParseOutcome<Task['kind']>;
      } catch (error) {
        if (!(error instanceof WorkerFault)) throw error;
        if (error instanceof WorkerNotLoaded) return { fault: { ...UNREADABLE, message: NOT_LOADED } };
        return { fault: UNREADABLE };
      }
    },
    close: () => pool.close(),
    load: () => pool.load,
  };
}
