#!/usr/bin/env node
import { whyNotThisNode } from '../lib/node-version.ts';

const why = whyNotThisNode(process.versions.node);
if (why === undefined) await import('./program.ts');
else {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
