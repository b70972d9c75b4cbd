import { numberOf } from '../../../reading/counts.ts';
import type { Token } from '../../../reading/tokens.ts';
import type { Term } from '../../../reading/vocabulary.ts';
import { dayCounts, type DayCount } from './day-counts.ts';
import { BOTH, isDoneByReader, isOfOthers } from './said-of.ts';
import { isSaidOfJob } from './said-of-job.ts';
import { cuesOf, hasCueNear, isNear, isParted, standsAlone, type Sentence } from './sentence.ts';
import { ADJECTIVES, sideOf, type Cue, type ModeTerm, type Side } from './terms.ts';

/** True if a negation applies to the term: "no remote working", "télétravail impossible". */
export function isNegated(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'not').some((not) => {
    if (!isNear(sentence, not, term, 7) || isParted(sentence, not, term)) return false;
    const [from, to] = not.to <= term.from ? [not.to, term.from] : [term.to, not.from];
    const isOfOther = ({ to: end }: Term<ModeTerm>): boolean => !OR.has(sentence.tokens[end]?.text ?? '');
    if (sentence.terms.some((other) => other.from >= from && other.to <= to && isOfOther(other))) return false;
    const next = sentence.tokens[not.to];
    // In "Remote first? No - remote only.", the "no" answers a question.
    if (not.to <= term.from)
      return !LIMITED_NOT.has(next?.text ?? '') && !(not.from === 0 && ANSWER.has(next?.text ?? ''));
    return (
      !next ||
      next.kind === 'mark' ||
      DENIED.has(next.text) ||
      sentence.tokens[not.from]?.text.endsWith("n't") === true ||
      DENIALS.has(sentence.tokens[not.from]?.text ?? '')
    );
  });
}

/** True if a negation precedes the term in the same phrase: "We do not think that this can be done from home". */
export function isDoubtful(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return cuesOf(sentence, 'not').some(
    (not) =>
      not.to <= term.from &&
      term.from - not.to <= 6 &&
      !LIMITED_NOT.has(sentence.tokens[not.to]?.text ?? '') &&
      sentence.tokens.slice(not.to, term.from).every(({ kind, text }) => kind === 'word' && !TURNS.has(text)),
  );
}

const TURNS = new Set(['but', 'as', 'so', 'and', 'because', 'mais', 'car', 'et']);
const OR = new Set(['or', 'nor', '/', 'ou', 'ni']);
/** A "not" before one of these words denies nothing: "not only remote", "no more than two days". */
const LIMITED_NOT = new Set('only just more less fewer plus moins necessarily seulement uniquement'.split(' '));
const ANSWER = new Set([',', '-']);
const DENIALS = new Set(['impossible', 'exclu', 'interdit', 'ineligible', 'indisponible', 'incompatible', '0']);
const DENIED = new Set(
  'existe available possible offered an a option permitted allowed supported considered suitable provided be currently autorise autorisee eligible envisageable envisage applicable propose prevu accessible ouvert de compatible for'.split(
    ' ',
  ),
);

const HOME_WORDS = new Set(['teletravail', 'tt', 'remote']);

/**
 * Reads the place of work from numbers of days. Fewer than five days at a place mean hybrid, unless the job is
 * part-time. Five days at a place mean that place. Days of hybrid work mean hybrid, except for five days of
 * "télétravail possible".
 */
export function readDays(sentence: Sentence): Side | undefined {
  let five: Side | undefined;
  for (const count of dayCounts(sentence.tokens)) {
    const place = sentence.terms.find(
      (term) =>
        (isNear(sentence, count, term, 8) ||
          isAttendedOn(sentence, term, count) ||
          isDoneAtHomeOn(sentence, term, count) ||
          isTeamDay(sentence, term, count)) &&
        isCountable(sentence, term, count) &&
        (term.means === 'telework' || !isOfOthers(sentence, term)),
    );
    if (!place || (count.isVisit && sentence.terms.every((term) => sideOf(term) !== 'home'))) continue;
    if (sideOf(place) === 'hybrid') {
      // "5 jours sur 5 en télétravail possible": all days are at home.
      if (count.days !== 5 || !HOME_WORDS.has(sentence.tokens[place.from]?.text ?? '')) return 'hybrid';
      five ??= 'home';
      continue;
    }
    const isPartTime =
      cuesOf(sentence, 'part-time').length > 0 &&
      (sideOf(place) === 'office' || (place.to <= count.from && isParted(sentence, count, place)));
    if (count.days < 5) {
      if (!isPartTime) return 'hybrid';
    } else if (count.days === 5 && !isDeniedBefore(sentence, count)) five ??= sideOf(place);
  }
  return five;
}

