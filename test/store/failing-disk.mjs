// Loaded before the built service: when the parent process says so, one kind of write of the store fails like on a
// failing disk.
import { Database } from '../../dist/src/store/better-sqlite3.js';
import { realDisk } from '../../dist/src/store/sqlite/wal.js';

/** What fails now: `sync`, `checkpoint` or a statement; the error code; and whether the write is done nevertheless. */
let fault;
/** The same, from the first statement that begins with `from`. */
let next;
/** How often a statement has failed. */
let struck = 0;
/** Called at each failure. */
let onStrike = () => {};

function thrown(code) {
  const message = code.endsWith('FULL') ? 'database or disk is full' : 'disk I/O error';
  return code.startsWith('SQLITE')
    ? new Database.SqliteError(message, code)
    : Object.assign(new Error(`${code}: fdatasync`), { code });
}

const { sync, checkpoint } = realDisk;
realDisk.sync = async (handle) => {
  if (fault?.at === 'sync') throw thrown(fault.code);
  await sync(handle);
};
realDisk.checkpoint = async (file, hold) => {
  if (fault?.at !== 'checkpoint') return checkpoint(file, hold);
  hold();
  throw thrown(fault.code);
};

const { prepare } = Database.prototype;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  const run = statement.run;
  statement.run = function (...values) {
    if (next && sql.startsWith(next.from)) [fault, next] = [next, undefined];
    if (fault?.at !== sql) return run.apply(this, values);
    const { code, kept } = fault;
    struck += 1;
    onStrike();
    if (kept) run.apply(this, values);
    throw thrown(code);
  };
  if (sql === 'PRAGMA wal_checkpoint(NOOP)') {
    // A log that is long enough to be moved at every check.
    const get = statement.get;
    statement.get = function () {
      return fault?.at === 'checkpoint' ? { log: 1e6, checkpointed: 0 } : get.call(this);
    };
  }
  return statement;
};

process.on('message', (said) => {
  if (said.healAfter) {
    onStrike = () => {
      if (struck < said.healAfter) return;
      fault = undefined;
      onStrike = () => {};
      process.send?.('played');
    };
    return onStrike();
  }
  struck = 0;
  if (said.from) next = said;
  else fault = said === 'heal' ? undefined : said === 'fail' ? { at: 'sync', code: 'EIO' } : said;
  process.send?.('played');
});
process.channel?.unref();
