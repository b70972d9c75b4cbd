import { once } from 'node:events';
import { lowerProcessPriority } from '../../lib/thread-priority.ts';
import { readPdfPages } from './pdf-document.ts';

/** The process writes one message on each line, as JSON. */
export type PdfReport = { ready: true } | { markdown: string; pages: number } | { done: true } | { unreadable: true };

/** This is added to the nice value of the process, so that almost everything else in the service has priority. */
const STEPS = 15;

function say(report: PdfReport): boolean {
  return process.stdout.write(`${JSON.stringify(report)}\n`);
}

// The process reads a PDF from standard input and writes the pages as markdown to standard output.
lowerProcessPriority(STEPS);
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
