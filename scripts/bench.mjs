// npm run bench
import { ready } from './setup.mjs';

await ready();
await import('../dist/scripts/bench.js');
