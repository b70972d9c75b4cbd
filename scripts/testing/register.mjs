// Loaded before a test process: it then runs TypeScript. What the process starts with the same words has it too, but for
// threads: they run what the build made, and each would start another thread for the hooks.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread || process.env.TEST_SOURCES) register('./hooks.mjs', import.meta.url);
