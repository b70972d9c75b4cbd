import t from 'tap';
import { tokenize } from '../../../src/reading/tokens.ts';
import { Constructions, type ThemeWords } from '../../../src/reputation/themes/constructions.ts';
import { THEMES, type Theme } from '../../../src/reputation/themes/theme.ts';

const NONE: ThemeWords = { words: '', phrases: [], beside: [] };

function readerOf(
  given: Partial<Record<Theme, Partial<ThemeWords>>>,
  { classes = {}, nothing = [] }: { classes?: Record<string, string>; nothing?: string[] } = {},
) {
  const themes = Object.fromEntries(THEMES.map((theme) => [theme, { ...NONE, ...given[theme] }])) as Record<
    Theme,
    ThemeWords
  >;
  const constructions = new Constructions({ classes, themes, nothing });
  return (text: string): Theme[] => [...constructions.read(tokenize(text))];
}

t.test('stems stand for every inflection, whole words for themselves', async (t) => {
  const read = readerOf({ career: { words: 'promot~ grade' } });
  for (const text of ['They promote', 'Promoted twice', 'Promotions']) t.same(read(text), ['career'], text);
  t.same(read('Grade'), ['career']);
  t.same(read('Graded'), []);
});

t.test('the longest construction of a place counts, and its words are not read again', async (t) => {
  const read = readerOf(
    { pay: { words: 'pay' }, benefits: { phrases: ['sick pay', '# days off?'] } },
    { nothing: ['pay attention'] },
  );
  t.same(read('Pay and more pay'), ['pay']);
  t.same(read('Sick pay'), ['benefits']);
  t.same(read('Pay attention'), []);
  t.same(read('25 days'), ['benefits']);
});

t.test('classes of words, and words in between', async (t) => {
  const read = readerOf(
    { workload: { phrases: ['@none staff|people', 'leave ... replaced'] } },
    { classes: { none: 'no few never' } },
  );
  t.same(read('No staff'), ['workload']);
  t.same(read('Few people'), ['workload']);
  t.same(read('People'), []);
  t.same(read('They leave and are not replaced'), ['workload']);
  t.same(read('They leave. Replaced'), [], 'not over the end of a clause');
  t.same(read('They leave and then at long last are replaced'), [], 'not from afar');
});

t.test('a word of several meanings counts beside a companion of the same clause', async (t) => {
  const read = readerOf({ job_security: { beside: ['store stores : clos~ shut'] } });
  t.same(read('The store is closing'), ['job_security']);
  t.same(read('They closed ten stores'), ['job_security']);
  t.same(read('A nice store'), []);
  t.same(read('A nice store, closed on Sundays'), []);
});

t.test('a lexicon that cannot be meant is refused', async (t) => {
  t.throws(() => readerOf({ pay: { phrases: ['_ pay'] } }), /begins with a word/);
  t.throws(() => readerOf({ pay: { phrases: ['a? pay'] } }), /begins with a word/);
  t.throws(() => readerOf({ pay: { phrases: ['@good pay'] } }), /No such class/);
});
