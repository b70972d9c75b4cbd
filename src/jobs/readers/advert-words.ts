import { fold } from '../../lib/text.ts';
import { withoutOthers } from './not-this-job.ts';
import { withWholeFigures } from './whole-figures.ts';

export interface ContractSources {
  /** The text of the source's own field: "CDI - Temps plein", "FULL_TIME". */
  stated: string;
  title: string;
  description: string;
}

export interface ContractReading<Value> {
  value: Value | 'unknown';
  words: string;
}

export const NOTHING: ContractReading<never> = { value: 'unknown', words: '' };

/**
 * Words that state a kind of contract or hours. In running text, unless `inText` is set, they count only at the start
 * of a sentence or alone between punctuation marks ("37 hours a week. Permanent.").
 */
export interface Form<Kind> {
  kind: Kind;
  words: RegExp;
  inText?: boolean;
  /** Counts only in a field or a title, because the words mean something else in running text ("Christmas bonus"). */
  inField?: boolean;
  /** A quick check: a text in which `stem` does not match cannot match `words`. */
  stem?: RegExp;
  /** True for signs such as a date, a duration or a number of days, which count only if no word names a kind. */
  isTerm?: boolean;
  /** The kind that counts instead if other words name it, as in "temporary, paid through CIS". */
  yieldsTo?: Kind;
}

export interface Found<Kind> {
  kind: Kind;
  from: number;
  to: number;
  isTerm?: boolean;
  yieldsTo?: Kind | undefined;
}

export const FULL_OR_PART = '(?:(?:full|part)[ -]?time|temps (?:plein|partiel|complet))';

export const MONTH =
  '(?:jan(?:uary|vier)?|feb(?:ruary)?|fevrier|mar(?:ch|s)?|apr(?:il)?|avril|may|mai|june?|juin|july?|juillet|aug(?:ust)?|aout|sept?(?:ember|embre)?|oct(?:ober|obre)?|nov(?:ember|embre)?|dec(?:ember|embre)?)';
/** "6 months", "two years", "douze semaines". Most numbers of years from seven on are excluded: "ten years". */
export const MONTHS =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|eighteen|twenty|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quatorze|quinze|dix-huit|vingt)(?:[ -]{1,3}(?:month|months|mth|mths|mois|year|years|an|ans|annees?|week|weeks|semaines?))(?<!(?:[7-9]|\\d\\d|[a-z]{2}(?:n|t|ty|lve|ze|ix)) (?:years?|ans?|annees?))';

