// npm run build
import { ready } from './setup.mjs';

await ready({ withTests: false });
