import { ignoreFileLimitSignal } from '../lib/file-limit.ts';
import { runCommandLine } from './run.ts';

ignoreFileLimitSignal();
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reading program, such as `head`, has closed the pipe. The command still finishes.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`The output could not be written: ${error.message}\n`);
  process.exitCode = 1;
});
const code = await runCommandLine(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
  interactive: process.stderr.isTTY === true,
  env: process.env,
});
process.exitCode = code || (process.exitCode ?? 0);
