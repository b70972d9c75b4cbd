import type { WorkMode } from '../../../schemas/index.ts';
import { foldWords } from '../../lib/text.ts';
import { sentences } from '../../reading/sentences.ts';
import { tokenize } from '../../reading/tokens.ts';
import type { Term } from '../../reading/vocabulary.ts';
import {
  isAttended,
  isChoice,
  isDoubtful,
  isNegated,
  isOfVehicle,
  isRestAtHome,
  isShared,
  isSplit,
  isVisited,
  readDays,
  readShare,
} from './work-mode/constructions.ts';
import { isDoneByReader, isOfDuties, isOfOthers, isOwnHome, isTitleLabel } from './work-mode/said-of.ts';
import { readFormLines } from './work-mode/form-lines.ts';
import { meetsInPerson } from './work-mode/meetings.ts';
import { isLater, isOfThing, isSaidOfJob, isWholeLine } from './work-mode/said-of-job.ts';
import { sectionsOf } from './work-mode/sections.ts';
import {
  cuesOf,
  hasCueNear,
  isBesidePerks,
  isLimited,
  isOfField,
  isOfTravel,
  readSentence,
  standsAlone,
  type Sentence,
} from './work-mode/sentence.ts';
import { sideOf, type ModeTerm } from './work-mode/terms.ts';

const MAXIMUM_TEXT = 30_000;

/** Whole values of platforms' fields. In running text, these words say nothing about the place of work. */
const FIELD_VALUES: Readonly<Record<string, WorkMode>> = {
  'total possible': 'remote',
  complet: 'remote',
  'partiel possible': 'hybrid',
  partiel: 'hybrid',
  'ponctuel autorise': 'hybrid',
  occasionnel: 'hybrid',
  'non autorise': 'on-site',
};

/** The statements that a sentence can make. `decide` says which of them count most (SPEC §12). */
type Evidence =
  | 'denied-hybrid'
  | 'denied-home'
  | 'some-days'
  | 'five-days-home'
  | 'five-days-office'
  | 'all-home'
  | 'partly'
  /** Like `partly`, but said in the title. A denial of work at home in the text counts more. */
  | 'partly-title'
  | 'offered'
  | 'perk'
  | 'home'
  /** Like `home`, but in an entry of a list or in words without "you" and "is". */
  | 'home-line'
  | 'home-based'
  | 'office'
  | 'desk'
  /**
   * A job that is otherwise remote is then not wholly remote: "Monthly meetings in Hull", or "hybrid" about something
   * other than the job.
   */
  | 'not-only-home';

/**
 * Reads where the work is done, from English or French phrases about the job (SPEC §12). The order of precedence is:
 * negation, day counts, all remote, partly remote, form lines, offers, other words for home or office, unknown.
 */
export function readWorkMode(source: string): WorkMode {
  const value = FIELD_VALUES[foldWords(source.slice(0, 40))];
  if (value) return value;
  const said = new Set<Evidence>();
  const form = readFormLines(tokenize(withoutMarks(source.slice(0, MAXIMUM_TEXT))));
  const parts = sentences(form.rest);
  let sections: ReturnType<typeof sectionsOf> | undefined;
  for (const [index, tokens] of parts.entries()) {
    if (isShared(tokens)) said.add('some-days');
    if (meetsInPerson(tokens)) said.add('not-only-home');
    const isTitle = index === 0 && parts.length > 1;
    const sentence = readSentence(tokens, isTitle);
    if (!sentence) continue;
    sections ??= sectionsOf(parts);
    if (sections[index] === 'employer') continue;
    const isBenefit = sections[index] === 'benefits' || (!isClause(sentence) && isBesidePerks(parts, index));
    for (const evidence of readEvidence(sentence, isBenefit))
      said.add(isTitle && evidence === 'partly' ? 'partly-title' : evidence);
  }
  if (said.has('home-based') && parts.some(isOfTravel)) said.delete('home-based');
  if (parts.some(isOfField)) for (const one of ['home', 'home-line'] as const) said.delete(one);
  const mode = decide(said, form.mode);
  return mode === 'remote' && said.has('not-only-home') ? 'hybrid' : mode;
}

