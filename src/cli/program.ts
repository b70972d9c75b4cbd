/** The command line, on a Node.js that is served: its last words are in process.exitCode. */
import { outliveFileLimit } from '../lib/file-limit.ts';
import { runCommandLine } from './run.ts';
import { createScreen } from './screen.ts';

outliveFileLimit();
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Who read it has had enough; what the command does is done all the same.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`The output could not be written: ${error.message}\n`);
  process.exitCode = 1;
});
const code = await runCommandLine(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
  interactive: process.stderr.isTTY === true,
  ...(process.stdout.isTTY ? { screen: createScreen(process.stdin, process.stdout) } : {}),
  env: process.env,
});
process.exitCode = code || (process.exitCode ?? 0);
