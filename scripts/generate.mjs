import { ready } from './setup.mjs';

await ready();
process.argv[1] = 'generate.js';
await import('../dist/scripts/generate.js');
