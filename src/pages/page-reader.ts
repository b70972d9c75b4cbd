import { availableParallelism } from 'node:os';
import { workerEntry } from '../lib/worker-entry.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { PageWall } from './extract/walls.ts';
import type { PageTask } from './page-task.ts';

export interface PageInput {
  /** After redirects: relative links start from it. */
  url: string;
  /** The header's value, with its parameters; empty when there was none. */
  contentType: string;
  /** Bytes as fetched, or rendered HTML as text. */
  body: Uint8Array | string;
  output: 'markdown' | 'raw';
  /** The body was read by a browser, which marked what its layout hides. */
  rendered?: boolean;
}

export interface PageContent {
  /** At most 30,000 UTF-16 units, never cut inside a surrogate pair (SPEC §5). */
  text: string;
  /** Before the cut, in UTF-16 units; of a page, two million units of text are read at most. */
  totalCharacters: number;
  truncated: boolean;
  /** The page stands before the content: a bot challenge, a consent or a login page. */
  wall?: PageWall;
  /** Names the kind of content when it is not one that is given: "image/png". */
  unsupported?: string;
}

/** A kind of content that is not given, by its name. */
export function unsupported(name: string): PageContent {
  return { text: '', totalCharacters: 0, truncated: false, unsupported: name };
}

/** Turns pages into the text that callers get. */
export interface PageReader {
  /** Never rejects for what a page holds: one that cannot be read in time is given as plain text. */
  read(input: PageInput): Promise<PageContent>;
  close(): Promise<void>;
}

/** Of one page, a PDF too. */
const READ_TIMEOUT_MS = 6_000;
/** Then, for its plain text. */
const PLAIN_TIMEOUT_MS = 3_000;

/** Reads in threads that are killed when a page keeps them too long. */
export function createThreadPageReader(timeoutMs = READ_TIMEOUT_MS): PageReader {
  const pool = new WorkerPool({
    entry: workerEntry(import.meta.url, 'page-worker'),
    size: Math.max(2, Math.min(4, availableParallelism())),
    timeoutMs,
    idleMs: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  return {
    read: async (input) => {
      try {
        return (await pool.run({ input, plainly: false } satisfies PageTask)) as PageContent;
      } catch {
        // In a thread too: a text of ten megabytes takes its time even so.
        return (await pool
          .run({ input, plainly: true } satisfies PageTask, PLAIN_TIMEOUT_MS)
          .catch(() => unsupported(`${input.contentType || 'a page'} that cannot be read in time`))) as PageContent;
      }
    },
    close: () => pool.close(),
  };
}
