// npm run generate
import { ready } from './setup.mjs';

ready();
process.argv[1] = 'generate.js';
await import('../dist/scripts/generate.js');
