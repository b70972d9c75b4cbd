// npm run ways
import { ready } from './setup.mjs';

await ready();
await import('../dist/scripts/ways.js');
