import { foldWords } from '../../lib/text.ts';
import type { ReviewSide } from './theme.ts';

/** Words that praise or criticise, whatever the subject. A trailing "~" stands for any ending. */
const SAYING: Readonly<Record<ReviewSide, Vocabulary>> = {
  positive: vocabulary(
    'good great excellent nice fantastic amazing awesome brilliant wonderful superb lovely love loved enjoy~ ok okay ' +
      'friendly helpful supportive flexib~ decent fun interesting rewarding competitive generous best better fair perfect welcoming ' +
      'approachable knowledgeable kind caring passionate talented smart happy chill relaxed solid well positive pleasant ' +
      'bon bonne bons bonnes genial~ agreable~ sympa~ top parfait~ formidable~ bienveillan~ interessant~ varie~ ' +
      'attractif~ attractive~ correct correcte corrects correctes souple~ passionnant~ enrichissant~ convivial~ meilleur~ adore~ ' +
      'humain~ dynamique~ innovant~ stimulant~ efficace~',
  ),
  negative: vocabulary(
    'bad badly poor poorly terrible awful horrible worst worse toxic rude low lower unfair useless boring underpaid overworked ' +
      'stress~ unrealistic unprofessional incompeten~ hate hated disgusting shocking appalling broken understaffed short ' +
      'problem problems issue issues complaint complaints mess hell harsh slow slower outdated old difficult~ hard harder ' +
      'pointless unfair unreasonable irate angry exhausting exhausted frustrat~ confus~ blame fired mistakes wrong ' +
      'mauvais~ nul nulle nuls nulles horrible~ toxique~ bas basse faible~ pire~ catastroph~ deplorable~ insuffisant~ ' +
      'stressant~ ennuyeu~ lamentable~ penible~ irrespectueu~ lent lente lenteur dommage probleme~ compliqu~ repetiti~',
  ),
};

/** Words that negate one of the next three words. */
const NEGATIONS = vocabulary(
  'not no never none without nothing hardly isn t don doesn didn wasn aren cannot lack lacks lacking zero limited few little less ' +
    'pas aucun aucune sans jamais peu ni plus manque manquent',
);
/** Words for "much" or "often", which turn a mention into praise or criticism. */
const MEASURES = vocabulary(
  'too trop lot lots plenty many much more always every often constant~ frequent~ extremely very really need needs unlimited free full ' +
    'beaucoup nombreu~ toujours tres vraiment souvent constant~ plusieurs possibilite~',
);
const REACH = 3;

interface Vocabulary {
  exact: ReadonlySet<string>;
  stems: readonly string[];
}

function vocabulary(list: string): Vocabulary {
  const words = list.split(' ');
  const stems = words.filter((word) => word.endsWith('~')).map((word) => word.slice(0, -1));
  return { exact: new Set(words), stems };
}

function has({ exact, stems }: Vocabulary, word: string): boolean {
  return exact.has(word) || stems.some((stem) => word.startsWith(stem));
}

/** The side that a text's words take; undefined if neither or both. */
export function verdictOf(text: string): ReviewSide | undefined {
  const words = foldWords(text).split(' ');
  const sides = new Set<ReviewSide>();
  for (const [at, word] of words.entries())
    for (const side of ['positive', 'negative'] as const)
      if (has(SAYING[side], word)) sides.add(isNegated(words, at) ? opposite(side) : side);
  return sides.size === 1 ? [...sides][0] : undefined;
}

/** Whether a text makes a statement (judges, denies or measures) instead of only mentioning something. */
export function isStatement(text: string): boolean {
  return foldWords(text)
    .split(' ')
    .some((word) => [SAYING.positive, SAYING.negative, NEGATIONS, MEASURES].some((said) => has(said, word)));
}

/** Whether a word is negated. */
export function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - REACH), at).some((word) => has(NEGATIONS, word));
}

export function opposite(side: ReviewSide): ReviewSide {
  return side === 'positive' ? 'negative' : 'positive';
}
