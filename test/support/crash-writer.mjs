// Runs the command line in a process that a test may kill. It changes an account again and again, and reports each
// change.
import { runCommandLine } from '../../dist/src/cli/run.js';

const [account, from] = process.argv.slice(2);
for (let limit = Number(from); ; limit += 1) {
  let err = '';
  const code = await runCommandLine(['account', 'overage', account, '--limit', String(limit)], {
    stdout: () => {},
    stderr: (text) => (err += text),
    stdin: (async function* () {})(),
    interactive: false,
    env: process.env,
  });
  if (code === 0) process.send?.({ limit });
  else process.send?.({ fault: err });
}
