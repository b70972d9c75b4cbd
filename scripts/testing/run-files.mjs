// A test process: runs the test files that messages name, one after the other, and writes TAP. Ends when there are no
// more.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** Seconds of processor time of this process and, on Linux, of its ended children. */
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

// Every opened browser adds a listener for the end of the process.
process.setMaxListeners(0);
process.send({ ready: true });
for (;;) {
  // An open channel keeps the process alive, since tap does not count files that are still to come.
  process.channel.ref();
  const [file] = await once(process, 'message');
  if (file === null) break;
  // A file that reads the name of the running script gets its own.
  process.argv[1] = file;
  const before = cpuSeconds();
  await root.test(file, { timeout }, async (test) => {
    setCurrentTest(test);
    await import(pathToFileURL(file).href);
  });
  tidy();
  process.send({ done: file, cpu: cpuSeconds() - before, rss: process.memoryUsage.rss() });
}
// Closes the channel, so that the process can end once all files have finished their work.
process.disconnect();
