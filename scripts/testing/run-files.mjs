// A test process: runs the test files that it is told, one after the other, and writes TAP. It ends when it is told no more.
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { t as root } from 'tap';
import { setCurrentTest } from './current-test.mjs';

const timeout = Number(process.env.TEST_FILE_TIMEOUT_MS);
const home = process.cwd();
const env = { ...process.env };

/** Whatever a file set for itself is not there for the next. */
function tidy() {
  process.chdir(home);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
}

/** Of each process of this machine, where the system says it: its parent, and its seconds with those of children that ended. */
function processes() {
  const known = new Map();
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the fields after the name; times are in hundredths of a second.
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

/** Seconds of processor time so far, of this process and of those that it started: a shared browser goes on after a file. */
function cpuSeconds() {
  const known = processes();
  const isOwn = (pid) => pid === process.pid || (known.has(pid) && isOwn(known.get(pid).parent));
  return [...known].reduce((sum, [pid, { seconds }]) => (isOwn(pid) ? sum + seconds : sum), 0);
}

// Every browser that is opened listens for the end of the process.
process.setMaxListeners(0);
process.send({ ready: true });
for (;;) {
  // Counted as something that is still to come, which tap does not.
  process.channel.ref();
  const [file] = await once(process, 'message');
  if (file === null) break;
  // Where a file asks what runs, it is itself.
  process.argv[1] = file;
  const before = cpuSeconds();
  await root.test(file, { timeout }, async (test) => {
    setCurrentTest(test);
    await import(pathToFileURL(file).href);
  });
  tidy();
  process.send({ done: file, cpu: cpuSeconds() - before, rss: process.memoryUsage.rss() });
}
// The whole ends with the process: what a file still does meanwhile is heard.
process.disconnect();
