import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary } from '../../reading/vocabulary.ts';
import type { NameReader } from './names.ts';
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
  let from = at;
  let name = names.endAt(tokens, at);
  if (name === undefined) {
    from = endOf(tokens, at, KIND) ?? tokens.length;
    name = names.endAt(tokens, from);
  }
  if (name === undefined) return undefined;
  const end = tickerEnd(tokens, from, name, source) ?? name;
  const apposition = tokens[end]?.text === ',' ? endOf(tokens, end + 1, APPOSITION) : undefined;
  return apposition !== undefined && tokens[apposition]?.text === ',' ? apposition + 1 : end;
}

/** Behind "(LSE: TSCO)", "(TSCO.L)", or "(TSCO)" whose letters are of the name, in its order. */
function tickerEnd(tokens: readonly Token[], from: number, name: number, source: string): number | undefined {
  if (tokens[name]?.text !== '(') return undefined;
  const exchange = endOf(tokens, name + 1, EXCHANGES);
  const at = exchange ?? name + 1;
  const ticker = tokens[at];
  if (ticker?.kind !== 'word' || !/^\p{Lu}{2,5}$/u.test(source.slice(ticker.start, ticker.end))) return undefined;
  const isMarked = tokens[at + 1]?.text === '.' && MARKETS.includes(tokens[at + 2]?.text ?? '');
  const end = isMarked ? at + 3 : at + 1;
  if (tokens[end]?.text !== ')') return undefined;
  const letters = tokens.slice(from, name).map(({ text }) => text);
  const isOfName = ticker.text.length >= LEAST_TICKER && isWithin(ticker.text, letters.join(''));
  return exchange !== undefined || isMarked || isOfName ? end + 1 : undefined;
}

function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
