import type { WorkMode } from '../../../../schemas/index.ts';
import type { Token } from '../../../reading/tokens.ts';
import { compileVocabulary, termAt } from '../../../reading/vocabulary.ts';

type Mode = Exclude<WorkMode, 'unknown'>;

const LABELS = compileVocabulary<'mode' | 'place' | 'remote' | 'hybrid'>([
  {
    means: 'mode',
    phrases: [
      'work|working|workplace|remote type|pattern|mode|model|style|arrangement|arrangements|setting|environment|status',
      'workplace|working',
      'mode|lieu|modalite|modalites de|du travail',
      'lieu du poste',
    ],
  },
  {
    means: 'place',
    phrases: ['work|job|role|office? location|locations|base', 'location|locations|localisation|lieu'],
  },
  {
    means: 'remote',
    phrases: [
      'work|working|located|based remotely',
      'remote working|work|role|job|position?',
      'home working',
      'remotely?',
    ],
  },
  { means: 'hybrid', phrases: ['hybrid working|work|role|job|position?'] },
]);

const VALUES = compileVocabulary<Mode | 'neither' | 'yes' | 'no'>([
  {
    means: 'remote',
    phrases: [
      'fully|100|% % remote',
      'fully|home? remote',
      'remotely',
      'wfh',
      'home working',
      'homeworking',
      'fully? home based',
      'work from home',
    ],
  },
  {
    means: 'hybrid',
    phrases: [
      'hybrid remote|working|work?',
      'hybride',
      'partially|partial|part remote',
      'remote|hybrid or|/ hybrid|remote',
    ],
  },
  {
    means: 'on-site',
    phrases: [
      'in person|office',
      'fully? on site',
      'fully? onsite|presentiel',
      'fully? office based',
      'en presentiel',
      'sur site',
    ],
  },
  { means: 'neither', phrases: ['on the road', 'temporarily', 'multiple locations'] },
  { means: 'yes', phrases: ['yes|y|oui'] },
  { means: 'no', phrases: ['no|n|non|never'] },
]);

const TAGS: ReadonlyMap<string, Mode> = new Map(
  (
    [
      ['remote', 'remote remotework remoteworking remotejob remotejobs remoterole workfromhome wfh fullremote'],
      ['hybrid', 'hybrid hybridwork hybridworking hybridjob hybridjobs hybridrole hybride teletravail'],
      ['on-site', 'onsite inoffice officebased inperson presentiel'],
    ] as const
  ).flatMap(([mode, words]) => words.split(' ').map((word) => [word, mode] as const)),
);

const AFTER_LABEL = new Set([':', '-', '?', '=']);
const BEFORE_VALUE = new Set(['/', '(', '-', ',', '[']);
const BEHIND_VALUE = new Set(['in', 'with', 'from', 'within', 'anywhere', 'based']);
const LONGEST_PLACE = 10;

/** `rest` is the text with some form lines masked, because they must not be read again as sentences (`isReadWhole`). */
export interface FormReading {
  mode: Mode | undefined;
  rest: Token[];
}

interface Found {
  mode: Mode | undefined;
  from: number;
  to: number;
  /**
   * True for a tag, a question with its answer, or a line with a value such as "on the road", which must not be read
   * again as a sentence.
   */
  isReadWhole?: true;
}

/**
 * Form lines and tags count as a field of the source wherever they are in the text (SPEC §12). If several of them
 * differ, the mode is "hybrid" if one of them says so, and undefined otherwise.
 */
export function readFormLines(tokens: readonly Token[]): FormReading {
  const rest = [...tokens];
  const modes = new Set<Mode>();
  for (let at = 0; at < tokens.length; at += 1) {
    const found = tagAt(tokens, at) ?? fieldAt(tokens, at);
    if (!found) continue;
    if (found.mode) modes.add(found.mode);
    for (let index = found.from; found.isReadWhole && index < found.to; index += 1)
      rest[index] = { ...(tokens[index] as Token), kind: 'mark', text: '¤' };
    at = found.to - 1;
  }
  const [mode] = modes;
  return { mode: modes.has('hybrid') ? 'hybrid' : modes.size === 1 ? mode : undefined, rest };
}

