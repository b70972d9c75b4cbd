// npm run -s jobdata -- <command>
import { ready } from './setup.mjs';

await ready({ withTests: false });
await import('../dist/src/cli/main.js');
