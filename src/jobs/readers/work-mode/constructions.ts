import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { dayCounts, type DayCount } from './day-counts.ts';
import { ENGLISH_OCCUPATIONS } from './english.ts';
import { cuesOf, hasCueNear, isFiller, isNear, isParted, standsAlone, type Sentence } from './sentence.ts';
import type { Cue, ModeTerm } from './terms.ts';

type Side = 'home' | 'office' | 'hybrid';

const SIDE: Readonly<Record<ModeTerm, Side>> = {
  'home-work': 'home',
  'home-verb': 'home',
  telework: 'home',
  'all-home': 'home',
  'some-home': 'hybrid',
  'hybrid-work': 'hybrid',
  'office-work': 'office',
  remote: 'home',
  'home-based': 'home',
  hybrid: 'hybrid',
  'on-site': 'office',
  'from-home': 'home',
  'at-home': 'home',
  'at-office': 'office',
  'at-site': 'office',
};
const ADJECTIVES: ReadonlySet<ModeTerm> = new Set(['remote', 'home-based', 'hybrid', 'on-site']);

export function sideOf(term: Term<ModeTerm>): Side {
  return SIDE[term.means];
}

/** "no remote working", "remote working is not available", "télétravail : non". */
export function isNegated(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'not').some((not) => {
    if (!isNear(sentence, not, term, 7) || isParted(sentence, not, term)) return false;
    const [from, to] = not.to <= term.from ? [not.to, term.from] : [term.to, not.from];
    const isOfOther = ({ to: end }: Term<ModeTerm>): boolean => !OR.has(sentence.tokens[end]?.text ?? '');
    if (sentence.terms.some((other) => other.from >= from && other.to <= to && isOfOther(other))) return false;
    if (not.to <= term.from) return !LIMITED_NOT.has(sentence.tokens[not.to]?.text ?? '');
    const next = sentence.tokens[not.to];
    return (
      !next ||
      next.kind === 'mark' ||
      DENIED.has(next.text) ||
      sentence.tokens[not.from]?.text.endsWith("n't") === true ||
      DENIALS.has(sentence.tokens[not.from]?.text ?? '')
    );
  });
}

/** A word of denial stands before it in the clause, and what it denies is not known. */
export function isDoubtful(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'not').some(
    (not) =>
      not.to <= term.from &&
      term.from - not.to <= 6 &&
      !LIMITED_NOT.has(sentence.tokens[not.to]?.text ?? '') &&
      sentence.tokens.slice(not.to, term.from).every(({ kind, text }) => kind === 'word' && !TURNS.has(text)),
  );
}

/** A clause of its own begins. */
const TURNS = new Set(['but', 'as', 'so', 'and', 'because', 'mais', 'car', 'et']);
/** "not a remote or hybrid role": both. */
const OR = new Set(['or', 'nor', '/', 'ou', 'ni']);
/** "not only remote", "no more than two days": no negation. */
const LIMITED_NOT = new Set('only just more less fewer plus moins necessarily seulement uniquement'.split(' '));
/** Words that deny by themselves. */
const DENIALS = new Set(['impossible', 'exclu', 'interdit', 'ineligible', 'indisponible', 'incompatible', '0']);
const DENIED = new Set(
  'available possible offered an a option permitted allowed supported considered suitable provided be currently autorise autorisee eligible envisageable envisage applicable propose prevu accessible ouvert de compatible for'.split(
    ' ',
  ),
);

/** That a denial, or an attendance, ends: "for the first three months". */
export function isLimited(sentence: Sentence): boolean {
  return cuesOf(sentence, 'limit').length > 0;
}

/** Days at a place: fewer than five are hybrid, five are that place; of days at home and at the office, hybrid. */
export function readDays(sentence: Sentence): Side | undefined {
  let five: Side | undefined;
  for (const count of dayCounts(sentence.tokens)) {
    const place = sentence.terms.find(
      (term) => isNear(sentence, count, term, 8) && isCountable(sentence, term, count) && !isOfOthers(sentence, term),
    );
    if (!place || (count.isVisit && sentence.terms.every((term) => sideOf(term) !== 'home'))) continue;
    if (sideOf(place) === 'hybrid') return 'hybrid';
    const isPartTime =
      cuesOf(sentence, 'part-time').length > 0 &&
      (sideOf(place) === 'office' || (place.to <= count.from && isParted(sentence, count, place)));
    if (count.days < 5) {
      if (!isPartTime) return 'hybrid';
    } else if (count.days === 5) five ??= sideOf(place);
  }
  return five;
}

