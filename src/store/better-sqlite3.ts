import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** Of Node-API: what release 13 is built for. Node.js has it from 22.14 on. */
const NODE_API_OF_13 = 10;

/**
 * The package of better-sqlite3 that serves this Node.js: release 13 brings its
 * binary along; release 12, which is compiled, is the last for Node.js 20, whose
 * process release 13 would end. package.json has both.
 */
export const DRIVER = Number(process.versions.napi) >= NODE_API_OF_13 ? 'better-sqlite3-13' : 'better-sqlite3';

export const Database = require(DRIVER) as typeof BetterSqlite3;
export type Connection = BetterSqlite3.Database;
