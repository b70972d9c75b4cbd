import { foldWords } from '../../lib/text.ts';
import { addressesMachine } from '../../reading/prompt-injection.ts';
import { readThemes } from '../themes/extract-themes.ts';
import type { ReviewLanguage, Theme } from '../themes/theme.ts';
import { isNegated } from '../themes/verdict.ts';
import type { ReviewClaim } from './claims.ts';

/** Words that several reviews use for one theme, as one of them writes them. */
export interface CommonDetail {
  words: string;
  /** The number of reviews that use them. */
  reviews: number;
}

const FEWEST_REVIEWS = 2;
const MOST_WORDS = 4;
const LONGEST = 40;

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that may not begin or end a detail. */
const EDGES = list(
  'a an the and or but of to in on at for with by from as is are was were be been it its i we you they he she this that there their your our my his her so very really quite too some any all also just get gets got have has had do does did can will would if when than then how what who which not only more most even ' +
    'le la les un une des du de d l et ou mais en au aux a pour par sur dans avec est sont etait ce cet cette ces il elle ils elles on nous vous je tu se s c n ne y que qui quand tres trop plus si son sa ses leur leurs mon ma mes notre nos votre vos tout tous toute toutes bien meme',
);

/** Words that add nothing to "praised" or "criticised". */
const EMPTY = list(
  'good great nice excellent amazing awesome fantastic brilliant decent best better fine ok okay solid bad poor terrible awful horrible worst very some lots lot much many thing things company place team people person employer job work working employees staff colleagues coworkers everyone ' +
    'bon bonne bons bonnes super excellent excellente top tres mauvais mauvaise mauvaises entreprise boite travail travailler poste equipe equipes collegues gens personne personnes salaries beaucoup ' +
    'pay paid salary salaries wage wages benefit benefits perks life balance workload management manager managers boss bosses leadership leaders leader director directors culture atmosphere environment career careers training trained learn learning security office offices building clients client customers customer ' +
    'salaire salaires paye remuneration avantage avantages equilibre vie pro privee charge manager direction responsable responsables hierarchie chef chefs ambiance carriere formation formations securite emploi missions locaux bureau bureaux clientele',
);

interface Phrase {
  words: string;
  reviews: Set<number>;
  length: number;
}

/**
 * The one to four words shared by most claims that mean the theme and add to its
 * name. Never negated words, names (with a capital inside) or text that addresses
 * a machine.
 * @param claims of one theme and side.
 * @param language of the line; claims in other languages are ignored.
 */
export function commonDetail(claims: readonly ReviewClaim[], language: ReviewLanguage): CommonDetail | undefined {
  const phrases = new Map<string, Phrase>();
  for (const claim of claims)
    if (claim.language === language)
      for (const { key, words, length } of phrasesOf(claim.words)) {
        const phrase = phrases.get(key) ?? { words, reviews: new Set(), length };
        phrase.reviews.add(claim.review);
        phrases.set(key, phrase);
      }
  const [first] = claims;
  const best = [...phrases.values()]
    .filter(({ reviews }) => reviews.size >= FEWEST_REVIEWS)
    .sort((one, other) => other.reviews.size - one.reviews.size || other.length - one.length)
    .find(({ words }) => first !== undefined && means(words, first.theme, first) && !addressesMachine(words));
  return best && { words: best.words, reviews: best.reviews.size };
}

function means(words: string, theme: Theme, { side, language }: ReviewClaim): boolean {
  return readThemes(words, language, side === 'positive' ? 'pos' : 'neg').includes(theme);
}

function* phrasesOf(text: string): Generator<{ key: string; words: string; length: number }> {
  for (const clause of text.split(/[.,;:!?()"“”«»/\n…•&+]+|\s[-–—]\s|\s(?:and|or|but|et|ou|mais)\s/i)) {
    const written = clause.split(/\s+/).filter((word) => foldWords(word) !== '');
    const folded = written.map(foldWords);
    for (let from = 0; from < folded.length; from += 1) {
      if (isNegated(folded, from)) continue;
      for (let to = from + 1; to <= Math.min(folded.length, from + MOST_WORDS); to += 1) {
        const inside = folded.slice(from, to);
        if (EDGES.has(inside[0] as string) || EDGES.has(inside.at(-1) as string)) continue;
        if (inside.every((word) => EMPTY.has(word) || EDGES.has(word))) continue;
        const words = written.slice(from, to).map((word) => trimMarks(word));
        if (words.slice(from === 0 ? 1 : 0).some((word) => /^[A-ZÀ-Þ]/.test(word))) continue;
        const said = words.join(' ').toLowerCase();
        if (said.length <= LONGEST) yield { key: inside.map(singular).join(' '), words: said, length: to - from };
      }
    }
  }
}

/** A word without surrounding punctuation. */
function trimMarks(word: string): string {
  return word.replace(/^[^A-Za-z0-9À-ÿœ]+|[^A-Za-z0-9À-ÿœ]+$/g, '').replace(/[^A-Za-z0-9À-ÿœ'’-]/g, '');
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}
