// A test process: runs the test files that it is told, one after the other, and writes TAP. It ends when it is told no more.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** Seconds of processor time so far: of this process, and where the system says it, of those that it started and that ended. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  let ofChildren = 0;
  try {
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: cutime and cstime, in hundredths of a second.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    ofChildren = (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {}
  return (user + system) / 1e6 + ofChildren;
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
