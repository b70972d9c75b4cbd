// `node scripts/run.mjs NAME [ARGUMENT …]` installs and builds what is missing, and then runs scripts/NAME.ts. The
// commands in package.json use it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ready, root } from './setup.mjs';

const [name = ''] = process.argv.splice(2, 1);
await ready();
const script = join(root, 'dist', 'scripts', `${name}.js`);
process.argv[1] = script;
await import(pathToFileURL(script).href);
