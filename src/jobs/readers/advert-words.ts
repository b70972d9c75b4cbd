import { fold } from '../../lib/text.ts';
import { withoutOthers } from './not-this-job.ts';

/** The texts of an advert that can state its contract and hours, in order of trust. */
export interface ContractSources {
  /** The text of the source's own field: "CDI - Temps plein", "FULL_TIME". */
  stated: string;
  title: string;
  description: string;
}

/** The value that an advert states, and the words that state it. */
export interface ContractReading<Value> {
  value: Value | 'unknown';
  /** The words as the advert writes them; "" if no words state the value. */
  words: string;
}

export const NOTHING: ContractReading<never> = { value: 'unknown', words: '' };

/**
 * A pattern of words that states a kind of contract or hours. In running text it counts only alone or at the start of a
 * sentence, unless `inText` is set.
 */
export interface Form<Kind> {
  kind: Kind;
  words: RegExp;
  /** Counts anywhere in running text. */
  inText?: boolean;
  /** Counts only in a field or a title, because the words mean something else in running text ("Christmas bonus"). */
  inField?: boolean;
  /** A quick check: a text without this match cannot match `words`. */
  stem?: RegExp;
  /** A date, a duration or a number of days, which counts only if no word names a kind. */
  isTerm?: boolean;
  /** The kind that counts instead if other words name it: "temporary, paid through CIS". */
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
/** "6 months", "two years", "douze semaines" */
export const MONTHS =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|dix-huit)(?:[ -]{1,3}(?:month|months|mth|mths|mois|year|years|an|ans|week|weeks|semaines?))';

/** A pattern that matches any of the alternatives as whole words. */
export function form(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![a-z0-9])(?:${alternatives.join('|')})(?![a-z0-9])`);
}

/** Later characters are ignored, because adverts state contract and hours earlier. */
const LOOKED_AT = 6_000;

/** The texts in order of trust. `true` marks a field or a title, in which a single word is enough. */
export function partsOf({ stated, title, description }: ContractSources): readonly (readonly [string, boolean])[] {
  return [
    [stated.slice(0, LOOKED_AT), true],
    [title.slice(0, LOOKED_AT), true],
    [description.slice(0, LOOKED_AT), false],
  ];
}

export function reading<Value>(value: Value, text: string, { from, to }: Found<Value>): ContractReading<Value> {
  return { value, words: text.slice(from, to).trim() };
}

/** The values after a form line's label, up to the next end of a line or sentence, with their positions. */
export function linesOf(plain: string, label: RegExp): { value: string; from: number }[] {
  return [...plain.matchAll(label)].map((match) => {
    const from = match.index + match[0].length;
    const [value = ''] = /^[^\n.;|•]{0,60}/.exec(plain.slice(from, from + 60)) ?? [];
    return { value, from };
  });
}

/**
 * Folds a text and blanks what is not about the job: matches of `nothing` and clauses about duties. The length stays.
 */
export function aboutTheJob(text: string, nothing: RegExp): string {
  return text === '' ? '' : withoutOthers(without(text, nothing));
}

/** Folds a text and blanks the matches of `nothing`. The length stays. */
export function without(text: string, nothing: RegExp): string {
  return foldInPlace(text).replace(nothing, (words) => ' '.repeat(words.length));
}

/**
 * The kinds that a text states, each once, in the order of `forms`. In running text, a form without `inText` counts
 * only alone between two stops ("37 hours a week. Permanent.") or at the start of a sentence ("Seasonal work in our
 * orchards.").
 */
export function kindsIn<Kind>(plain: string, forms: readonly Form<Kind>[], isField: boolean): Found<Kind>[] {
  if (plain === '') return [];
  const fragments = isField ? [] : fragmentsOf(plain);
  const found: Found<Kind>[] = [];
  for (const { kind, words, stem, inText = false, inField = false, isTerm = false, yieldsTo } of forms) {
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

/** Up to four words between two stops. */
const FRAGMENT = /(?<=^|[.;:\n!?•|(,]|\s-)[ *]*((?:[^\s.;:\n!?•|(),]+(?: (?!- )|(?=[.;\n!?•|),]|\s-|\s*$))){1,4})/g;
/** Words that may stand beside a kind in a fragment: "Full time permanent role". */
const BESIDE =
  /(?<![a-z0-9])(?:(?:full|part)[ -]?time|temps (?:plein|partiel|complet)|the|an?|and|et|on|in|en|un|une|role|position|post|job|contract|basis|only|poste|contrat|type|h\/f|f\/h|immediate start)(?![a-z0-9])|[\d\s&/–-]+(?:h|hours|%|(?:months?|mois|years?|ans?|weeks?|semaines)(?: renouvelables?)?(?![a-z]))?/g;

function fragmentsOf(plain: string): Fragment[] {
  return [...plain.matchAll(FRAGMENT)].map((match) => ({
    text: match[1] ?? '',
    index: match.index + match[0].indexOf(match[1] ?? ''),
  }));
}

/** The first fragment that consists only of `words` and of words in `BESIDE`. */
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

/** The pattern without anchors, for a quick check. */
function anywhere(words: RegExp): RegExp {
  let pattern = ANYWHERE.get(words);
  if (!pattern) {
    pattern = new RegExp(words.source.replace(/(?<!\[)\^/g, ''));
    ANYWHERE.set(words, pattern);
  }
  return pattern;
}

const ANYWHERE = new Map<RegExp, RegExp>();

/** "Seasonal peaks are busy" states nothing about the job. */
const NO_GENERAL_TRUTH = '(?!(?: [a-z-]{1,20}){1,3} (?:are|help|vary|change|sont)(?![a-z]))';
const AT_START = new Map<RegExp, RegExp>();

/**
 * Lower case without accents, and with plain hyphens, apostrophes and spaces. The length stays, so that positions
 * remain valid.
 */
export function foldInPlace(text: string): string {
  const plain = text.replace(NOT_PLAIN, (unit) => FOLDED.get(unit) ?? foldUnit(unit));
  return plain.toLowerCase();
}

/** Everything except line feeds and printable ASCII. */
const NOT_PLAIN = /[^\n -~]/g;
const FOLDED = new Map<string, string>();

function foldUnit(unit: string): string {
  const folded = /[‐-―−]/u.test(unit)
    ? '-'
    : /[’‘ʼ`´]/u.test(unit)
      ? "'"
      : /\s/u.test(unit) && unit !== '\n'
        ? ' '
        : fold(unit);
  const one = folded.length === 1 ? folded : (folded[0] ?? ' ');
  FOLDED.set(unit, one);
  return one;
}
