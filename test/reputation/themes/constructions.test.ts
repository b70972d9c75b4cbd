import t from 'tap';
import { tokenize } from '../../../src/reading/tokens.ts';
import { readConstructions } from '../../../src/reputation/themes/constructions.ts';
import { compileLexicon, type LexiconRow } from '../../../src/reputation/themes/lexicon.ts';
import { THEMES, type Theme } from '../../../src/reputation/themes/theme.ts';

/** A reader of rows such as "word pay: salar~ wage". */
function readerOf(...rows: string[]) {
  const lexicon = compileLexicon(
    rows.map((row) => {
      const [, kind, name = '', phrase = ''] = /^(\w+) (\w+): (.*)$/.exec(row) ?? [];
      return { kind: kind as LexiconRow['kind'], themes: THEMES.filter((theme) => theme === name), name, phrase };
    }),
  );
  return (text: string): Theme[] => [...readConstructions(tokenize(text), lexicon)];
}

t.test('stems stand for every inflection, whole words for themselves', async (t) => {
  const read = readerOf('word career: promot~ grade');
  for (const text of ['They promote', 'Promoted twice', 'Promotions']) t.same(read(text), ['career'], text);
  t.same(read('Grade'), ['career']);
  t.same(read('Graded'), []);
});

t.test('the longest construction of a place counts, and its words are not read again', async (t) => {
  const read = readerOf(
    'word pay: pay',
    'phrase benefits: sick pay',
    'phrase benefits: # days off?',
    'phrase none: pay attention',
  );
  t.same(read('Pay and more pay'), ['pay']);
  t.same(read('Sick pay'), ['benefits']);
  t.same(read('Pay attention'), []);
  t.same(read('25 days'), ['benefits']);
});

t.test('classes of words, and words in between', async (t) => {
  const read = readerOf(
    'class none: no few never',
    'phrase workload: @none staff|people',
    'phrase workload: leave ... replaced',
  );
  t.same(read('No staff'), ['workload']);
  t.same(read('Few people'), ['workload']);
  t.same(read('People'), []);
  t.same(read('They leave and are not replaced'), ['workload']);
  t.same(read('They leave. Replaced'), [], 'not over the end of a clause');
  t.same(read('They leave and then at long last are replaced'), [], 'not from afar');
});

t.test('a word of several meanings counts beside a companion of the same clause', async (t) => {
  const read = readerOf('beside job_security: store stores : clos~ shut');
  t.same(read('The store is closing'), ['job_security']);
  t.same(read('They closed ten stores'), ['job_security']);
  t.same(read('A nice store'), []);
  t.same(read('A nice store, closed on Sundays'), []);
});

t.test('a lexicon that cannot be meant is refused at its first use', async (t) => {
  t.throws(() => readerOf('phrase pay: _ pay')('Good pay'), /must not begin with any word/);
  t.throws(() => readerOf('phrase pay: ... pay')('Good pay'), /must not begin with any word/);
  t.throws(() => readerOf('phrase pay: @good pay')('Good pay'), /No such class/);
});
