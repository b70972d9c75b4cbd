import t from 'tap';
import { readLocale, timeZoneOf } from '../../src/pages/locale.ts';

t.test('locales in every notation', async (t) => {
  for (const [text, tag, acceptLanguage] of [
    ['en-gb', 'en-GB', 'en-GB,en;q=0.9'],
    ['EN_GB', 'en-GB', 'en-GB,en;q=0.9'],
    ['fr', 'fr', 'fr'],
    ['zh-hant-tw', 'zh-Hant-TW', 'zh-Hant-TW,zh;q=0.9'],
    ['fr-fr, en', 'fr-FR', 'fr-FR,fr;q=0.9,en;q=0.8'],
    ['de;q=0.9,en-US;q=0.4', 'de', 'de;q=0.9,en-US;q=0.4'],
    ['fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7', 'fr-FR', 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7'],
  ] as const) {
    t.strictSame(readLocale(text), { tag, acceptLanguage });
  }
  for (const bad of [
    '',
    'x',
    'en-',
    'english-language-of-old',
    '12',
    'english',
    'qq',
    'en-QQ',
    'en,',
    'en;q=2',
    'en,x',
    'en fr',
    '*',
    'en,'.repeat(11) + 'en',
  ])
    t.equal(readLocale(bad), undefined, bad);
  t.equal(timeZoneOf('FR'), 'Europe/Paris');
  t.equal(timeZoneOf('constructor'), undefined);
});
