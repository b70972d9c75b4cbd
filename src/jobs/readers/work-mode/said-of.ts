import { numberOf } from '../../../reading/counts.ts';
import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { isOccupation } from './occupations.ts';
import { cuesOf, isFiller, isNear, isParted, type Sentence } from './sentence.ts';
import { sideOf, type Cue, type ModeTerm } from './terms.ts';

export const BOTH = new Set(['and', 'or', '&', '/', '+', ',', 'et', 'ou', 'with', 'then', 'puis']);

/**
 * True if the term is about other people, an event or a thing, and not about this job:
 * "Interviews will be held remotely".
 */
export function isOfOthers(sentence: Sentence, term: Term<ModeTerm>): boolean {
  if (isTitleLabel(sentence, term) || isOwnHome(sentence, term)) return false;
  if (isBeforeSexes(sentence, term) && cuesOf(sentence, 'job').some(({ to }) => to <= term.from)) return false;
  if (isSubjectMatter(sentence, term) || isSubject(sentence, term)) return true;
  const others = [...cuesOf(sentence, 'other'), ...(term.means === 'all-home' ? [] : cuesOf(sentence, 'served'))];
  return others.some(
    (other) =>
      other.from < term.from &&
      term.from - other.from <= 12 &&
      !isParted(sentence, other, term) &&
      !isBracketed(sentence, other, term) &&
      !isOfCandidate(sentence, other) &&
      !isBeforeThen(sentence, other, term) &&
      !isOfJobAgain(sentence, other, term),
  );
}

