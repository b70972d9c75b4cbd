// npm run bench
import { ready } from './setup.mjs';

ready();
await import('../dist/scripts/bench.js');
