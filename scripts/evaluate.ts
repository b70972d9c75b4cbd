// `npm run -s evaluate [-- TABLE …]` scores all readers, or the named ones, on their labelled tables and prints the
// missed rows of the open halves. Rows of the kept halves are not printed, so that no reader is fitted to them.
import { evaluate, HALVES, READERS } from './evaluate/readers.ts';
import { percentRight, scoreByKind } from './evaluate/score.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !READERS.some(({ table }) => table === name));
if (unknown.length > 0)
  throw new Error(`no such table: ${unknown.join(', ')}; ${READERS.map(({ table }) => table).join(', ')}`);
const write = (line: string): boolean => process.stdout.write(`${line}\n`);

for (const { table, halves } of evaluate(new URL('../../test/evaluate/', import.meta.url))) {
  if (wanted.length > 0 && !wanted.includes(table)) continue;
  write(`\n== ${table}`);
  for (const half of HALVES) {
    const { rows, misses } = halves[half];
    write(`${half}: ${percentRight(halves[half])} % (${rows.length - misses.length} of ${rows.length})`);
    for (const [kind, part] of scoreByKind(halves[half]))
      if (part.misses.length > 0) write(`  ${kind}: ${part.misses.length} of ${part.rows.length} missed`);
  }
  for (const { input, expected, found, why } of halves.open.misses)
    write(`- ${JSON.stringify(input)} is "${expected}"${why && ` (${why})`}, read as "${found}"`);
}
