// npm run matrix
import { ready } from './setup.mjs';

await ready();
await import('../dist/scripts/matrix.js');
