import type { Term } from '../../../reading/vocabulary.ts';
import { ENGLISH_JOB_NOUNS } from './english-words.ts';
import { isOccupation, occupationAt } from './occupations.ts';
import { isBeforeSexes, isDoneByReader, isOfOthers } from './said-of.ts';
import { cuesOf, hasCueNear, isFiller, isFollower, isLimited, isNear, standsAlone, type Sentence } from './sentence.ts';
import type { Cue, ModeTerm } from './terms.ts';

const JOB_NOUNS = new Set(ENGLISH_JOB_NOUNS);

/**
 * True if an adjective describes the job: as a label, before a word for the job or an occupation, after "is", or with a
 * work verb.
 */
export function isSaidOfJob(sentence: Sentence, term: Term<ModeTerm>): boolean {
  if (isOfOthers(sentence, term)) return false;
  return (
    (standsAlone(sentence, term) &&
      (isLabel(sentence, term) || isPredicate(sentence, term) || isManner(sentence, term))) ||
    isBeforeJob(sentence, term) ||
    isBeforeSexes(sentence, term) ||
    isBeforeOccupation(sentence, term)
  );
}

const EQUIPMENT = new Set(
  'laptop laptops phone phones equipment kit allowance headset software tools hardware monitor monitors'.split(' '),
);

/** True if the term describes the noun after it: "Work from home desk", "remote work stipend". */
export function isOfThing({ tokens, cues }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  const next = tokens[to];
  if (tokens[from - 1]?.text === 'for' && tokens.slice(0, from).some(({ text }) => EQUIPMENT.has(text))) return true;
  if (next?.kind !== 'word' || next.capital || isFollower(next)) return false;
  if (cues.some(({ from, means }) => from === to && means !== 'other' && means !== 'perk')) return false;
  return !/(?:ing|ly)$/.test(next.text);
}

export function isLater(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const before = sentence.tokens[term.from - 1]?.text;
  return (
    standsAlone(sentence, term) && (before === 'then' || before === 'puis' || (before === 'to' && isLimited(sentence)))
  );
}

