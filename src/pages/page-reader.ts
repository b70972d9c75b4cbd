import { FairQueue } from '../lib/fair-queue.ts';
import type { PoolLoad } from '../lib/load.ts';
import { workerEntry } from '../lib/worker-entry.ts';
import type { ProcessLimits } from '../lib/spawn-limited.ts';
import { WorkerNotLoaded, WorkerPool } from '../lib/worker-pool.ts';
import { WorkerProcess, type ProcessTask } from '../lib/worker-process.ts';
import { CONTENT_LIMIT, cutMarkdown } from './content/cut.ts';
import { kindOf } from './content/kinds.ts';
import { PdfReader, type PdfReaderOptions, type PdfReading } from './content/pdf-reader.ts';
import { unsupported, UNREADABLE_PDF, type PageContent, type PageInput } from './page-content.ts';
import type { PageTask } from './page-task.ts';

export interface ReadOptions {
  /** The account for which the page is read. Accounts share the processes fairly. */
  account?: string;
  signal?: AbortSignal;
}

export interface PageReader {
  /**
   * A page that cannot be read, or not in time, becomes plain text or, if that fails too, `unsupported`. A PDF that
   * cannot be read becomes `unsupported` at once. Rejects only with QueueFull, with the signal's reason, or with
   * WorkerNotLoaded if no page can be read.
   */
  read(input: PageInput, options?: ReadOptions): Promise<PageContent>;
  /** PDFs are not included, because they are read in other processes. */
  load?(): PoolLoad;
  close(): Promise<void>;
}

const READ_TIMEOUT_MS = 6_000;
const PLAIN_TIMEOUT_MS = 3_000;
/** Each account gets at most half of the processes, so that its slow pages do not delay other accounts. */
const PROCESSES = 4;
/** Node.js alone takes about 60 MiB, and ten megabytes of ordinary paragraphs take 70 MiB more. */
const PROCESS_LIMITS: ProcessLimits = { memoryMib: 256, heapMib: 192, semiSpaceMib: 4 };

export interface PageReaderOptions {
  timeoutMs?: number;
  pdf?: PdfReaderOptions;
}

export function createProcessPageReader(options: PageReaderOptions = {}): PageReader {
  const places = new FairQueue({
    places: PROCESSES,
    placesEach: 2,
    reserved: 2,
    waitingEach: 50,
    waiting: 400,
  });
  const pdfs = new PdfReader(options.pdf);
  const pool = new WorkerPool({
    entry: workerEntry(import.meta.url, 'page-worker'),
    size: PROCESSES,
    timeoutMs: options.timeoutMs ?? READ_TIMEOUT_MS,
    idleMs: 30_000,
    start: (entry) => new WorkerProcess(entry, PROCESS_LIMITS),
  });
  return {
    read: async (input, { account = '', signal } = {}) => {
      if (isPdf(input)) {
        const reading = await pdfs.read(input.body, account, signal);
        return reading ? pdfContent(reading) : unsupported(UNREADABLE_PDF);
      }
      const release = await places.acquire(account, signal);
      const run = (plainText: boolean, limitMs?: number): Promise<PageContent> =>
        pool.run(taskOf(input, plainText), { timeoutMs: limitMs, signal }) as Promise<PageContent>;
      try {
        return await run(false);
      } catch (error) {
        signal?.throwIfAborted();
        // A process that could not load its code would fail again, so plain text is not tried.
        if (error instanceof WorkerNotLoaded) throw error;
        // Plain text is made in a process too, because ten megabytes take long.
        return await run(true, PLAIN_TIMEOUT_MS).catch(() => {
          signal?.throwIfAborted();
          return unsupported(`${input.contentType || 'a page'} that cannot be read in time`);
        });
      } finally {
        release();
      }
    },
    // Pages wait in `places`, which never admits more pages than the pool has processes.
    load: () => ({ ...pool.load, waiting: places.load.waiting }),
    close: async () => {
      await pdfs.close();
      await pool.close();
    },
  };
}

function taskOf({ body, ...input }: PageInput, plainText: boolean): ProcessTask {
  const value = (contentType: string): PageTask => ({ input: { ...input, contentType }, plainText });
  if (typeof body !== 'string') return { value: value(input.contentType), body };
  return { value: value(`${input.contentType.split(';')[0]}; charset=utf-8`), body: Buffer.from(body) };
}

function isPdf(input: PageInput): input is PageInput & { body: Uint8Array } {
  const reading = kindOf(input.contentType, input.body);
  return 'kind' in reading && reading.kind === 'pdf';
}

function pdfContent({ markdown, pages, read }: PdfReading): PageContent {
  if (read === pages) return cutMarkdown(markdown);
  const notice = `[stopped after page ${read} of ${pages}]`;
  const content = cutMarkdown(markdown, CONTENT_LIMIT - notice.length - 2);
  return { ...content, text: `${content.text}\n\n${notice}`, truncated: true };
}
