import { ready } from './setup.mjs';

await ready();
await import('../dist/scripts/conformance.js');
