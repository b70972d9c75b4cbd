import { ready } from './setup.mjs';

await ready({ withTests: false });
