// npm run -s jobdata -- <command>
import { ready } from './setup.mjs';

ready();
await import('../dist/src/cli/main.js');
