import { once } from 'node:events';
import { standBackWholly } from '../../lib/thread-priority.ts';
import { readPdfPages } from './pdf-document.ts';

/** What the process reports, one JSON value a line. */
export type PdfReport = { ready: true } | { markdown: string; pages: number } | { done: true } | { unreadable: true };

/** Lower than the priority of everything else that the service does. */
const STEPS = 15;

// The whole of the process: a PDF on standard input, its pages as markdown on standard output.
function say(report: PdfReport): boolean {
  return process.stdout.write(`${JSON.stringify(report)}\n`);
}

standBackWholly(STEPS);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
say({ ready: true });
try {
  for await (const page of readPdfPages(new Uint8Array(Buffer.concat(chunks.splice(0))))) {
    if (!say(page)) await once(process.stdout, 'drain');
  }
  say({ done: true });
} catch {
  say({ unreadable: true });
}
