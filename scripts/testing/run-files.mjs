// A test process runs the files that messages name, one after the other, and writes TAP. It ends when there are no more
// files.
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { t as root } from 'tap';
import { setCurrentTest } from './current-test.mjs';

const timeout = Number(process.env.TEST_FILE_TIMEOUT_MS);
const home = process.cwd();
const env = { ...process.env };

/** Restores the folder and the environment, so that a file's changes do not affect the next file. */
function tidy() {
  process.chdir(home);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
}

/**
 * Maps each process to its parent and to the processor time, in seconds, of it and its ended children. The map is empty
 * on other systems than Linux.
 */
function processes() {
  const known = new Map();
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // The fields after the name are described in https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. Times
        // are in hundredths of a second.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
        known.set(Number(pid), {
          parent: fields[1],
          seconds: (fields[11] + fields[12] + fields[13] + fields[14]) / 100,
        });
      } catch {}
    }
  } catch {}
  return known;
}

/** Returns the processor time of this process and its descendants, including a browser that several files share. */
function cpuSeconds() {
  const known = processes();
  const isOwn = (pid) => pid === process.pid || (known.has(pid) && isOwn(known.get(pid).parent));
  return [...known].reduce((sum, [pid, { seconds }]) => (isOwn(pid) ? sum + seconds : sum), 0);
}

// Every opened browser adds a listener for the end of the process.
process.setMaxListeners(0);
process.send({ ready: true });
for (;;) {
  // An open channel keeps the process alive, because tap does not count files that are still to come.
  process.channel.ref();
  const [file] = await once(process, 'message');
  if (file === null) break;
  // Some files read the name of the running script.
  process.argv[1] = file;
  const before = cpuSeconds();
  await root.test(file, { timeout }, async (test) => {
    setCurrentTest(test);
    await import(pathToFileURL(file).href);
  });
  tidy();
  process.send({ done: file, cpu: cpuSeconds() - before, rss: process.memoryUsage.rss() });
}
// Without the channel, the process ends once all files have finished their work.
process.disconnect();
