// Preloaded in test processes, and in child processes with the same arguments, to run TypeScript. Threads run built
// code and do not need it, and in each of them it would start a further thread.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread || process.env.TEST_SOURCES) register('./hooks.mjs', import.meta.url);
