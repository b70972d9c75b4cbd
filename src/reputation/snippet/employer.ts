import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import type { NameReader } from './names.ts';
import { basedEnd, locationEnd, rankEnd } from './described.ts';
import { endOf } from './vocabularies.ts';
import { COMPANY_KINDS } from './words/companies.ts';

const ARTICLES = "the|a|an|le|la|l'|du|un|une";
const KIND = compileVocabulary([{ means: 'kind', phrases: COMPANY_KINDS.map((kind) => `${ARTICLES}? ${kind}`) }]);
const APPOSITION = compileVocabulary([{ means: 'kind', phrases: COMPANY_KINDS.map((kind) => `${ARTICLES} ${kind}`) }]);
const EXCHANGES = compileVocabulary([
  {
    means: 'exchange',
    phrases: ['lse|lon|nyse|nasdaq|euronext|epa|aim|xetra :?', 'euronext paris|london|amsterdam :?', 'ticker :?'],
  },
]);
/** Behind a ticker, the market in its short form: "TSCO.L". */
const MARKETS = ['l', 'pa', 'n', 'o'];
/** A shorter one may be of a part of the company: "(HR)", "(UK)", "(HFS)". */
const LEAST_TICKER = 4;
/** Unless it is how the name begins, or the first letters of all its words: "Kier (KIE)". */
const LEAST_ABBREVIATION = 3;

/**
 * Behind the employer's name that begins at a token, with what says the same
 * company again: "British retailer Tesco", "Tesco (LSE: TSCO)", "Tesco, the supermarket chain,".
 */
export function employerEnd(
  tokens: readonly Token[],
  at: number,
  names: NameReader,
  source: string,
): number | undefined {
  const from = [at, ...leadEnds(tokens, at)].find((start) => names.endAt(tokens, start) !== undefined);
  const name = from === undefined ? undefined : names.endAt(tokens, from);
  if (from === undefined || name === undefined) return undefined;
  const end = tickerEnd(tokens, from, name, source) ?? otherNameEnd(tokens, name, names) ?? name;
  if (tokens[end]?.text !== ',') return end;
  const apposition = endOf(tokens, end + 1, APPOSITION);
  if (apposition !== undefined && tokens[apposition]?.text === ',') return apposition + 1;
  const rank = rankEnd(tokens, end + 1);
  return rank === undefined ? (locationEnd(tokens, end + 1) ?? end) : rank + 1;
}

/** Behind "Founded in 1919,", "Welwyn-based retailer", "the British retailer". */
function leadEnds(tokens: readonly Token[], at: number): number[] {
  const located = locationEnd(tokens, at);
  const kind = endOf(tokens, located ?? basedEnd(tokens, at) ?? at, KIND);
  const rank = rankEnd(tokens, at);
  return [kind, located, rank === undefined ? undefined : rank + 1].filter((end) => end !== undefined);
}

/** Behind the same company's other name: "Marks and Spencer (M&S)". */
function otherNameEnd(tokens: readonly Token[], at: number, names: NameReader): number | undefined {
  const end = tokens[at]?.text === '(' ? names.endAt(tokens, at + 1) : undefined;
  return end !== undefined && tokens[end]?.text === ')' ? end + 1 : undefined;
}

/** Behind "(LSE: TSCO)", "(TSCO.L)", "(TSCO)" whose letters are of the name, in its order, or "(KIE)" that begins it. */
function tickerEnd(tokens: readonly Token[], from: number, name: number, source: string): number | undefined {
  if (tokens[name]?.text !== '(') return undefined;
  const exchange = endOf(tokens, name + 1, EXCHANGES);
  const at = exchange ?? name + 1;
  const ticker = tokens[at];
  if (ticker?.kind !== 'word' || !/^\p{Lu}{2,5}$/u.test(source.slice(ticker.start, ticker.end))) return undefined;
  const isMarked = tokens[at + 1]?.text === '.' && MARKETS.includes(tokens[at + 2]?.text ?? '');
  const end = isMarked ? at + 3 : at + 1;
  if (tokens[end]?.text !== ')') return undefined;
  const words = tokens.slice(from, name).filter(({ kind }) => kind === 'word');
  const letters = words.map(({ text }) => text).join('');
  const initials = words.map(({ text }) => text[0]).join('');
  const isBeginning = letters.startsWith(ticker.text) || initials === ticker.text;
  const isOfName =
    (ticker.text.length >= LEAST_TICKER && isWithin(ticker.text, letters)) ||
    (ticker.text.length >= LEAST_ABBREVIATION && isBeginning);
  return exchange !== undefined || isMarked || isOfName ? end + 1 : undefined;
}

function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
