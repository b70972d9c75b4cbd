import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

export type Connection = BetterSqlite3.Database;

/** Of Node-API: what release 13 is built for. Node.js has it from 22.14 on. */
const NODE_API_OF_13 = 10;

/**
 * The package of better-sqlite3 that serves this Node.js: release 13 brings its
 * binary along; release 12, which is compiled, is the last for Node.js 20, whose
 * process release 13 would end. package.json has both.
 */
const PACKAGE = Number(process.versions.napi) >= NODE_API_OF_13 ? 'better-sqlite3-13' : 'better-sqlite3';

function load(): typeof BetterSqlite3 {
  try {
    return createRequire(import.meta.url)(PACKAGE) as typeof BetterSqlite3;
  } catch (error) {
    throw new Error(
      `SQLite's module for Node.js ${process.versions.node}, the package ${PACKAGE}, cannot be loaded. ` +
        'Reinstall the packages with Node.js 24, which needs no compiler. If you have a C++ compiler, make and Python 3, you can instead run "npm rebuild better-sqlite3".',
      { cause: error },
    );
  }
}

export const Database = load();
