import { parentPort } from 'node:worker_threads';
import type { PageInput } from './page-reader.ts';
import { readPage } from './page-task.ts';

parentPort?.on('message', (input: PageInput) => {
  readPage(input).then(
    (value) => parentPort?.postMessage({ ok: true, value }),
    (error: unknown) => parentPort?.postMessage({ ok: false, error }),
  );
});