function isDeniedBefore(sentence: Sentence, { from }: DayCount): boolean {
  return cuesOf(sentence, 'not').some((not) => not.to <= from && from - not.to <= 12);
}

/**
 * True if the days at home are the rest of the week: "Three days at County Hall and two at home", "deux jours à Lille,
 * trois chez vous".
 */
export function isRestAtHome({ tokens, terms }: Sentence): boolean {
  const counts = dayCounts(tokens).filter(({ days }) => days > 0 && days < 5);
  return terms.some(({ means, from }) => {
    if (means !== 'at-home' && means !== 'from-home') return false;
    const at = tokens[from - 1]?.kind === 'word' && DAYS.has(tokens[from - 1]?.text ?? '') ? from - 2 : from - 1;
    return (
      numberOf(tokens[at]) !== undefined &&
      JOINS.has(tokens[at - 1]?.text ?? '') &&
      counts.some(({ to }) => to < at && at - to <= 10)
    );
  });
}

const DAYS = new Set(['days', 'jours', 'day', 'jour']);
const JOINS = new Set(['and', 'et', ',', 'then', 'puis', '/', '+']);

/**
 * True for "Work in the office with the rest of the team on Tuesdays", where the days follow the words about the
 * office.
 */
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

/**
 * True for "Two days a week you run virtual classes from home", where the days precede the words about work at home.
 */
function isDoneAtHomeOn(sentence: Sentence, place: Term<ModeTerm>, count: DayCount): boolean {
  const { tokens } = sentence;
  if (count.isWeekly !== true || place.means !== 'from-home' || place.from - count.to > 14) return false;
  const first = tokens[count.to]?.text === ',' ? count.to + 1 : count.to;
  return (
    cuesOf(sentence, 'reader').some(({ from }) => from === first) &&
    !tokens.slice(first, place.from).some(({ kind }) => kind === 'mark')
  );
}

/**
 * True for named days on which the whole team is at the office: "Wednesdays are for the whole team in our Leicester
 * office".
 */
function isTeamDay(sentence: Sentence, place: Term<ModeTerm>, count: DayCount): boolean {
  const between = sentence.tokens.slice(count.to, place.from);
  return (
    count.isWeekly === true &&
    place.means === 'at-office' &&
    between.length > 0 &&
    between.length <= 8 &&
    between.every(({ kind, text }, at) => kind === 'word' || (at === 0 && text === ',')) &&
    between.some(({ text }) => TEAM.has(text)) &&
    !between.some(({ text }) => text === 'near')
  );
}

const TEAM = new Set('team everyone everybody together equipe ensemble'.split(' '));

/**
 * True if days can be spent at this place. "At home" counts only if the line begins with the number of days or also
 * names the office.
 */
function isCountable(sentence: Sentence, term: Term<ModeTerm>, count?: DayCount): boolean {
  if (ADJECTIVES.has(term.means)) return standsAlone(sentence, term);
  if (term.means === 'at-site') return sentence.terms.some((other) => sideOf(other) === 'home');
  if (term.means !== 'at-home') return true;
  if (count?.from === 0 && count.to <= term.from) return true;
  return sentence.terms.some(
    (other) => sideOf(other) === 'office' && (!ADJECTIVES.has(other.means) || standsAlone(sentence, other)),
  );
}

/** Words for home and office. They need no work verb if a share of the time precedes them: "40% office, 60% home". */
const SHARED: ReadonlyMap<string, Side> = new Map([
  ...'home remote remotely domicile maison teletravail distance'.split(' ').map((word) => [word, 'home'] as const),
  ...'office site onsite bureau presentiel agence siege'.split(' ').map((word) => [word, 'office'] as const),
]);
const BEFORE_SHARED = new Set(
  'in the at from our on of time a au en de sur la their your my week working hours day is are spent worked du temps'.split(
    ' ',
  ),
);
const TIME = new Set(['time', 'week', 'temps', 'semaine']);
const SHARES = new Set(['%', 'part', 'half', 'moitie', 'partie']);