/**
 * Reads where an advert's work is done. A location that says "hybrid" or "office based" counts more than the text. A
 * location that says "remote" is read together with the text, because the text may name office days.
 */
export function readAdvertMode(title: string, location: string, description: string): WorkMode {
  const place = readWorkMode(location.replace(LAST_WORD, ', '));
  if (place === 'hybrid' || place === 'on-site') return place;
  return readWorkMode(`${title} ; ${location}\n${description}`);
}

/** The space before the last word of "Leeds Hybrid". A comma there makes the word a separate statement. */
const LAST_WORD = /(?<=[\p{L}\d])\s+(?=(?:hybride?|on[- ]?site|sur site|pr[ée]sentiel)$)/iu;

function decide(said: ReadonlySet<Evidence>, form: WorkMode | undefined): WorkMode {
  if (said.has('denied-hybrid')) return 'on-site';
  // "Not fully remote, two days at home": remote is denied, but some days at home are offered.
  if (said.has('denied-home'))
    return ['some-days', 'partly', 'offered', 'perk'].some((one) => said.has(one as Evidence)) ? 'hybrid' : 'on-site';
  if (said.has('some-days')) return 'hybrid';
  if (said.has('five-days-home')) return 'remote';
  if (said.has('five-days-office')) return 'on-site';
  if (said.has('all-home')) return 'remote';
  if (said.has('partly') || said.has('partly-title')) return 'hybrid';
  if (form) return decideForm(said, form);
  const isHome = said.has('home') || said.has('home-based') || said.has('home-line');
  if (said.has('offered') || (said.has('perk') && !said.has('home'))) return 'hybrid';
  if (isHome) return said.has('office') ? 'hybrid' : 'remote';
  return said.has('office') || said.has('desk') ? 'on-site' : 'unknown';
}

/**
 * Decides for an advert with a form line and no stronger statement. A form line "hybrid" counts in any case. Another
 * value counts unless a sentence about this job contradicts it.
 */
function decideForm(said: ReadonlySet<Evidence>, form: WorkMode): WorkMode {
  const isHome = said.has('home') || said.has('home-based');
  if (form === 'hybrid') return 'hybrid';
  if (form === 'on-site') return isHome ? 'remote' : said.has('offered') ? 'hybrid' : 'on-site';
  return said.has('office') ? (isHome || said.has('offered') ? 'hybrid' : 'on-site') : 'remote';
}

function* readEvidence(sentence: Sentence, isBenefit: boolean): Generator<Evidence> {
  if (isSplit(sentence) || isAttended(sentence) || isRestAtHome(sentence)) yield 'some-days';
  for (const side of [readDays(sentence), readShare(sentence)]) {
    if (side === 'hybrid') yield 'some-days';
    else if (side) yield side === 'home' ? 'five-days-home' : 'five-days-office';
  }
  for (const term of sentence.terms) {
    const evidence = readTerm(sentence, term, isBenefit);
    if (evidence) yield evidence;
  }
}