export function form(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${alternatives.join('|')})(?![a-z0-9])`);
}

/** Later characters are ignored, because adverts usually state contract and hours earlier. */
const LOOKED_AT = 6_000;

/** The boolean is true for texts in which a single word is enough: the source's field and the title. */
export function partsOf({ stated, title, description }: ContractSources): readonly (readonly [string, boolean])[] {
  return [
    [stated.slice(0, LOOKED_AT), true],
    [title.slice(0, LOOKED_AT), true],
    [withLineEnds(description.slice(0, LOOKED_AT)), false],
  ];
}

/** Stands for a line end that the source has lost. It is a private character, so that `reading` can remove it again. */
const LOST_LINE_END = '\uE000';
const LOST =
  /(?<=[a-z\d)])(?=(?:Permanent|Temporary|Fixed|Full|Part|Contract|Contrat|Employment|Working|Hours|Job|Type|Temps|Dur[ée]e|CDI|CDD)(?![a-z]))|(?<=(?:[Pp]ermanent|[Tt]emporary|[- ][Tt]ime|[Cc]ontract|[Hh]ours|week|CDI|CDD|plein|partiel))(?=[A-Z][a-z])/g;

/** Marks lost line ends beside words about the terms of a job: "PermanentFull time", "in LeedsContract type". */
function withLineEnds(text: string): string {
  return text.includes(LOST_LINE_END) ? text : text.replace(LOST, LOST_LINE_END);
}

/**
 * Two characters of one word. A lost line end separates words even without a space: "in Leeds37 hours",
 * "workingMonday".
 */
const IN_WORD = /^(?:(?!\p{Ll}\p{Lu})\p{L}\p{L}|\p{N}\p{N})$/u;
/** The last digit of a number and the letter of its unit: "37h". */
const UNIT_OF_NUMBER = /^\p{N}\p{Ll}$/u;

/** Quotes whole words, because a pattern may match only part of a word: "35 hours week" in "35 hours weekly". */
export function reading<Value>(value: Value, text: string, { from, to }: Found<Value>): ContractReading<Value> {
  const around = (at: number): string => text.slice(Math.max(0, at - 1), at + 1);
  let { from: begin, to: end } = withWholeFigures(text, { from, to });
  while (IN_WORD.test(around(begin))) begin -= 1;
  while (end > begin && (IN_WORD.test(around(end)) || UNIT_OF_NUMBER.test(around(end)))) end += 1;
  return { value, words: text.slice(begin, end).replaceAll(LOST_LINE_END, '').trim() };
}

export function linesOf(plain: string, label: RegExp): { value: string; from: number }[] {
  return [...plain.matchAll(label)].map((match) => {
    const from = match.index + match[0].length;
    const [value = ''] = /^(?:[^\n.;|•]|(?<=\d)\.(?=\d)){0,60}/.exec(plain.slice(from, from + 60)) ?? [];
    return { value, from };
  });
}

/**
 * Replaces what is not about the job in a folded text with spaces: matches of `nothing` and clauses about duties. The
 * length stays the same.
 */
export function aboutTheJob(folded: string, nothing: RegExp): string {
  return folded === '' ? '' : withoutOthers(without(folded, nothing));
}

/** Replaces matches of `nothing` in a folded text with spaces. The length stays the same. */
export function without(folded: string, nothing: RegExp): string {
  return folded.replace(nothing, (words) => ' '.repeat(words.length));
}

/**
 * Returns the kinds that a text states, each once, in the order of `forms`. In running text, a form without `inText`
 * counts only alone ("37 hours a week. Permanent.") or at the start of a sentence ("Seasonal work in our orchards.").
 * Stops after `atMost` kinds.
 */
export function kindsIn<Kind>(
  plain: string,
  forms: readonly Form<Kind>[],
  isField: boolean,
  atMost = Number.POSITIVE_INFINITY,
): Found<Kind>[] {
  if (plain === '') return [];
  const fragments = isField ? [] : fragmentsOf(plain);
  const found: Found<Kind>[] = [];
  for (const { kind, words, stem, inText = false, inField = false, isTerm = false, yieldsTo } of forms) {
    if (found.length >= atMost) break;
    if ((inField && !isField) || (stem && !stem.test(plain))) continue;
    if (found.some((one) => one.kind === kind)) continue;
    const match =
      isField || inText
        ? words.exec(plain)
        : anywhere(words).test(plain)
          ? (aloneIn(fragments, words) ?? atStart(words).exec(plain))
          : null;
    if (match) found.push({ kind, from: match.index, to: match.index + match[0].length, isTerm, yieldsTo });
  }
  return found;
}

interface Fragment {
  text: string;
  index: number;
}

const FRAGMENT = /(?<=^|[.;:\n!?•|(,]|\s-)[ *]*((?:[^\s.;:\n!?•|(),]+(?: (?!- )|(?=[.;\n!?•|),]|\s-|\s*$))){1,4})/g;
const BESIDE =
  /(?<![a-z0-9])(?:(?:full|part)[ -]?time|temps (?:plein|partiel|complet)|the|an?|and|et|on|in|en|un|une|role|position|post|job|contract|basis|only|poste|contrat|type|h\/f|f\/h|immediate start)(?![a-z0-9])|[\d\s&/–-]+(?:h|hours|%|(?:months?|mois|years?|ans?|weeks?|semaines)(?: renouvelables?)?(?![a-z]))?/g;

function fragmentsOf(plain: string): Fragment[] {
  return [...plain.matchAll(FRAGMENT)].map((match) => ({
    text: match[1] ?? '',
    index: match.index + match[0].indexOf(match[1] ?? ''),
  }));
}

function aloneIn(fragments: readonly Fragment[], words: RegExp): { index: number; 0: string } | undefined {
  for (const { text, index } of fragments) {
    const match = words.exec(text);
    if (!match) continue;
    const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
    if (rest.replace(BESIDE, '') === '') return { index, 0: text };
  }
  return undefined;
}

function atStart(words: RegExp): RegExp {
  let pattern = AT_START.get(words);
  if (!pattern) {
    pattern = new RegExp(`(?<=(?:^|[.;:!?\\n•|] ?|\\n[-*] ?))${words.source}${NO_GENERAL_TRUTH}`);
    AT_START.set(words, pattern);
  }
  return pattern;
}

function anywhere(words: RegExp): RegExp {
  let pattern = ANYWHERE.get(words);
  if (!pattern) {
    pattern = new RegExp(words.source.replace(/(?<!\[)\^/g, ''));
    ANYWHERE.set(words, pattern);
  }
  return pattern;
}

const ANYWHERE = new Map<RegExp, RegExp>();

/** Excludes general statements, which are not about the job: "Seasonal peaks are busy". */
const NO_GENERAL_TRUTH =
  '(?!(?: [a-z-]{1,20}){1,3} (?:are|help|vary|change|sont)(?! (?:wanted|needed|required|sought|recherche))(?![a-z])| (?:staff|workers|colleagues|employees|helpers|team members) (?!wanted|needed|required|sought|for|at|to))';
const AT_START = new Map<RegExp, RegExp>();

/**
 * Folds to lower case without accents, and with plain hyphens, apostrophes and spaces. The length stays the same, so
 * that positions remain valid.
 */
export function foldInPlace(text: string): string {
  const plain = text.replace(NOT_PLAIN, (unit) => FOLDED.get(unit) ?? foldUnit(unit));
  return plain.toLowerCase();
}

const NOT_PLAIN = /[^\n -~]/g;
const FOLDED = new Map<string, string>();

function foldUnit(unit: string): string {
  const folded = /[‐-―−]/u.test(unit)
    ? '-'
    : /[’‘ʼ`´]/u.test(unit)
      ? "'"
      : unit === LOST_LINE_END
        ? '\n'
        : /\s/u.test(unit) && unit !== '\n'
          ? ' '
          : fold(unit);
  const one = folded.length === 1 ? folded : (folded[0] ?? ' ');
  FOLDED.set(unit, one);
  return one;
}
