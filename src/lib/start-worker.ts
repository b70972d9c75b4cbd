import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker whose `resourceLimits` hold. The service's own thread is
 * given a large young generation on the command line, and V8 lets that flag
 * overrule what a worker is allowed: several times as much, kept in every one.
 * Heaps that are there already keep their size.
 */
export function startWorker(entry: URL, options: WorkerOptions): Worker {
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(entry, options);
}
