// npm run conformance
import { ready } from './setup.mjs';

ready();
await import('../dist/scripts/conformance.js');
