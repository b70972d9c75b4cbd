import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { isOccupation } from './occupations.ts';
import { cuesOf, isFiller, isParted, type Sentence } from './sentence.ts';
import { sideOf, type Cue, type ModeTerm } from './terms.ts';

/** Words and marks that join two places, or two clauses. */
export const BOTH = new Set(['and', 'or', '&', '/', '+', ',', 'et', 'ou', 'with', 'then', 'puis']);

/** What is said of interviews, of training, of customers, of a skill, or of others who work so, is not said of the job. */
export function isOfOthers(sentence: Sentence, term: Term<ModeTerm>): boolean {
  if (isSubjectMatter(sentence, term) || isSubject(sentence, term)) return true;
  const others = [...cuesOf(sentence, 'other'), ...(term.means === 'all-home' ? [] : cuesOf(sentence, 'served'))];
  return others.some(
    (other) =>
      other.to <= term.from &&
      term.from - other.from <= 12 &&
      !isParted(sentence, other, term) &&
      !isBracketed(sentence, other, term),
  );
}

/** "(formation assurée) contrat en présentiel": what a closed bracket says ends with it. */
function isBracketed({ tokens }: Sentence, other: Term<Cue>, term: Term<ModeTerm>): boolean {
  const opening = tokens.findLastIndex(({ text }, at) => text === '(' && at < other.from);
  const closing = tokens.findIndex(({ text }, at) => text === ')' && at > opening);
  return opening >= 0 && closing >= other.to && closing < term.from;
}

/** "mise en place du télétravail", "10 collaborateurs en télétravail": only words stand between. */
function isSubject(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'subject').some(
    ({ to }) =>
      to <= term.from &&
      term.from - to <= 3 &&
      sentence.tokens.slice(to, term.from).every((token) => token.kind === 'word' && isFiller(token)),
  );
}

/** "advise employers on remote working": what other work is about; "our policy on remote working" is an offer. */
function isSubjectMatter({ tokens, cues }: Sentence, term: Term<ModeTerm>): boolean {
  const at = term.from - 1;
  const isNoun = term.means === 'home-work' || term.means === 'hybrid-work' || term.means === 'telework';
  if (!isNoun || at < 1 || !ABOUT.has(tokens[at]?.text ?? '') || isFiller(tokens[at - 1] as Token)) return false;
  return !cues.some(({ means, from, to }) => from < at && at <= to && OF_READER.includes(means));
}

const ABOUT = new Set(['on', 'about']);

/** What may say who works so, or leave it open. */
const OF_READER: readonly Cue[] = ['reader', 'job', 'may', 'all', 'most', 'is', 'limit', 'part-time'];

/** "you will work from home", "option to work remotely": before the verb stands the reader, the job, an offer, or nothing. */
export function isDoneByReader(sentence: Sentence, verb: { from: number }): boolean {
  let at = verb.from;
  while (at > 0) {
    const before = sentence.tokens[at - 1] as Token;
    if (before.kind === 'mark' || BOTH.has(before.text)) return true;
    const cue = sentence.cues.find(({ from, to }) => from < at && at <= to);
    if (cue && OF_READER.includes(cue.means)) return true;
    if (isOccupation(before)) return true;
    if (!isFiller(before)) return false;
    at -= 1;
  }
  return true;
}

const JOBS = new Set('role job position post opportunity contract vacancy poste emploi'.split(' '));

/** "A hybrid role combining sales and marketing": what is mixed are the duties. */
export function isOfDuties(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const hasPlace = sentence.terms.some((other) => sideOf(other) !== 'hybrid');
  const ofJob = sentence.tokens.slice(term.from, term.to).some(({ text }) => JOBS.has(text));
  return !hasPlace && ofJob && cuesOf(sentence, 'duties').some(({ from }) => from === term.to);
}
