import { numberOf } from '../../reading/counts.ts';
import type { Token } from '../../reading/tokens.ts';
import { compileVocabulary, termAt, type Vocabulary } from '../../reading/vocabulary.ts';
import { figureAt, scaleAt } from './figure.ts';
import type { Role } from './kinds.ts';
import { ratingEnd } from './trends.ts';
import { BESIDE_FIGURES, endOf, INDUSTRY } from './vocabularies.ts';
import { COMPANY_KINDS } from './words/companies.ts';
import { CONNECTS, DESCRIBES, HOME, LIKE_NAMES, LOCATES, RANKS, SENDS_ELSEWHERE, TOPS } from './words/descriptions.ts';

const DESCRIBING = compileVocabulary([{ means: 'describes', phrases: DESCRIBES }]);
const LOCATING = compileVocabulary([{ means: 'locates', phrases: LOCATES }]);
/** A company of a rank is described in these words alone, so that what goes on behind them is said of it too. */
const KIND_WORDS = new Set(COMPANY_KINDS.flatMap((phrase) => phrase.split(/[ |]/).map(withoutSign)));
const RANK_WORDS = new Set([...RANKS, ...KIND_WORDS]);
const RANK_JOINTS = new Set(["l'", "d'", 'number', 'no', 'numero', 'leader', 'leaders']);
/** What such words are not: figures of something, or the beginning of what is said of another thing. */
const HARMLESS: readonly Role[] = ['prose', 'joint', 'about', 'raters', 'filler'];
const IN = ['in', 'at', 'en', 'a', 'au', 'aux'];
const ARTICLES = ['the', 'la', 'le', "l'", 'les', 'its', 'his'];
const INSIDE_PLACES = ['on', 'upon', 'of', 'de', 'la', 'le', 'les', 'sur', 'en', 'sous'];
const LONGEST = 30;
const LONGEST_PLACE = 8;
const LONGEST_RANK = 14;

/**
 * Behind what a text says of the employer whose name ends before a token, and
 * that has no figure of ours: "is a British retailer with more than 2,000
 * stores", up to the end of the sentence; "ranks among the top 50 employers in
 * the UK, with", up to the figure that goes on. Undefined where it may speak of another.
 */
export function descriptionEnd(tokens: readonly Token[], at: number, words: Vocabulary<Role>): number | undefined {
  const from = endOf(tokens, at, DESCRIBING);
  if (from === undefined) return undefined;
  let isOfRank = true;
  for (let here = from; here < from + LONGEST;) {
    const token = tokens[here];
    if (token === undefined || isSentenceEnd(tokens, here)) return here > from ? here : undefined;
    const next = continuedAt(tokens, here, words);
    if (next !== undefined) return isOfRank && here > from ? next : undefined;
    const end = harmlessEnd(tokens, here, words);
    if (end === undefined) return undefined;
    isOfRank &&= token.kind !== 'word' || isHome(token) || RANK_WORDS.has(token.text);
    here = end;
  }
  return undefined;
}

/**
 * Behind where or since when a company is, with the comma behind: "Founded in
 * 1919, |Tesco", "Tesco, |headquartered in Welwyn Garden City, |has".
 */
export function locationEnd(tokens: readonly Token[], at: number): number | undefined {
  const from = endOf(tokens, at, LOCATING);
  if (from === undefined) return undefined;
  let here = from;
  while (here < from + LONGEST_PLACE && isOfPlace(tokens[here])) here += 1;
  return here > from && tokens[here]?.text === ',' ? here + 1 : undefined;
}

/**
 * Up to the comma behind words of a company's rank and kind alone: "the UK's
 * biggest supermarket|,", "leader européen de la distribution|,".
 */
export function rankEnd(tokens: readonly Token[], at: number): number | undefined {
  let here = at;
  let kinds = 0;
  let ranks = 0;
  for (; here < at + LONGEST_RANK && tokens[here]?.kind === 'word';) {
    const token = tokens[here] as Token;
    const industry = endOf(tokens, here, INDUSTRY);
    if (industry === undefined && !isHome(token) && !RANK_WORDS.has(token.text) && !RANK_JOINTS.has(token.text))
      return undefined;
    if (TOPS.includes(token.text)) ranks += 1;
    if (industry !== undefined || KIND_WORDS.has(token.text)) kinds += 1;
    here = industry ?? here + 1;
  }
  return kinds > 0 && ranks > 0 && here > at + 1 && tokens[here]?.text === ',' ? here : undefined;
}

