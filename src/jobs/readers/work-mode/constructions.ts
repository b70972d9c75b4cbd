import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { dayCounts, type DayCount } from './day-counts.ts';
import { BOTH, isDoneByReader, isOfOthers } from './said-of.ts';
import { isSaidOfJob } from './said-of-job.ts';
import { cuesOf, hasCueNear, isNear, isParted, standsAlone, type Sentence } from './sentence.ts';
import { ADJECTIVES, sideOf, type Cue, type ModeTerm, type Side } from './terms.ts';

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

/** Days at a place: fewer than five are hybrid, five are that place; of days at home and at the office, hybrid. */
export function readDays(sentence: Sentence): Side | undefined {
  let five: Side | undefined;
  for (const count of dayCounts(sentence.tokens)) {
    const place = sentence.terms.find(
      (term) =>
        (isNear(sentence, count, term, 8) || isAttendedOn(sentence, term, count)) &&
        isCountable(sentence, term, count) &&
        (term.means === 'telework' || !isOfOthers(sentence, term)),
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

/** "Work in the office with the rest of the team on Tuesdays": a place that is worked at, and days by name or of the week behind it. */
function isAttendedOn(sentence: Sentence, place: Term<ModeTerm>, count: DayCount): boolean {
  return (
    count.isWeekly === true &&
    sideOf(place) === 'office' &&
    place.to <= count.from &&
    count.from - place.to <= 14 &&
    (hasCueNear(sentence, place, 'work', 2, 0) || hasCueNear(sentence, place, 'job', 2, 0)) &&
    !sentence.tokens.slice(place.to, count.from).some(({ kind, text }) => kind === 'mark' && text !== '.')
  );
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

/** Bare places, which count where a share of the time stands before each. */
const SHARED: ReadonlyMap<string, Side> = new Map([
  ...'home remote remotely domicile maison teletravail distance'.split(' ').map((word) => [word, 'home'] as const),
  ...'office site onsite bureau presentiel agence'.split(' ').map((word) => [word, 'office'] as const),
]);
const BEFORE_SHARED = new Set(
  'in the at from our on of time a au en de sur la their your my week working hours day is are spent worked'.split(' '),
);
const SHARES = new Set(['%', 'part', 'half', 'moitie', 'partie']);

/** "60% office / 40% home", "part of the week at home and part in the office": shares of both places. */
export function isShared(tokens: readonly Token[]): boolean {
  if (
    tokens.some(({ text }, at) => text === '50' && tokens.slice(at + 1, at + 3).some((other) => other.text === '50'))
  ) {
    const named = new Set(tokens.flatMap(({ text }) => SHARED.get(text) ?? []));
    if (named.size > 1) return true;
  }
  const sides = tokens.flatMap(({ text }, at) => {
    if (!SHARES.has(text)) return [];
    const place = tokens.slice(at + 1, at + 8).find(({ text }) => !BEFORE_SHARED.has(text));
    const side = SHARED.get(place?.text ?? '');
    return side ? [side] : [];
  });
  return sides.includes('home') && sides.includes('office');
}

/** Coming together, before a count of how often. */
const ATTENDANCE = new Set(
  'come coming together gather travel travelling attend attending attendance meet meets meeting meetings visit visits deplacement deplacements venue venues presence passage passages'.split(
    ' ',
  ),
);

/** "Full remote, déplacement à Paris une fois par mois": attendance once a month or more often. */
export function isAttended({ tokens, terms }: Sentence): boolean {
  if (terms.every((term) => sideOf(term) !== 'home' || term.means === 'at-home')) return false;
  return dayCounts(tokens).some(({ from }) =>
    isAttendance(tokens.slice(Math.max(0, from - 5), from).map(({ text }) => text)),
  );
}

/** "travel to the office", and not "travel to customers". */
function isAttendance(words: readonly string[]): boolean {
  return words.some((word) => ATTENDANCE.has(word)) && !words.some((word) => /^(?:client|customer)s?$/.test(word));
}

/** "London or remote": a place or home, as the job's whole place. */
export function isChoice({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  if (tokens.length > 10) return false;
  const isPlace = (at: number): boolean => tokens[at]?.capital === true;
  return (
    (['or', 'ou'].includes(tokens[from - 1]?.text ?? '') && isPlace(from - 2)) ||
    (['or', 'ou'].includes(tokens[to]?.text ?? '') && isPlace(to + 1))
  );
}

/** Less often than once a month. */
const SELDOM = new Set(
  'quarter quarters quarterly year yearly annual annually trimestre trimestriel trimestrielle semestre annuel'.split(
    ' ',
  ),
);
/** "some travel around the UK" is part of the work. */
const AROUND = new Set('around across throughout within'.split(' '));
/** "monthly team meetings on Teams": nobody travels. */
const ONLINE = new Set('online virtual virtually teams zoom video visio'.split(' '));
const CLIENTS = new Set('client clients customer customers site sites supplier suppliers'.split(' '));

/** "Remote with occasional travel to the office": visits to colleagues; those to clients are part of the work, and seldom ones leave it at home. */
export function isVisited(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'visit').some(
    ({ from, to }) =>
      from >= term.to &&
      !sentence.tokens.slice(to, to + 4).some(({ text }) => CLIENTS.has(text)) &&
      !sentence.tokens.slice(to, to + 10).some(({ text }) => SELDOM.has(text) || ONLINE.has(text)) &&
      !AROUND.has(sentence.tokens[to]?.text ?? ''),
  );
}

const HALF = new Set(['half', 'moitie']);
const TIME = new Set(['time', 'week', 'temps', 'semaine']);

/** "40% in office", "half of the time", "télétravail à 50 %": a share of the time; all of it is that place. */
export function readShare(sentence: Sentence): Side | undefined {
  const { tokens } = sentence;
  for (let at = 1; at < tokens.length; at += 1) {
    const isHalf = HALF.has(tokens[at]?.text ?? '') && tokens.slice(at, at + 5).some(({ text }) => TIME.has(text));
    if (!isHalf && (tokens[at]?.text !== '%' || tokens[at - 1]?.kind !== 'number')) continue;
    const share = { from: at - 1, to: at + 1 };
    const place = sentence.terms.find(
      (term) =>
        term.means !== 'at-home' &&
        isNear(sentence, share, term, 8) &&
        !isParted(sentence, share, term) &&
        !sentence.terms.some(({ from, to }) => from <= share.from && share.to <= to) &&
        isCountable(sentence, term),
    );
    const value = isHalf ? 50 : Number(tokens[at - 1]?.text.replace(',', '.'));
    if (place && value > 0 && value < 100) return 'hybrid';
    if (place && value === 100 && sideOf(place) !== 'home') return sideOf(place);
  }
  return undefined;
}

/** Home and office against each other: "split between home and our office". */
export function isSplit(sentence: Sentence): boolean {
  const places = sentence.terms.filter(
    (term) =>
      term.means !== 'at-home' &&
      !isOfOthers(sentence, term) &&
      !isNegated(sentence, term) &&
      (term.means !== 'home-verb' || isDoneByReader(sentence, term)) &&
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
    // "100 % remote, with the opportunity to work in our office": an offer, no split.
    const isOffer = ({ from, to }: Term<Cue>): boolean => from >= place.to && to <= next.from;
    if (place.means === 'all-home' && cuesOf(sentence, 'may').some(isOffer)) return false;
    return (
      isNear(sentence, place, next, 8) && sentence.tokens.slice(place.to, next.from).some(({ text }) => BOTH.has(text))
    );
  });
}
