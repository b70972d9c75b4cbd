// Two processes that install packages or build in one folder at the same time would remove each other's files, so the
// second one waits. The lock is a file that names the process that holds it.
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { narrate } from './narrate.mjs';

const LOOK_EVERY_MS = 200;
const TOUCH_EVERY_MS = 2_000;
/** A holder that does not touch its file for this long has ended, even if another process has its ID now. */
const SILENT_MS = 60_000;
const MACHINE = hostname();

/** Returns the content of the file, its time and the holder's process ID; undefined if the file does not exist. */
function read(file) {
  try {
    const text = readFileSync(file, 'utf8');
    const [pid, ...machine] = text.split(' ');
    return { text, pid: Number(pid), machine: machine.join(' '), mark: `${text} ${statSync(file).mtimeMs}` };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * True if the holder's process has certainly ended. The process IDs of another machine, or of a container that shares
 * the folder, say nothing here.
 */
function hasEnded({ pid, machine }) {
  if (machine !== MACHINE || !(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Removes the lock file of a holder that has ended. Of several waiting processes, only one can rename the file. If the
 * file has got a new holder in the meantime, the file is put back.
 */
function removeLeftover(file, text) {
  const own = `${file}.${process.pid}`;
  try {
    renameSync(file, own);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(own, 'utf8') === text) rmSync(own);
  else renameSync(own, file);
}

/** True if this process holds the lock now, or if no file can be created here, so that nothing can be locked. */
function tryLock(file) {
  try {
    writeFileSync(file, `${process.pid} ${MACHINE}`, { flag: 'wx' });
    return true;
  } catch (error) {
    return error.code !== 'EEXIST';
  }
}

async function waitForLock(file) {
  let seen;
  let since = 0;
  while (!tryLock(file)) {
    const holder = read(file);
    if (holder === undefined) continue;
    const now = performance.now();
    if (holder.mark !== seen) [seen, since] = [holder.mark, now];
    if (hasEnded(holder) || now - since > SILENT_MS) removeLeftover(file, holder.text);
    else await delay(LOOK_EVERY_MS);
  }
}

/** Runs `work` while no other process runs work under the same lock file. */
export async function withLock(file, work) {
  if (!tryLock(file)) {
    const holder = read(file);
    if (holder && !hasEnded(holder))
      await narrate(
        `Waiting for process ${holder.pid || 'of another start'}, which installs or builds in this folder`,
        () => waitForLock(file),
      );
    else await waitForLock(file);
  }
  const release = () => {
    clearInterval(touching);
    if (read(file)?.text === `${process.pid} ${MACHINE}`) rmSync(file, { force: true });
  };
  const touching = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Somebody removed the file. The work goes on.
    }
  }, TOUCH_EVERY_MS);
  touching.unref();
  // A step that fails ends the process at once, so the lock is also released on exit.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
