import { availableParallelism } from 'node:os';
import type { PoolLoad } from '../lib/load.ts';
import { workerEntry } from '../lib/worker-entry.ts';
import { WorkerFault, WorkerPool } from '../lib/worker-pool.ts';
import { parseAnswer, type PlatformParseOutcome, type PlatformParseTask } from './parse-task.ts';

/** Reads answers of platforms. */
export interface AnswerParser {
  parse(task: PlatformParseTask): Promise<PlatformParseOutcome>;
  close(): Promise<void>;
  /** Of its threads, where it has any. */
  load?(): PoolLoad;
}

/** In this thread: for text that one has oneself. */
export const inlineParser: AnswerParser = { parse: async (task) => parseAnswer(task), close: async () => {} };

/** In threads that are killed when a page keeps them longer than three seconds. */
export function createThreadParser(timeoutMs = 3_000): AnswerParser {
  const pool = new WorkerPool({
    entry: workerEntry(import.meta.url, 'parse-worker'),
    size: Math.max(2, Math.min(4, availableParallelism())),
    timeoutMs,
    idleMs: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 12 },
  });
  return {
    parse: async (task) => {
      try {
        return (await pool.run(task)) as PlatformParseOutcome;
      } catch (error) {
        if (!(error instanceof WorkerFault)) throw error;
        return { fault: { kind: 'changed', message: 'the page is not one that can be read' } };
      }
    },
    close: () => pool.close(),
    load: () => pool.load,
  };
}
