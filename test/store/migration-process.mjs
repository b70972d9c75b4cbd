// node migration-process.mjs BUILT FILE [KILL_AT]: opens the store with the built code, as a starting service does, and
// prints one line per step. Before step KILL_AT (of SQLite, or a rename of a file) it kills itself.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , built, file, killAt = '0'] = process.argv;
const load = (name) => import(pathToFileURL(join(built, 'store', name)).href);
let steps = 0;
/** Counts the uses of a verb, and ends the process before the requested one. */
function count(owner, verb) {
  const real = owner[verb];
  owner[verb] = function (...words) {
    steps += 1;
    if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    return real.apply(this, words);
  };
}

const { Database } = await load('better-sqlite3.js');
const { openStore } = await load('open.js');
const statement = Object.getPrototypeOf(new Database(':memory:').prepare('BEGIN'));
for (const verb of ['exec', 'pragma', 'close']) count(Database.prototype, verb);
count(statement, 'run');
for (const verb of ['renameSync', 'fsyncSync', 'rmSync', 'mkdirSync']) count(fs, verb);
syncBuiltinESMExports();

try {
  let migrated = false;
  const store = await openStore({
    file,
    role: 'migrate',
    onMigration: ({ step }) => (migrated ||= step === 'migrated'),
  });
  await store.close();
  process.stdout.write(JSON.stringify({ migrated, steps }));
} catch (error) {
  process.stdout.write(JSON.stringify({ refused: error.message, steps }));
}
