import type { Test } from 'tap';
import { createProcessPageReader, type PageReader } from '../../src/pages/page-reader.ts';

/** That of this process, whose test files follow each other. */
let shared: PageReader | undefined;

/**
 * The page reader whose processes all tests of this process share, since the start of a process costs more than a page.
 * Whoever closes it leaves it open for the others. A test of the reader's limits or end creates one itself.
 */
export function openSharedReader(t: Test): PageReader {
  if (shared === undefined) {
    const reader = createProcessPageReader({ timeoutMs: 60_000 });
    shared = { ...reader, close: async () => {} };
    const close = async (): Promise<void> => {
      shared = undefined;
      await reader.close();
    };
    // Where a file has its process to itself, nothing says which is the last test.
    if (process.env['TEST_FILE_TIMEOUT_MS'] !== undefined && process.connected)
      process.once('disconnect', () => void close());
    else t.teardown(close);
  }
  return shared;
}
