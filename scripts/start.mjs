// `npm start` installs and builds what is missing, and then runs the service in this process.
import { ready } from './setup.mjs';

await ready({ withTests: false });
await import('../dist/src/main.js');
