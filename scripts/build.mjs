// npm run build
import { ready } from './setup.mjs';

ready();