/** True for the reader's own home, even if other people are named: "See clients online from your own home". */
export function isOwnHome({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  return tokens.slice(from, to).some(({ text }, _at, words) => text === 'your' && words.at(-1)?.text === 'home');
}

const LABEL_OPENS = new Set(['(', '[', '-', '/', ':', '+', ',']);
const LABEL_CLOSES = new Set([')', ']', '-', '/', ',', '(', '.']);

/**
 * True for a term in brackets or behind a dash in a title, which describes the job: in "Event Manager (Remote)", the
 * job is remote, and not the event.
 */
export function isTitleLabel({ tokens, isTitle }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  const [before, after] = [tokens[from - 1]?.text ?? '', tokens[to]];
  const behind = tokens[to + 1];
  // "Interviews (remote) will be held": the sentence continues.
  const goesOn = after?.text === ')' && behind?.kind === 'word' && !behind.capital;
  return isTitle && LABEL_OPENS.has(before) && (!after || LABEL_CLOSES.has(after.text)) && !goesOn;
}

/** True if "F/H" follows the term, which ends a title: "Poste de gestionnaire sur site F/H". */
export function isBeforeSexes({ tokens, isTitle }: Sentence, { to }: Term<ModeTerm>): boolean {
  if (!isTitle) return false;
  const at = tokens[to]?.kind === 'mark' ? to + 1 : to;
  const [first = '', slash, last = ''] = tokens.slice(at, at + 3).map(({ text }) => text);
  return SEXES.has(first) && slash === '/' && SEXES.has(last);
}

const SEXES = new Set(['f', 'h', 'm']);

function isBasis({ text }: Token): boolean {
  return text === 'basis';
}

const SOUGHT = new Set(
  'looking seeking need needs want wants require requires searching someone anyone candidate candidates applicant applicants recherchons recherche candidat'.split(
    ' ',
  ),
);

/** True if "who" is the person to be hired: "We need someone who can work from home". */
function isOfCandidate({ tokens }: Sentence, other: Term<Cue>): boolean {
  return isSought(tokens, other.from);
}

function isSought(tokens: readonly Token[], at: number): boolean {
  return ['who', 'qui'].includes(tokens[at]?.text ?? '') && tokens.slice(0, at).some(({ text }) => SOUGHT.has(text));
}

/**
 * True if the sentence names the job or the reader again after the other people: "Managing a team of five, you will
 * work remotely", "join our events team on a hybrid basis".
 */
function isOfJobAgain(sentence: Sentence, other: Term<Cue>, term: Term<ModeTerm>): boolean {
  const { tokens } = sentence;
  if (tokens[term.from - 2]?.text === 'on' && tokens.slice(term.to - 1, term.to + 1).some(isBasis)) return true;
  const lead = tokens.slice(Math.max(other.to, term.from - 4), term.from).map(({ text }) => text);
  if (lead.some((word, at) => word === 'this' && lead[at + 1] === 'is')) return true;
  // "All lessons are online so you'll work from home"
  if (lead.some((word, at) => SO.has(word) && lead.slice(at + 1).some((next) => YOU.test(next)))) return true;
  return [...cuesOf(sentence, 'job'), ...cuesOf(sentence, 'reader')].some(
    (subject) =>
      subject.from >= other.to &&
      subject.to <= term.from &&
      cuesOf(sentence, 'is').some(({ from }) => from >= subject.to && from < term.from) &&
      isNear(sentence, subject, term, 6),
  );
}

const SO = new Set(['so', 'and', 'donc']);
const YOU = /^you(?:'ll)?$/;

/**
 * True if "then" separates the term from the training: "Six weeks of training in the office and then three days from
 * home".
 */
function isBeforeThen({ tokens }: Sentence, other: Term<Cue>, term: Term<ModeTerm>): boolean {
  const then = tokens.findIndex(({ text }, at) => at >= other.to && (text === 'then' || text === 'puis'));
  return then >= 0 && then < term.from && numberOf(tokens[then + 1]) !== undefined;
}

/** True if the word is in brackets that close before the term: "(formation assurée) contrat en présentiel". */
function isBracketed({ tokens }: Sentence, other: Term<Cue>, term: Term<ModeTerm>): boolean {
  const opening = tokens.findLastIndex(({ text }, at) => text === '(' && at < other.from);
  const closing = tokens.findIndex(({ text }, at) => text === ')' && at > opening);
  return opening >= 0 && closing >= other.to && closing < term.from;
}

/**
 * True if the term is the subject of the work ("mise en place du télétravail") or is about other people
 * ("10 collaborateurs en télétravail").
 */
function isSubject(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'subject').some(
    ({ to }) =>
      to <= term.from &&
      term.from - to <= 3 &&
      sentence.tokens.slice(to, term.from).every((token) => token.kind === 'word' && isFiller(token)),
  );
}

/**
 * True if the term is the subject of the work: "advise employers on remote working". False for an offer:
 * "Our policy on remote working".
 */
function isSubjectMatter({ tokens, cues }: Sentence, term: Term<ModeTerm>): boolean {
  const at = term.from - 1;
  const isNoun = term.means === 'home-work' || term.means === 'hybrid-work' || term.means === 'telework';
  if (!isNoun || at < 1 || !ABOUT.has(tokens[at]?.text ?? '') || isFiller(tokens[at - 1] as Token)) return false;
  return !cues.some(({ means, from, to }) => from < at && at <= to && OF_READER.includes(means));
}

const ABOUT = new Set(['on', 'about']);

/** Cues with these meanings show that the reader works, or may work, as the term says. */
const OF_READER: readonly Cue[] = ['reader', 'job', 'may', 'all', 'most', 'is', 'limit', 'part-time'];

/**
 * True if the verb's subject is the reader or the job ("you will work from home"), or if the verb has no subject or is
 * an offer ("option to work remotely").
 */
export function isDoneByReader(sentence: Sentence, verb: { from: number }): boolean {
  let at = verb.from;
  while (at > 0) {
    const before = sentence.tokens[at - 1] as Token;
    if (
      before.kind === 'mark' ||
      BOTH.has(before.text) ||
      isPerson(sentence.tokens, at - 1) ||
      WHOLE.has(before.text) ||
      isWholeTeam(sentence.tokens, at - 1) ||
      isSought(sentence.tokens, at - 1)
    )
      return true;
    const cue = sentence.cues.find(({ from, to }) => from < at && at <= to);
    if (cue && OF_READER.includes(cue.means)) return true;
    // "our engineers work remotely" is about other people.
    const isOfSome = sentence.tokens[at - 2]?.text === 'our' && sentence.tokens[at - 3]?.text !== 'all';
    if (isOccupation(before) && !isOfSome) return true;
    if (!isFiller(before) && before.kind !== 'number') return false;
    at -= 1;
  }
  return true;
}

/** True for "somebody to", as in "We want somebody to work remotely", where this person is the reader. */
function isPerson(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === 'to' && /^(?:some|any)(?:one|body)$/.test(tokens[at - 1]?.text ?? '');
}

/**
 * After "all" or "everyone", the verb is also about the reader: "Our agents all work from home". After "while", the
 * verb has no other subject: "while working from home".
 */
const WHOLE = new Set(['all', 'everyone', 'everybody', 'tous', 'chacun', 'while', 'whilst']);

function isWholeTeam(tokens: readonly Token[], at: number): boolean {
  return (
    COLLEAGUES.has(tokens[at]?.text ?? '') && tokens.slice(Math.max(0, at - 2), at).some(({ text }) => ALL_OF.has(text))
  );
}

const COLLEAGUES = new Set('team company us equipe monde entreprise'.split(' '));
const ALL_OF = new Set('whole entire all each toute tout'.split(' '));

const JOBS = new Set('role job position post opportunity contract vacancy poste emploi'.split(' '));

/** True if the job mixes duties and not places: "A hybrid role combining sales and marketing". */
export function isOfDuties(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const hasPlace = sentence.terms.some((other) => sideOf(other) !== 'hybrid');
  const ofJob = sentence.tokens.slice(term.from, term.to).some(({ text }) => JOBS.has(text));
  return !hasPlace && ofJob && cuesOf(sentence, 'duties').some(({ from }) => from === term.to);
}