/** A place that days can be spent at: at home where the line begins with the count, or the office is named as well. */
function isCountable(sentence: Sentence, term: Term<ModeTerm>, count?: DayCount): boolean {
  if (ADJECTIVES.has(term.means)) return standsAlone(sentence, term);
  if (term.means === 'at-site') return sentence.terms.some((other) => sideOf(other) === 'home');
  if (term.means !== 'at-home') return true;
  if (count?.from === 0 && count.to <= term.from) return true;
  return sentence.terms.some(
    (other) => sideOf(other) === 'office' && (!ADJECTIVES.has(other.means) || standsAlone(sentence, other)),
  );
}

/** "40% in office", "télétravail à 50 %": a share of the time; all of it is that place. */
export function readShare(sentence: Sentence): Side | undefined {
  const { tokens } = sentence;
  for (let at = 1; at < tokens.length; at += 1) {
    if (tokens[at]?.text !== '%' || tokens[at - 1]?.kind !== 'number') continue;
    const share = { from: at - 1, to: at + 1 };
    const place = sentence.terms.find(
      (term) =>
        term.means !== 'at-home' &&
        isNear(sentence, share, term, 8) &&
        !isParted(sentence, share, term) &&
        isCountable(sentence, term),
    );
    const value = Number(tokens[at - 1]?.text.replace(',', '.'));
    if (place && value > 0 && value < 100) return 'hybrid';
    if (place && value === 100 && sideOf(place) !== 'home') return sideOf(place);
  }
  return undefined;
}

const BOTH = new Set(['and', 'or', '&', '/', '+', ',', 'et', 'ou', 'with', 'then', 'puis']);

/** Home and office against each other: "split between home and our office". */
export function isSplit(sentence: Sentence): boolean {
  const places = sentence.terms.filter(
    (term) =>
      term.means !== 'at-home' &&
      !isOfOthers(sentence, term) &&
      !isNegated(sentence, term) &&
      (!ADJECTIVES.has(term.means) || standsAlone(sentence, term)),
  );
  return places.some((place, index) => {
    const next = places[index + 1];
    if (!next || sideOf(next) === sideOf(place) || sideOf(place) === 'hybrid' || sideOf(next) === 'hybrid')
      return false;
    if (
      ADJECTIVES.has(place.means) &&
      ADJECTIVES.has(next.means) &&
      !isSaidOfJob(sentence, place) &&
      !isSaidOfJob(sentence, next)
    )
      return false;
    return (
      isNear(sentence, place, next, 8) && sentence.tokens.slice(place.to, next.from).some(({ text }) => BOTH.has(text))
    );
  });
}

/** "A hybrid role combining sales and marketing": what is mixed are the duties. */
export function isOfDuties(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const hasPlace = sentence.terms.some((other) => sideOf(other) !== 'hybrid');
  return !hasPlace && cuesOf(sentence, 'duties').some(({ from }) => from === term.to);
}

const PREPOSITIONS = new Set(['in', 'at', 'au', 'dans', 'en']);