function tagAt(tokens: readonly Token[], at: number): Found | undefined {
  if (tokens[at]?.text !== '#') return undefined;
  const first = tokens[at + 1]?.text === 'li' ? at + 2 : at + 1;
  let word = tokens[first]?.text ?? '';
  let to = first + 1;
  // The tokenizer puts a break without text inside "HybridWorking".
  for (; tokens[to]?.joined || tokens[to]?.text === ''; to += 1) word += tokens[to]?.text ?? '';
  if (tokens[to - 1]?.text === '' && tokens[to]) word += tokens[to++]?.text ?? '';
  const mode = TAGS.get(word);
  return mode && { mode, from: at, to, isReadWhole: true };
}

function fieldAt(tokens: readonly Token[], at: number): Found | undefined {
  const label = termAt(tokens, at, LABELS);
  const isQuestion = label?.means === 'remote' || label?.means === 'hybrid';
  if (!label || !(AFTER_LABEL.has(tokens[label.to]?.text ?? '') || (isQuestion && isWholeLine(tokens, label))))
    return undefined;
  let from = label.to + 1;
  while (isQuestion && tokens[from]?.kind === 'break') from += 1;
  if (label.means === 'mode' && isOffice(tokens, from)) return { mode: 'on-site', from: at, to: from + 1 };
  const value = valueAt(tokens, from);
  if (value) {
    if (value.means === 'neither') return { mode: undefined, from: at, to: value.to, isReadWhole: true };
    if (value.means !== 'yes' && value.means !== 'no')
      return isQuestion ? undefined : { mode: orTown(tokens, value.means, value.to), from: at, to: value.to };
    if (!isQuestion) return undefined;
    const denied = label.means === 'remote' ? 'on-site' : undefined;
    const mode = value.means === 'yes' ? (label.means as Mode) : denied;
    return { mode, from: at, to: value.to, isReadWhole: true };
  }
  return label.means === 'place' ? valueBehindPlace(tokens, from) : undefined;
}

function isOffice(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return tokens[at]?.text === 'office' && (!next || next.kind === 'break' || ENDS.has(next.text));
}

const ENDS = new Set([',', '.', '(', ';']);

function isWholeLine(tokens: readonly Token[], { from, to }: { from: number; to: number }): boolean {
  return (from === 0 || tokens[from - 1]?.kind === 'break') && tokens[to]?.kind === 'break' && to - from > 1;
}

function valueAt(tokens: readonly Token[], at: number): ReturnType<typeof termAt<Mode | 'neither' | 'yes' | 'no'>> {
  const value = termAt(tokens, at, VALUES);
  const next = value && tokens[value.to];
  const isWhole =
    !next || next.kind !== 'word' || next.capital || BEHIND_VALUE.has(next.text) || value.means === 'neither';
  return isWhole ? value : undefined;
}

const ANYWHERE = new Set('uk gb england home anywhere nationwide work working wfh remote remotely flexible'.split(' '));

/** A choice between home and a place is hybrid: "Location: Remote / Leeds". */
function orTown(tokens: readonly Token[], mode: Mode, to: number): Mode {
  const [slash, town] = [tokens[to], tokens[to + 1]];
  const isTown = town?.capital === true && !ANYWHERE.has(town.text);
  return mode === 'remote' && (slash?.text === '/' || slash?.text === 'or') && isTown ? 'hybrid' : mode;
}

/** A choice between a place and home is hybrid: "Location: Leeds / Remote". */
function ofTown(tokens: readonly Token[], mode: Mode, start: number, at: number): Mode {
  const isTown = tokens.slice(start, at).some(({ capital, text }) => capital && !ANYWHERE.has(text));
  return mode === 'remote' && tokens[at - 1]?.text === '/' && isTown ? 'hybrid' : mode;
}

function isBeforePlace(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === ',' && tokens[at + 1]?.capital === true;
}

function valueBehindPlace(tokens: readonly Token[], start: number): Found | undefined {
  for (let at = start; at < start + LONGEST_PLACE && at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.kind === 'break' || '.;!'.includes(token.text)) return undefined;
    const isApart = BEFORE_VALUE.has(tokens[at - 1]?.text ?? '');
    const found = isApart || (at > start && token.capital) ? valueAt(tokens, at) : undefined;
    const value = found && (isApart || isBeforePlace(tokens, found.to)) ? found : undefined;
    if (value && value.means !== 'neither' && value.means !== 'yes' && value.means !== 'no')
      return { mode: ofTown(tokens, value.means, start, at), from: at, to: value.to };
  }
  return undefined;
}
