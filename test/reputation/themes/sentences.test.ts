import t from 'tap';
import { readThemes } from '../../../src/reputation/themes/extract-themes.ts';
import { checkTable } from '../../support/text-table.ts';

const SIDES = { pos: 'positive', neg: 'negative' } as const;

t.test('SPEC §12: themes of sentences, no more than are meant', async (t) => {
  const listed = (cell = ''): string[] => cell.split(',').filter(Boolean);
  checkTable(t, new URL('sentences.tsv', import.meta.url), (language, polarity, text = '', themes, may) => {
    const found = readThemes(text, language as 'en' | 'fr', SIDES[polarity as 'pos' | 'neg']);
    const missed = listed(themes).filter((theme) => !(found as string[]).includes(theme));
    const foreign = found.filter((theme) => ![...listed(themes), ...listed(may)].includes(theme));
    return [
      { missed, foreign },
      { missed: [], foreign: [] },
    ];
  });
});

t.test('words that name a theme elsewhere', async (t) => {
  for (const [language, text] of [
    ['en', 'A number of things'],
    ['en', 'Impossible to say'],
    ['en', 'In progress'],
    ['en', 'It pays off'],
    ['en', 'On purpose'],
    ['fr', 'Numéro un du secteur'],
    ['fr', 'Ce qui compte'],
    ['fr', 'Une remise en question'],
    ['fr', 'Tous les deux ans'],
  ] as const)
    for (const side of ['positive', 'negative'] as const) t.same(readThemes(text, language, side), [], text);
});

t.test('an idiom counts in its polarity alone, and its words are not read twice', async (t) => {
  t.same(readThemes('Too much', 'en', 'negative'), ['workload']);
  t.same(readThemes('Too much', 'en', 'positive'), []);
  t.same(readThemes('It pays to be early', 'en', 'positive'), []);
});