function readTerm(sentence: Sentence, term: Term<ModeTerm>, isBenefit: boolean): Evidence | undefined {
  const side = sideOf(term);
  if (side !== 'office' && term.means !== 'at-home' && isNegated(sentence, term)) {
    if (isLimited(sentence)) return 'partly';
    return side === 'hybrid' ? 'denied-hybrid' : 'denied-home';
  }
  if (isOfOthers(sentence, term) || isNegated(sentence, term)) return undefined;
  if (side === 'home' && isDoubtful(sentence, term)) return undefined;
  switch (term.means) {
    case 'all-home':
      if (sentence.tokens[term.from]?.text === 'based') return 'home-based';
      if (isVerb(sentence, term) && !isDoneByReader(sentence, term)) return undefined;
      if (isVerb(sentence, term) && isForSomeWeeks(sentence, term)) return undefined;
      if (COMPANIES.has(sentence.tokens[term.to]?.text ?? '')) return undefined;
      if (CULTURES.has(sentence.tokens[term.to]?.text ?? '')) return 'home';
      return hasCueNear(sentence, term, 'limit', 0, 3) || isOrOffice(sentence, term) ? 'partly' : 'all-home';
    case 'some-home':
      return isSomeOfThing(sentence, term) ? undefined : 'partly';
    case 'hybrid-work':
      return isOfDuties(sentence, term) || isToolOfWork(sentence, term) ? undefined : 'partly';
    case 'office-work':
      return 'office';
    case 'desk':
      return 'desk';
    case 'telework':
      return hasCueNear(sentence, term, 'all', 2, 2) ? 'all-home' : 'partly';
    case 'hybrid':
      if (isOfVehicle(sentence, term)) return undefined;
      if (isSaidOfJob(sentence, term) || isLater(sentence, term)) return 'partly';
      return standsAlone(sentence, term) ? 'not-only-home' : undefined;
    case 'on-site':
      return isSaidOfJob(sentence, term) || isLater(sentence, term) ? 'office' : undefined;
    case 'at-office':
      return isWholeLine(sentence, term) || hasCueNear(sentence, term, 'work', 1, 0) ? 'office' : undefined;
    case 'from-home':
      if (standsApart(sentence, term)) return 'home-line';
      return hasCueNear(sentence, term, 'work', 4, 0) ? readHome(sentence, term, isBenefit) : undefined;
    case 'home-work':
      if (!isOwnHome(sentence, term) && isOfThing(sentence, term)) return undefined;
      return readHome(sentence, term, isBenefit);
    case 'home-verb':
      return isDoneByReader(sentence, term) && !isOfThing(sentence, term)
        ? readHome(sentence, term, isBenefit)
        : undefined;
    case 'remote':
    case 'home-based':
      if (isChoice(sentence, term)) return 'partly';
      return isSaidOfJob(sentence, term) ? readHome(sentence, term, isBenefit) : undefined;
    case 'at-home':
    case 'at-site':
      return undefined;
  }
}

function isOrOffice({ tokens, terms }: Sentence, { to }: Term<ModeTerm>): boolean {
  return terms.some((other) => other.from > to && sideOf(other) === 'office' && tokens[other.from - 1]?.text === 'or');
}

function isVerb({ tokens }: Sentence, { from }: Term<ModeTerm>): boolean {
  return /^work(?:ing|s)?$/.test(tokens[from]?.text ?? '');
}

