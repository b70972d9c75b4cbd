import t from 'tap';
import { readTable } from '../../src/lib/table.ts';
import { LETTERS } from '../../src/reputation/snippet/kinds.ts';

const source = new URL('../../src/reputation/', import.meta.url);
/** Meanings that count only beside a figure, or say what kind of thing an aspect, a label or an unknown word is. */
const BESIDE = ['filler', 'stars', 'recommended', 'customers', 'category', 'sector', 'ago', 'author'];

t.test('every phrase of the snippet reader has a known meaning', async (t) => {
  for (const language of ['english', 'french', 'other'])
    for (const [means = '', phrase = '', ...more] of readTable(new URL(`snippet/words/${language}.tsv`, source))) {
      t.ok(means in LETTERS || BESIDE.includes(means), `${language}: ${means}`);
      t.match(phrase, /^\S+(?: \S+)*$/, `${language}: ${means}`);
      t.strictSame(more, [], phrase);
    }
});

t.test('rows of known names have a source and names, and pairs have two names', async (t) => {
  const names = new Map<string, string>();
  for (const [kind = '', from = '', ...row] of readTable(new URL('match/known-names.tsv', source))) {
    t.ok(['same', 'different', 'network'].includes(kind), kind);
    t.ok(from.length > 3 && row.every((name) => name.trim() === name && name !== ''), row.join(', '));
    t.ok(kind === 'different' ? row.length === 2 : row.length > 1, `${kind}: ${row.join(', ')}`);
    if (kind !== 'same') continue;
    for (const name of row) t.notOk(names.has(name), `${name} is one company’s`);
    for (const name of row) names.set(name, kind);
  }
  t.ok(names.size > 50);
});
