import { numberOf } from '../../../reading/counts.ts';
import type { Token } from '../../../reading/tokens.ts';
import { compileVocabulary, findTerms, type Term } from '../../../reading/vocabulary.ts';
import { ENGLISH_CUES } from './english-cues.ts';
import { ENGLISH_TERMS } from './english-terms.ts';
import { ENGLISH_FILLERS, ENGLISH_FOLLOWERS } from './english-words.ts';
import { FRENCH_CUES, FRENCH_FILLERS, FRENCH_FOLLOWERS } from './french-cues.ts';
import { FRENCH_TERMS } from './french-terms.ts';
import type { Cue, ModeTerm } from './terms.ts';

const TERMS = compileVocabulary([...ENGLISH_TERMS, ...FRENCH_TERMS]);
const CUES = compileVocabulary([...ENGLISH_CUES, ...FRENCH_CUES]);
const FILLERS = new Set([...ENGLISH_FILLERS, ...FRENCH_FILLERS]);
const FOLLOWERS = new Set([...ENGLISH_FOLLOWERS, ...FRENCH_FOLLOWERS]);
const SOFT_MARKS = new Set(['(', ')', ':', '-', '/', ',', '"', "'", '&', '+', '~', '.']);

/**
 * `terms` are words for a place of work ("remote"), and `cues` are words that decide what a term means ("not",
 * "your role").
 */
export interface Sentence {
  tokens: readonly Token[];
  terms: readonly Term<ModeTerm>[];
  cues: readonly Term<Cue>[];
  /** True for the first of several sentences, because an advert's text begins with the title of the job. */
  isTitle: boolean;
}

export function readSentence(tokens: readonly Token[], isTitle: boolean): Sentence | undefined {
  const terms = findTerms(tokens, TERMS);
  return terms.length === 0 ? undefined : { tokens, terms, cues: findTerms(tokens, CUES), isTitle };
}

const LONGEST_ENTRY = 6;

export function isBesidePerks(parts: readonly (readonly Token[])[], index: number): boolean {
  if ((parts[index]?.length ?? 0) > LONGEST_ENTRY) return false;
  return [parts[index - 1], parts[index + 1]].some(
    (part) =>
      part !== undefined && part.length <= LONGEST_ENTRY && findTerms(part, CUES).some(({ means }) => means === 'perk'),
  );
}

/**
 * True if a sentence is about work on the road: inspections, visits, driving. False if the travel is denied or
 * occasional.
 */
export function isOfTravel(tokens: readonly Token[]): boolean {
  if (tokens.some(({ text }) => NOW_AND_THEN.has(text))) return false;
  const meanings = findTerms(tokens, CUES).map(({ means }) => means);
  return meanings.includes('travel') && !meanings.includes('not');
}

/** True if the work is at other people's homes or on the move: "aide à domicile", "field based". */
export function isOfField(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }, at) => {
    const [last, next] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''];
    if (text === 'field') return next === 'based';
    if (text !== 'domicile' && text !== 'domiciles') return false;
    return OTHERS_HOME.has(next) || (last === 'a' && !AT_OWN_HOME.test(tokens[at - 2]?.text ?? ''));
  });
}

const OTHERS_HOME = new Set(['de', "d'", 'des', 'du', 'chez']);
const AT_OWN_HOME = /^(?:travail\w*|bas[ée]e?s?|poste|emploi|job|mission|bureau|et|ou|,|[(])$/;

const NOW_AND_THEN = new Set('once twice monthly month quarter quarterly year yearly annual'.split(' '));

interface Span {
  from: number;
  to: number;
}

/** True if at most `most` tokens are between two spans and all of them are fillers or names of places. */
export function isNear({ tokens }: Sentence, one: Span, other: Span, most: number): boolean {
  const [from, to] = one.to <= other.from ? [one.to, other.from] : [other.to, one.from];
  if (to < from || to - from > most) return false;
  return tokens.slice(from, to).every((token, index, gap) => isFiller(token) || isPlaceName(token, gap[index - 1]));
}

export function isFiller({ text, kind }: Token): boolean {
  return FILLERS.has(text) || (kind === 'mark' && SOFT_MARKS.has(text));
}

export function isFollower(token: Token): boolean {
  return FOLLOWERS.has(token.text) || isFiller(token);
}

function isPlaceName(token: Token, before: Token | undefined): boolean {
  return token.capital && before !== undefined && (before.capital || BEFORE_PLACE.has(before.text));
}

const BEFORE_PLACE = new Set(['(', 'in', 'at', 'our', 'the', 'a', 'de', 'of']);

export function isParted({ tokens }: Sentence, one: Span, other: Span): boolean {
  const [from, to] = one.to <= other.from ? [one.to, other.from] : [other.to, one.from];
  return tokens.slice(from, to).some(({ text }) => text === ',');
}

export function cuesOf(sentence: Sentence, means: Cue): Term<Cue>[] {
  return sentence.cues.filter((cue) => cue.means === means);
}

/**
 * True if a cue with this meaning is at most `before` tokens before the term or `after` tokens after it, with only
 * fillers and no comma between them.
 */
export function hasCueNear(sentence: Sentence, term: Span, means: Cue, before: number, after: number): boolean {
  return cuesOf(sentence, means).some(
    (cue) => isNear(sentence, cue, term, cue.to <= term.from ? before : after) && !isParted(sentence, cue, term),
  );
}

/**
 * True if an adjective stands alone ("remote", "on site, in Leeds"). False before a thing that it describes
 * ("remote tools"). If two adjectives are joined, the second decides ("onsite and remote support").
 */
export function standsAlone(sentence: Sentence, term: Span): boolean {
  const next = sentence.tokens[term.to];
  if (!next || (next.kind === 'mark' && next.text !== '-') || numberOf(next) !== undefined) return true;
  if (next.kind === 'word' && !FOLLOWERS.has(next.text)) return false;
  const joined = sentence.terms.find(({ from }) => from === term.to + 1);
  if (joined) return standsAlone(sentence, joined);
  const second = sentence.tokens[term.to + 1];
  return !JOINING.has(next.text) || second === undefined || isFiller(second) || second.kind === 'number';
}

const JOINING = new Set(['and', 'or', 'et', 'ou', '&', '/']);

export function isLimited(sentence: Sentence): boolean {
  return cuesOf(sentence, 'limit').length > 0;
}