export function isWholeLine({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  return from === 0 && to === tokens.length && PREPOSITIONS.has(tokens[0]?.text ?? '');
}

const PREPOSITIONS = new Set(['in', 'at', 'au', 'dans', 'en']);

const OPENS = new Set(['(', '[', ':', '-', '/', '+']);
const CLOSES = new Set([')', ']', ',', '-', '/', '.', '(', ':']);

const IN = new Set(['in', 'at', 'a']);

/**
 * True if the term stands alone between marks: "Location: Remote", "Engineer (hybrid)", "Remote, UK",
 * "CDI - Présentiel".
 */
function isLabel(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const { tokens } = sentence;
  const [before, after] = [tokens[term.from - 1], tokens[term.to]];
  const isBeforePlace = after !== undefined && IN.has(after.text) && tokens[term.to + 1]?.capital === true;
  const endsThere = !after || CLOSES.has(after.text) || isBeforePlace || tokens.length <= 6;
  if (!before) return endsThere || tokens.length <= 12;
  if (isSetApart(sentence, term) || isBeforeBracketedPlace(sentence, term)) return true;
  if (!endsThere && before.text !== '(') return false;
  if (before.text === ':') {
    const colon = { from: term.from - 1, to: term.from - 1 };
    return (['label', 'job', 'may'] as const).some((means) => hasCueNear(sentence, colon, means, 2, 0));
  }
  if (before.text === '(' || before.text === '[') return tokens.length <= 16 || tokens[term.from - 2]?.capital === true;
  return (OPENS.has(before.text) || before.text === ',') && tokens.length <= 14;
}

function isSetApart({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  const [before, after, last] = [tokens[from - 1], tokens[to], tokens[from - 2]];
  if (!tokens[from]?.capital || !before || (after && after.kind !== 'mark')) return false;
  if (before.text === '-') return after?.text === '-' || after?.text === '(';
  if (before.text === '/') return last?.capital === true;
  return before.capital && isOccupation(before) && from <= MOST_OF_NAME;
}

const MOST_OF_NAME = 6;

function isBeforeBracketedPlace({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  const before = tokens[from - 1];
  if (!tokens[from]?.capital || DETERMINERS.has(before?.text ?? '')) return false;
  if (before?.kind === 'word' && !before.capital) return false;
  const closes = tokens.slice(to, to + LONGEST_BRACKET).findIndex(({ text }) => text === ')');
  return tokens[to]?.text === '(' && tokens[to + 1]?.capital === true && closes > 1;
}

const LONGEST_BRACKET = 6;
const DETERMINERS = new Set('a an the this these our your their its un une le la les nos notre'.split(' '));

function isPredicate(sentence: Sentence, term: Term<ModeTerm>): boolean {
  // "You will be on site with customers" describes a visit.
  const isInClause = term.means !== 'on-site' || sentence.tokens[term.to]?.text !== 'with';
  return cuesOf(sentence, 'is').some(
    (is) =>
      is.to <= term.from &&
      (isNear(sentence, is, term, 3) || isOneOfPredicates(sentence, is, term)) &&
      [...cuesOf(sentence, 'job'), ...(isInClause ? cuesOf(sentence, 'reader') : [])].some(
        (subject) => subject.to <= is.from && is.from - subject.to <= 4,
      ),
  );
}

function isOneOfPredicates({ tokens }: Sentence, { to }: Term<Cue>, { from }: Term<ModeTerm>): boolean {
  const joins = tokens.slice(from - 2, from).some(({ text }) => text === 'and' || text === 'et');
  return (
    joins &&
    from - to <= 8 &&
    tokens.slice(to, from).every((token) => isFiller(token) || token.kind === 'number' || TERMS_OF_JOB.has(token.text))
  );
}

const TERMS_OF_JOB = new Set('part temps plein complet partiel cdi cdd'.split(' '));

/**
 * True if a work verb or a word for the job precedes the term: "you will be working remotely", "travail sur site".
 * False for the work of other people.
 */
function isManner(sentence: Sentence, term: Term<ModeTerm>): boolean {
  return [...cuesOf(sentence, 'work'), ...cuesOf(sentence, 'job')].some(
    (work) =>
      work.to <= term.from &&
      isNear(sentence, work, term, 2) &&
      isDoneByReader(sentence, work) &&
      !isDoneToThing(sentence, work),
  );
}

/**
 * True if the verb's subject is a thing and not the job or the reader: "All monitoring of the pumps is done remotely".
 */
function isDoneToThing(sentence: Sentence, work: Term<Cue>): boolean {
  const { tokens } = sentence;
  if (!PASSIVE.has(tokens[work.from]?.text ?? '') || !BE.has(tokens[work.from - 1]?.text ?? '')) return false;
  return (
    !tokens.slice(0, work.from).some(({ text }) => ALL_OF_IT.has(text)) &&
    [...cuesOf(sentence, 'job'), ...cuesOf(sentence, 'reader')].every(({ from }) => from >= work.from)
  );
}

const PASSIVE = new Set('done completed performed undertaken delivered carried'.split(' '));
const BE = new Set(['is', 'are', 'be', 'being', 'fully', 'entirely']);
const ALL_OF_IT = new Set('everything it this that duties shifts hours training'.split(' '));

function isBeforeJob(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const behind = sentence.tokens.slice(term.to, term.to + 10);
  const [next, second] = behind.slice(
    Math.max(
      0,
      behind.findIndex(({ text }) => !BETWEEN_TERMS.has(text)),
    ),
  );
  if (next?.kind !== 'word') return false;
  // One more word may stand before the word for the job: "a home-based desk role".
  const isSecond =
    (term.means === 'home-based' || next !== behind[0]) && second?.kind === 'word' && JOB_NOUNS.has(second.text);
  return isSecond || JOB_NOUNS.has(next.text);
}

const BETWEEN_TERMS = new Set([',', 'and', '&', 'full', 'part', 'time', 'permanent', 'temporary', 'fixed', 'term']);

function isBeforeOccupation({ tokens }: Sentence, term: Term<ModeTerm>): boolean {
  if (term.means === 'on-site') return false;
  const next = tokens[term.to - 1]?.text === 'remotely' ? undefined : occupationAt(tokens, term.to);
  const before = tokens[term.from - 1];
  return (
    next !== undefined && (!before || before.kind === 'mark' || ['a', 'an', 'this', 'our', 'as'].includes(before.text))
  );
}
