import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Reports tests that are skipped, here and at the end of the whole run. Throws in continuous integration, where no test
 * may be skipped.
 */
export function leaveOut(what: string, remedy: string): void {
  const sentence = `${what} is not there: ${remedy}`;
  if (process.env['CI'] === 'true') throw new Error(`${sentence}. CI=true leaves nothing out.`);
  const line = `${relative(process.cwd(), process.argv[1] ?? '')}: ${sentence}`;
  const list = process.env['TEST_LEFT_OUT'];
  if (list === undefined) process.stderr.write(`LEFT OUT in ${line}\n`);
  else appendFileSync(list, `${line}\n`);
}