/** "In the office": a place that is all the line says. */
export function isWholeLine({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  return from === 0 && to === tokens.length && PREPOSITIONS.has(tokens[0]?.text ?? '');
}

/** What is said of interviews, of training, of customers, of a skill, or of others who work so, is not said of the job. */
export function isOfOthers(sentence: Sentence, term: Term<ModeTerm>): boolean {
  if (isSubjectMatter(sentence, term) || isSubject(sentence, term)) return true;
  return cuesOf(sentence, 'other').some(
    (other) => other.to <= term.from && term.from - other.from <= 12 && !isParted(sentence, other, term),
  );
}

/** What may say who works so, or leave it open. */
const OF_READER: readonly Cue[] = ['reader', 'job', 'may', 'all', 'most', 'is', 'limit', 'part-time'];

/** "you will work from home", "option to work remotely": before the verb stands the reader, the job, an offer, or nothing. */
export function isDoneByReader(sentence: Sentence, verb: Term<ModeTerm>): boolean {
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

const ABOUT = new Set(['on', 'about']);

/** "advise employers on remote working": what other work is about; "our policy on remote working" is an offer. */
function isSubjectMatter({ tokens, cues }: Sentence, term: Term<ModeTerm>): boolean {
  const at = term.from - 1;
  const isNoun = term.means === 'home-work' || term.means === 'hybrid-work' || term.means === 'telework';
  if (!isNoun || at < 1 || !ABOUT.has(tokens[at]?.text ?? '') || isFiller(tokens[at - 1] as Token)) return false;
  return !cues.some(({ means, from, to }) => from < at && at <= to && OF_READER.includes(means));
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

/** "office-based at first, then hybrid", "moving to hybrid after training": how it will be. */
export function isLater(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const before = sentence.tokens[term.from - 1]?.text;
  return (
    (before === 'then' || before === 'to' || before === 'puis') && standsAlone(sentence, term) && isLimited(sentence)
  );
}

/** An adjective that is said of the job: as a label, before the word for the job, behind "is", or with a work verb. */
export function isSaidOfJob(sentence: Sentence, term: Term<ModeTerm>): boolean {
  if (isOfOthers(sentence, term)) return false;
  return (
    (standsAlone(sentence, term) &&
      (isLabel(sentence, term) || isPredicate(sentence, term) || isManner(sentence, term))) ||
    isBeforeJob(sentence, term) ||
    isBeforeOccupation(sentence, term)
  );
}

const OPENS = new Set(['(', '[', ':', '-', '/']);
const CLOSES = new Set([')', ']', ',', '-', '/', '.', '(', ':']);

const IN = new Set(['in', 'at', 'a']);

/** Alone between marks: "Location: Remote", "Engineer (hybrid)", "Remote, UK", "CDI - Présentiel". */
function isLabel(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const { tokens } = sentence;
  const [before, after] = [tokens[term.from - 1], tokens[term.to]];
  const isBeforePlace = after !== undefined && IN.has(after.text) && tokens[term.to + 1]?.capital === true;
  const endsThere = !after || CLOSES.has(after.text) || isBeforePlace || tokens.length <= 6;
  if (!before) return endsThere || tokens.length <= 12;
  if (!endsThere && before.text !== '(') return false;
  if (before.text === ':') {
    const colon = { from: term.from - 1, to: term.from - 1 };
    return hasCueNear(sentence, colon, 'label', 2, 0) || hasCueNear(sentence, colon, 'job', 2, 0);
  }
  if (before.text === '(' || before.text === '[') return tokens.length <= 16 || tokens[term.from - 2]?.capital === true;
  return (OPENS.has(before.text) || before.text === ',') && tokens.length <= 14;
}

/** "The role is remote", "you will be home-based", "ce poste est à distance". */
function isPredicate(sentence: Sentence, term: Term<ModeTerm>): boolean {
  // "You will be on site with customers" is said of a visit.
  const isInClause = term.means !== 'on-site' || sentence.tokens[term.to]?.text !== 'with';
  return cuesOf(sentence, 'is').some(
    (is) =>
      is.to <= term.from &&
      isNear(sentence, is, term, 3) &&
      [...cuesOf(sentence, 'job'), ...(isInClause ? cuesOf(sentence, 'reader') : [])].some(
        (subject) => subject.to <= is.from && is.from - subject.to <= 4,
      ),
  );
}

/** "you will be working remotely", "travail sur site": a work verb that is not said of others, and the manner of it. */
function isManner(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const isOfReader = ({ from }: { from: number }): boolean => {
    const subject = sentence.tokens[from - 1];
    return !subject || subject.kind !== 'word' || isFiller(subject) || OCCUPATIONS.has(subject.text);
  };
  return (
    cuesOf(sentence, 'work').some(
      (work) => work.to <= term.from && isNear(sentence, work, term, 2) && isOfReader(work),
    ) || cuesOf(sentence, 'job').some((job) => job.to <= term.from && isNear(sentence, job, term, 2) && isOfReader(job))
  );
}

/** "a permanent, full-time, remote position". */
function isBeforeJob(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const next = sentence.tokens[term.to];
  return next?.kind === 'word' && JOB_NOUNS.has(next.text);
}

const JOB_NOUNS = new Set('role job position post vacancy contract opportunity basis working work'.split(' '));
const BETWEEN = new Set(ENGLISH_OCCUPATIONS.between);
const WITHIN = new Set(ENGLISH_OCCUPATIONS.within);
const OCCUPATIONS = new Set(ENGLISH_OCCUPATIONS.last);

/** "Remote Senior Software Engineer", "home-based customer advisor". */
function isBeforeOccupation({ tokens }: Sentence, term: Term<ModeTerm>): boolean {
  if (term.means === 'on-site') return false;
  const next = tokens[term.to - 1]?.text === 'remotely' ? undefined : occupationAt(tokens, term.to);
  const before = tokens[term.from - 1];
  return (
    next !== undefined && (!before || before.kind === 'mark' || ['a', 'an', 'this', 'our', 'as'].includes(before.text))
  );
}

function isOccupation({ text }: Token): boolean {
  return OCCUPATIONS.has(text) || OCCUPATIONS.has(text.replace(/s$/, ''));
}

function occupationAt(tokens: readonly Token[], start: number): number | undefined {
  for (let at = start; at < Math.min(tokens.length, start + 6); at += 1) {
    const token = tokens[at] as Token;
    if (isOccupation(token)) return at;
    if (!BETWEEN.has(token.text) && !(at > start && WITHIN.has(token.text))) return undefined;
  }
  return undefined;
}
