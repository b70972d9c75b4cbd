import t from 'tap';
import type { Idiom } from '../../../src/reputation/themes/idiom.ts';
import { ENGLISH_IDIOMS } from '../../../src/reputation/themes/idioms-en.ts';
import { FRENCH_IDIOMS } from '../../../src/reputation/themes/idioms-fr.ts';
import { ENGLISH } from '../../../src/reputation/themes/lexicon-en.ts';
import { FRENCH } from '../../../src/reputation/themes/lexicon-fr.ts';

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

const meaningOf = ({ themes }: Idiom): string => themes.join(' ') || 'nothing';

t.test('an idiom stands in one place, or in one of each polarity', async (t) => {
  for (const idioms of [ENGLISH_IDIOMS, FRENCH_IDIOMS]) {
    const places = new Map<string, { pattern: string; means: Idiom }[]>();
    for (const { means, phrases } of idioms) {
      for (const pattern of phrases)
        for (const phrase of phrasesOf(pattern))
          places.set(phrase, [...(places.get(phrase) ?? []), { pattern, means }]);
    }
    for (const [phrase, [first, ...others]] of places) {
      for (const other of others) {
        const isApart = first?.means.polarity !== undefined && other.means.polarity !== undefined;
        t.ok(
          isApart && first.means.polarity !== other.means.polarity,
          `"${phrase}": ${first?.pattern} (${meaningOf(first?.means as Idiom)}), ${other.pattern} (${meaningOf(other.means)})`,
        );
      }
    }
  }
});

t.test('a word of the lexicons names one theme, and no construction a theme and none', async (t) => {
  for (const { themes, nothing } of [ENGLISH, FRENCH]) {
    const owners = new Map<string, string>();
    const none = new Set(nothing.flatMap((pattern) => [...phrasesOf(pattern)]));
    for (const [theme, { words, phrases }] of Object.entries(themes)) {
      for (const word of words.split(' ').filter((word) => word !== '')) {
        t.ok((owners.get(word) ?? theme) === theme, `"${word}": ${owners.get(word)}, ${theme}`);
        owners.set(word, theme);
        t.notOk(none.has(word), `"${word}": ${theme}, nothing`);
      }
      for (const pattern of phrases)
        for (const phrase of phrasesOf(pattern)) if (none.has(phrase)) t.fail(`"${phrase}": ${theme}, nothing`);
    }
  }
});

t.test('no pattern is written twice', async (t) => {
  for (const { themes } of [ENGLISH, FRENCH])
    for (const [theme, { words, phrases, beside }] of Object.entries(themes)) {
      const single = words.split(' ').filter((word) => word !== '');
      t.equal(new Set(single).size, single.length, theme);
      t.equal(new Set(phrases).size, phrases.length, theme);
      t.equal(new Set(beside).size, beside.length, theme);
    }
});
