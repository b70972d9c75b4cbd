import t from 'tap';
import { compileLexicon, readLexiconRows, type LexiconRow } from '../../../src/reputation/themes/lexicon.ts';
import { THEMES } from '../../../src/reputation/themes/theme.ts';

const TABLES = [readLexiconRows('en'), readLexiconRows('fr')];
const KINDS = [
  'class',
  'word',
  'phrase',
  'beside',
  'idiom',
  'praise',
  'complaint',
  'claim',
  'quality',
  'weak',
  'silent',
];
const SILENCES = ['praise', 'clause', 'sentence', 'review', 'none'];

/** Every phrase that a pattern stands for. */
function phrasesOf(pattern: string): Set<string> {
  let phrases: string[][] = [[]];
  for (const element of pattern.split(' ')) {
    const optional = element.length > 1 && element.endsWith('?');
    const words = (optional ? element.slice(0, -1) : element).split('|');
    phrases = phrases.flatMap((phrase) => [...words.map((word) => [...phrase, word]), ...(optional ? [phrase] : [])]);
  }
  return new Set(phrases.map((phrase) => phrase.join(' ')));
}

t.test('every row has a kind, themes and words that are known', async (t) => {
  for (const rows of TABLES) {
    for (const { kind, name, phrase } of rows) {
      t.ok(KINDS.includes(kind), `${kind}: ${phrase}`);
      t.match(phrase, /^\S+(?: \S+)*$/, name);
      if (kind === 'class') continue;
      const names: readonly string[] = kind === 'silent' ? SILENCES : ['none', ...THEMES];
      t.ok(
        name.split(',').every((theme) => names.includes(theme)),
        `${name}: ${phrase}`,
      );
      if (kind === 'beside') t.match(phrase, /^[^:]+ : [^:]+$/);
    }
    t.ok(compileLexicon(rows).constructions.exact.size > 500);
  }
});

t.test('an idiom stands in one place, or in one of each polarity', async (t) => {
  for (const rows of TABLES) {
    const places = new Map<string, LexiconRow[]>();
    for (const row of rows.filter(({ kind }) => ['idiom', 'praise', 'complaint'].includes(kind)))
      for (const phrase of phrasesOf(row.phrase)) places.set(phrase, [...(places.get(phrase) ?? []), row]);
    for (const [phrase, found] of places) {
      const kinds = found.map(({ kind }) => kind);
      const isApart = kinds.length === 1 || [...kinds].sort().join() === 'complaint,praise';
      t.ok(isApart, `"${phrase}": ${found.map((row) => `${row.phrase} (${row.name})`).join(', ')}`);
    }
  }
});

t.test('a word of the lexicons names one theme, and no construction a theme and none', async (t) => {
  for (const rows of TABLES) {
    const isNone = (row: LexiconRow): boolean => row.kind === 'phrase' && row.name === 'none';
    const none = new Set(rows.filter(isNone).flatMap(({ phrase }) => [...phrasesOf(phrase)]));
    const owners = new Map<string, string>();
    for (const { name, phrase } of rows.filter(({ kind }) => kind === 'word'))
      for (const word of phrase.split(' ')) {
        t.notOk(owners.has(word), `"${word}": ${owners.get(word)}, ${name}`);
        owners.set(word, name);
        t.notOk(none.has(word), `"${word}": ${name}, nothing`);
      }
    for (const { name, phrase } of rows.filter((row) => row.kind === 'phrase' && !isNone(row)))
      for (const each of phrasesOf(phrase)) if (none.has(each)) t.fail(`"${each}": ${name}, nothing`);
  }
});

t.test('no word is its own companion', async (t) => {
  for (const rows of TABLES)
    for (const { theme, words, companions } of compileLexicon(rows).beside) {
      const exact = [...words.exact].filter((word) => companions.has(word));
      const companion = [...companions.exact].filter((word) => words.has(word));
      const stems = words.stems.filter((stem) =>
        companions.stems.some((other) => other.startsWith(stem) || stem.startsWith(other)),
      );
      t.strictSame([...exact, ...companion, ...stems], [], theme);
    }
});

t.test('no row is written twice', async (t) => {
  for (const rows of TABLES) {
    const written = rows.map(({ kind, name, phrase }) => `${kind} ${name} ${phrase}`);
    t.equal(new Set(written).size, written.length);
  }
});
