// `./jobdata COMMAND` or, on Windows, `npm run -s jobdata -- COMMAND` installs and builds what is missing, and then
// runs the command.
import { ready } from './setup.mjs';

await ready({ withTests: false });
await import('../dist/src/cli/main.js');