/** Behind "Welwyn-based", "Milton Keynes-based". */
export function basedEnd(tokens: readonly Token[], at: number): number | undefined {
  let here = at;
  while (here < at + 3 && tokens[here]?.kind === 'word' && tokens[here]?.capital) here += 1;
  const based = tokens[here];
  return here > at && based?.text === 'based' && based.joined ? here + 1 : undefined;
}

/** Behind ", and is", ", with a", where a rating or its label comes next. */
function continuedAt(tokens: readonly Token[], at: number, words: Vocabulary<Role>): number | undefined {
  let here = at;
  while (isConnecting(tokens[here])) here += 1;
  if (here === at || tokens[here - 1]?.text === ',') return undefined;
  let next = here;
  while (['a', 'an', 'une', 'un', 'la'].includes(tokens[next]?.text ?? '')) next += 1;
  if (ratingEnd(tokens, next) !== undefined) return here;
  const means = next < tokens.length ? termAt(tokens, next, words)?.means : undefined;
  return means === 'label' || means === 'overall' || (means === 'verb' && next === here) ? here : undefined;
}

/** "IT" is no "it". */
function isConnecting(token: Token | undefined): boolean {
  return token !== undefined && (token.text === ',' || (!token.capital && CONNECTS.includes(token.text)));
}

/** Behind a word, figure or mark that changes nothing of what is described. */
function harmlessEnd(tokens: readonly Token[], at: number, words: Vocabulary<Role>): number | undefined {
  const token = tokens[at] as Token;
  if (token.kind === 'number') return otherFigureEnd(tokens, at);
  if (token.kind !== 'word') return token.text === ',' || token.text === '&' || token.text === '-' ? at + 1 : undefined;
  if (SENDS_ELSEWHERE.includes(token.text) || endOf(tokens, at, BESIDE_FIGURES.reviews) !== undefined) return undefined;
  const isPlaced = IN.includes(token.text);
  if (isPlaced) return isPlace(tokens, at + 1) ? at + 1 : undefined;
  if (token.capital && !isHome(token)) return isNamedPlace(tokens, at) ? at + 1 : undefined;
  const term = termAt(tokens, at, words);
  return !term || HARMLESS.includes(term.means) ? (term?.to ?? at + 1) : undefined;
}

/** Any figure that is no rating and counts no reviews. */
function otherFigureEnd(tokens: readonly Token[], at: number): number | undefined {
  const figure = figureAt(tokens, at);
  if (!figure || figure.sign === 'percent' || /^[1-5][.,]\d{1,2}$/.test(figure.text)) return undefined;
  const isOurs = scaleAt(tokens, figure.end) || endOf(tokens, figure.end, BESIDE_FIGURES.reviews) !== undefined;
  return isOurs ? undefined : figure.end;
}

/** What may stand behind "in": a place, an industry, so many of something. */
function isPlace(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (isHome(token) || numberOf(token) !== undefined || endOf(tokens, at, INDUSTRY) !== undefined) return true;
  const isArticle = ARTICLES.includes(token.text);
  return (isArticle && tokens[at + 1] !== undefined && isPlace(tokens, at + 1)) || (token.capital && !isArticle);
}

/** The later words of a place: "in Welwyn |Garden City". */
function isNamedPlace(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (tokens[before]?.capital || INSIDE_PLACES.includes(tokens[before]?.text ?? '')) {
    if (IN.includes(tokens[before]?.text ?? '')) break;
    before -= 1;
  }
  return IN.includes(tokens[before]?.text ?? '');
}

function isHome({ text }: Token): boolean {
  return HOME.includes(text.replace(/'s$/, ''));
}

function isOfPlace(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'number') return /^(?:1[5-9]|20)\d\d$/.test(token.text);
  return (
    token.kind === 'word' && !LIKE_NAMES.includes(token.text) && (token.capital || INSIDE_PLACES.includes(token.text))
  );
}

function isSentenceEnd(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  if (kind === 'break') return text !== '';
  return text === '.' && (tokens[at + 1]?.spaced ?? true);
}

function withoutSign(word: string): string {
  return word.replace('?', '');
}
