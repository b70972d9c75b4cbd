import { ready } from './setup.mjs';

await ready();
await import('../dist/scripts/test-installs.js');
