// Preloaded in a test process, so that it can run TypeScript; child processes with the same arguments have it too.
// Threads run built code and do not need it, and each would start a further thread for the hooks.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread || process.env.TEST_SOURCES) register('./hooks.mjs', import.meta.url);