/** True if a share of the time is at home and another one at the office or elsewhere: "40% office, 60% home". */
export function isShared(tokens: readonly Token[]): boolean {
  const shares = tokens.flatMap(({ text }, at) => (SHARES.has(text) ? [placeOfShare(tokens, at)] : []));
  return shares.includes('home') && shares.some((side) => side === 'office' || side === 'elsewhere');
}

/**
 * "40% at home" is at home, and "60% of your time in our Hull building" is elsewhere. Returns undefined if no place
 * follows the share.
 */
function placeOfShare(tokens: readonly Token[], at: number): Side | 'elsewhere' | undefined {
  const place = tokens.slice(at + 1, at + 8).find(({ text }) => !BEFORE_SHARED.has(text));
  const side = SHARED.get(place?.text ?? '');
  if (side) return side;
  const behind = tokens.slice(at + 1, at + 12);
  const isOfTime = behind.slice(0, 4).some(({ text }) => TIME.has(text));
  return isOfTime && behind.some(({ text }) => ['in', 'at', 'dans'].includes(text)) ? 'elsewhere' : undefined;
}

const ATTENDANCE = new Set(
  'come coming together gather travel travelling attend attending attendance meet meets meeting meetings visit visits deplacement deplacements venue venues presence passage passages retrouve retrouvent retrouvons retrouvez reunit reunissent reunissons gather gathers'.split(
    ' ',
  ),
);

/** True for remote work with attendance at least once a month: "Full remote, déplacement à Paris une fois par mois". */
export function isAttended({ tokens, terms }: Sentence): boolean {
  if (terms.every((term) => sideOf(term) !== 'home' || term.means === 'at-home')) return false;
  return dayCounts(tokens).some(({ from }) =>
    isAttendance(tokens.slice(Math.max(0, from - 5), from).map(({ text }) => text)),
  );
}

function isAttendance(words: readonly string[]): boolean {
  return words.some((word) => ATTENDANCE.has(word)) && !words.some((word) => /^(?:client|customer)s?$/.test(word));
}

/** True if the term describes engines: "Hybrid & EV Technician", "véhicules hybrides et électriques". */
export function isOfVehicle({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  const near = [...tokens.slice(Math.max(0, from - 2), from), ...tokens.slice(to, to + 3)];
  return near.some(({ text }) => ENGINES.has(text));
}

const ENGINES = new Set(
  'ev evs electric petrol diesel plug phev vehicle vehicles car cars engine engines electrique electriques essence vehicule vehicules voiture voitures moteur moteurs'.split(
    ' ',
  ),
);

/** True for a choice between home and a place: "Remote or Leeds". */
export function isChoice({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  if (tokens.length > 10) return false;
  const isPlace = (at: number): boolean => tokens[at]?.capital === true;
  return (
    (['or', 'ou'].includes(tokens[from - 1]?.text ?? '') && isPlace(from - 2)) ||
    (['or', 'ou'].includes(tokens[to]?.text ?? '') && isPlace(to + 1))
  );
}

const SELDOM = new Set(
  'quarter quarters quarterly year yearly annual annually trimestre trimestriel trimestrielle semestre annuel'.split(
    ' ',
  ),
);
/** "Some travel around the UK" is part of the work, not a visit to colleagues. */
const AROUND = new Set('around across throughout within'.split(' '));
/** "Monthly team meetings on Teams" need no travel. */
const ONLINE = new Set('online virtual virtually teams zoom video visio'.split(' '));
const CLIENTS = new Set('client clients customer customers site sites supplier suppliers'.split(' '));

/**
 * True for visits to colleagues: "Remote with occasional travel to the office". Visits to clients are part of the work,
 * and visits less than once a month leave the job remote.
 */
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

/**
 * Reads the place of work from shares of the time. A part of the time means hybrid: "40% in office",
 * "half of the time", "télétravail à 50 %". All of the time at the office means the office.
 */
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

/** True if the sentence divides the work between home and office: "work from home and in our office". */
export function isSplit(sentence: Sentence): boolean {
  const places = sentence.terms.filter(
    (term) =>
      term.means !== 'at-home' &&
      term.means !== 'desk' &&
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
    // "100 % remote, with the opportunity to work in our office" is an offer, not a division of the work.
    const isOffer = ({ from, to }: Term<Cue>): boolean => from >= place.to && to <= next.from;
    if (place.means === 'all-home' && cuesOf(sentence, 'may').some(isOffer)) return false;
    return (
      isNear(sentence, place, next, 8) && sentence.tokens.slice(place.to, next.from).some(({ text }) => BOTH.has(text))
    );
  });
}
