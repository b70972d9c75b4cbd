import t from 'tap';
import { readThemes } from '../../../src/reputation/themes/extract-themes.ts';
import { ENGLISH } from './sentences/english.ts';
import { FRENCH } from './sentences/french.ts';

t.test('SPEC §12: themes of sentences, no more than are meant', async (t) => {
  for (const [language, rows] of [
    ['en', ENGLISH],
    ['fr', FRENCH],
  ] as const)
    for (const [polarity, text, themes, may = []] of rows) {
      const found = readThemes(text, language, polarity);
      const missed = themes.filter((theme) => !found.includes(theme));
      const foreign = found.filter((theme) => !themes.includes(theme) && !may.includes(theme));
      t.same([missed, foreign], [[], []], text);
    }
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
    for (const polarity of ['pos', 'neg'] as const) t.same(readThemes(text, language, polarity), [], text);
});

t.test('an idiom counts in its polarity alone, and its words are not read twice', async (t) => {
  t.same(readThemes('Too much', 'en', 'neg'), ['workload']);
  t.same(readThemes('Too much', 'en', 'pos'), []);
  t.same(readThemes('It pays to be early', 'en', 'pos'), []);
});
