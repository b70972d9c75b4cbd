// Loaded before a test process: it then runs TypeScript. What the process starts with the same words has it too.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
