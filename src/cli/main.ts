#!/usr/bin/env node
import { runCommandLine } from './run.ts';

const code = await runCommandLine(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: process.stdin,
  interactive: process.stderr.isTTY === true,
  env: process.env,
});
// A command may have said so itself, as verify does.
process.exitCode ??= code;
if (code !== 0) process.exitCode = code;