function standsApart({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  return tokens.length <= 12 && tokens[from - 1]?.text === ',' && (!tokens[to] || tokens[to]?.text === ',');
}

/**
 * True for benefits, which are not the place of work: "Work from anywhere for up to four weeks a year", "30 days of
 * working from anywhere".
 */
function isForSomeWeeks({ tokens }: Sentence, { from, to }: Term<ModeTerm>): boolean {
  const behind = tokens.slice(to, to + 8).map(({ text }) => text);
  const words = tokens.slice(Math.max(0, from - 8), from).filter(({ kind }) => kind !== 'mark');
  const [last, ...before] = words.map(({ text }) => text).reverse();
  return (
    behind.slice(0, 2).some((word) => POLICIES.has(word)) ||
    (['for', 'up', 'abroad', 'overseas', '('].includes(behind[0] ?? '') && behind.some((word) => SPELLS.has(word))) ||
    ((last === 'of' || last === 'to') && before.slice(0, 3).some((word) => SPELLS.has(word)))
  );
}

const POLICIES = new Set('policy scheme programme program weeks week days month abroad overseas'.split(' '));
const SPELLS = new Set('weeks week month months year days'.split(' '));

/** After the term, these words mean other companies: "You will sell to remote-first companies". */
const COMPANIES = new Set('companies businesses organisations teams employers'.split(' '));
/** "A remote-first culture" describes the employer, so a form line "hybrid" about this job counts more. */
const CULTURES = new Set('culture mindset ethos'.split(' '));
const TOOLS = new Set(
  'app apps tool tools software solution solutions platform platforms technology products'.split(' '),
);

function isToolOfWork({ tokens }: Sentence, { to }: Term<ModeTerm>): boolean {
  return TOOLS.has(tokens[to]?.text ?? '');
}

function isSomeOfThing(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const [first, last] = [sentence.tokens[term.from]?.text, sentence.tokens[term.to - 1]?.text];
  if (last !== 'remote' || (first !== 'some' && first !== 'occasional')) return false;
  return !isSaidOfJob(sentence, term) && !standsAlone(sentence, term);
}

const WORKING = new Set(['working', 'work', 'homeworking']);

function isOneOfPerks(sentence: Sentence, term: Term<ModeTerm>): boolean {
  if (cuesOf(sentence, 'perk').length === 0) return false;
  if (term.means === 'home-verb') return cuesOf(sentence, 'reader').length === 0;
  return term.means === 'home-work' && WORKING.has(sentence.tokens[term.to - 1]?.text ?? '');
}

function readHome(sentence: Sentence, term: Term<ModeTerm>, isBenefit: boolean): Evidence {
  if (hasCueNear(sentence, term, 'may', 4, 0) || isOfferedBehind(sentence, term)) return isBenefit ? 'perk' : 'offered';
  if (hasCueNear(sentence, term, 'limit', 3, 4) || hasCueNear(sentence, term, 'most', 3, 3)) return 'partly';
  if (isBenefit || isOneOfPerks(sentence, term)) return 'perk';
  if (hasCueNear(sentence, term, 'all', 1, 2)) return 'all-home';
  if (isVisited(sentence, term)) return 'partly';
  if (term.means === 'home-based' || BASED.has(sentence.tokens[term.from]?.text ?? '')) return 'home-based';
  return isClause(sentence) || isTitleLabel(sentence, term) ? 'home' : 'home-line';
}

/**
 * Words for "based". "Basé à votre domicile" means work at home only if the advert does not mention travel, because
 * people who travel for their work only start from home.
 */
const BASED = new Set(['base', 'basee', 'bases']);

/**
 * True for "remote working available". False for "a remote role and you can live anywhere", where "can" is not about
 * the remote work.
 */
function isOfferedBehind(sentence: Sentence, term: Term<ModeTerm>): boolean {
  const ends = sentence.tokens.findIndex(({ text }, at) => at >= term.to && (text === 'you' || text === 'we'));
  const clause = ends < 0 ? sentence : { ...sentence, cues: sentence.cues.filter(({ from }) => from < ends) };
  return hasCueNear(clause, term, 'may', 0, 4);
}

function isClause(sentence: Sentence): boolean {
  return cuesOf(sentence, 'reader').length + cuesOf(sentence, 'is').length > 0;
}

const BOLD = /\*\*([^*\n]{1,200})\*\*(?=(.?)(.?))/g;

/**
 * Removes marks that would split a sentence ("be in **our Leeds office** for **3 days**") or a field ("**Location:**
 * Remote"). A heading in bold stays a separate line.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\\(?=[-*&+_.#])/g, '')
    .replace(BOLD, (whole, words: string, next: string, second: string) => {
      if (words.trimEnd().endsWith(':')) return `\n${words}`;
      const goesOn = next === ' ' ? /[^\p{Lu}*]/u.test(second) : /[^\n\s\p{Lu}]/u.test(next);
      return goesOn || /^\p{Ll}/u.test(words) ? words : whole;
    });
}
