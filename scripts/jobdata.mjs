// Installs and builds what is missing, and then runs a command. Started by `./jobdata COMMAND` or, on Windows, by `npm
// run -s jobdata -- COMMAND`.
import { ready } from './setup.mjs';

await ready({ withTests: false });
await import('../dist/src/cli/main.js');
