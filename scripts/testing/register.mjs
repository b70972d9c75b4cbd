// Preloaded in test processes, and in child processes with the same arguments, to run TypeScript. Worker threads run
// built code, so they do not need the hooks, which would start a further thread for each of them.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread || process.env.TEST_SOURCES) register('./hooks.mjs', import.meta.url);
