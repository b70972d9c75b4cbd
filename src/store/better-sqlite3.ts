import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

export type Connection = BetterSqlite3.Database;

/** better-sqlite3 13 needs this version of Node-API, which Node.js 22 has since 22.14. */
const NODE_API_OF_13 = 10;

/**
 * Release 13 of better-sqlite3 needs no compiler, because it contains a compiled binary, but it crashes on Node.js 20.
 * For older versions of Node-API, release 12 is used, which is compiled at installation.
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
