import { WorkerFault, WorkerPool } from '../lib/worker-pool.ts';
import { parseAnswer, UNREADABLE, type ParseOutcome, type ParseTask } from './parse-task.ts';

/** Reads answers of search providers and review sites. */
export interface ReputationParser {
  parse(task: ParseTask): Promise<ParseOutcome>;
  close(): Promise<void>;
}

/** In this thread: for text that one has oneself. */
export const inlineReputationParser: ReputationParser = {
  parse: async (task) => parseAnswer(task),
  close: async () => {},
};

/** In threads that are killed when a page keeps them longer than three seconds; started when the first page comes. */
export function createThreadReputationParser(timeoutMs = 3_000): ReputationParser {
  // Compiled, the worker lies beside this file under its other name.
  const name = import.meta.url.endsWith('.ts') ? './parse-worker.ts' : './parse-worker.js';
  const pool = new WorkerPool({
    entry: new URL(name, import.meta.url),
    size: 2,
    timeoutMs,
    idleMs: 30_000,
    announces: true,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
  return {
    parse: async (task) => {
      try {
        return (await pool.run(task)) as ParseOutcome;
      } catch (error) {
        if (!(error instanceof WorkerFault)) throw error;
        return { fault: UNREADABLE };
      }
    },
    close: () => pool.close(),
  };
}
