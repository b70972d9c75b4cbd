import t from 'tap';
import { sentences } from '../../src/reading/sentences.ts';
import { tokenize } from '../../src/reading/tokens.ts';
import { compileVocabulary, findTerms } from '../../src/reading/vocabulary.ts';

const texts = (source: string): string[] => tokenize(source).map(({ text }) => text);
const inSentences = (source: string): string[] =>
  sentences(tokenize(source)).map((tokens) => tokens.map(({ text }) => text).join(' '));

t.test('words are folded, numbers keep their points, and signs are separate tokens', async (t) => {
  t.strictSame(texts('Télétravail : 2j/5, £35,000.50'), [
    'teletravail',
    ':',
    '2',
    'j',
    '/',
    '5',
    ',',
    '£',
    '35,000.50',
  ]);
  t.strictSame(texts("l’heure isn't aujourd'hui d'une"), ["l'", 'heure', "isn't", "aujourd'hui", "d'", 'une']);
});

t.test('a hyphen between words is no token; between figures it is one', async (t) => {
  t.strictSame(texts('on-site pas_teletravail 4-day 2-3 Leeds - York'), [
    'on',
    'site',
    'pas',
    'teletravail',
    '4',
    'day',
    '2',
    '-',
    '3',
    'leeds',
    '-',
    'york',
  ]);
  t.equal(tokenize('on-site')[1]?.joined, true);
});

t.test('positions refer to the unaccented text', async (t) => {
  const [first, second] = tokenize('Été  à');
  t.match(first, { start: 0, end: 3, capital: true, spaced: true });
  t.match(second, { start: 5, end: 6, capital: false, spaced: true });
});

t.test('a lost line end between two words separates them', async (t) => {
  t.strictSame(inSentences('hybrid workingCommitment to training'), ['hybrid working', 'commitment to training']);
});

t.test('sentences', async (t) => {
  t.strictSame(inSentences('One. Two! Three; four\nfive • six'), ['one', 'two', 'three', 'four', 'five', 'six']);
  t.strictSame(inSentences('£35k p.a. in Leeds, min. 2 days'), ['£ 35 k p . a . in leeds , min . 2 days']);
  t.strictSame(inSentences('until 5pm.Apply now'), ['until 5 pm', 'apply now']);
});

t.test('vocabulary: alternatives, optional words, any word, numbers; the longest wins', async (t) => {
  const vocabulary = compileVocabulary([
    { means: 'office', phrases: ['in the|our _? office', 'office'] },
    { means: 'share', phrases: ['# %'] },
  ]);
  const found = (source: string) =>
    findTerms(tokenize(source), vocabulary).map(({ means, from, to }) => [means, from, to]);
  t.strictSame(found('in our London office'), [['office', 0, 4]]);
  t.strictSame(found('in our office, 40 % office'), [
    ['office', 0, 3],
    ['share', 4, 6],
    ['office', 6, 7],
  ]);
  t.strictSame(found('in their offices'), []);
  const numbers = compileVocabulary([
    { means: 'any', phrases: ['# days', '# % home|office'] },
    { means: 'five', phrases: ['5 minutes', '5 % home'] },
    { means: 'stem', phrases: ['fi~ days'] },
  ]);
  const means = (source: string) => findTerms(tokenize(source), numbers).map((term) => term.means);
  t.strictSame(
    means('5 days, 6 days, 5 minutes, 6 minutes'),
    ['any', 'any', 'five'],
    'also a number that a phrase names',
  );
  t.strictSame(means('5 % home, 5 % office, 6 % home'), ['five', 'any', 'any'], 'the named number comes first');
  const anyWord = compileVocabulary([{ means: 'any', phrases: ['_ office'] }]);
  t.throws(() => findTerms(tokenize('our office'), anyWord));
});
