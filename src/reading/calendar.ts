import type { Token } from './tokens.ts';

const MONTHS = new Map(
  [
    'jan janvier january janv',
    'feb fevrier february fevr fev',
    'mar mars march',
    'apr avril april avr',
    'may mai',
    'jun juin june',
    'jul juillet july juil juill',
    'aug aout august',
    'sep septembre september sept',
    'oct octobre october',
    'nov novembre november',
    'dec decembre december',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);
const ORDINALS = new Set(['st', 'nd', 'rd', 'th', 'er']);
const BETWEEN = new Set(['of', 'de', 'the', '-', ',', '.', '/', "'"]);

/** `year` is undefined if none is stated; `to` is the index after the day's last token. */
export interface WrittenDay {
  year: number | undefined;
  month: number;
  day: number;
  from: number;
  to: number;
}

/**
 * Finds days such as "18 September 2026", "Nov 3rd", "12/11/2026", "2026.11.16" and "16/11", in the order of the text.
 */
export function writtenDays(tokens: readonly Token[]): WrittenDay[] {
  const found: WrittenDay[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const day = writtenDayAt(tokens, at);
    if (!day) continue;
    found.push(day);
    at = day.to - 1;
  }
  return found;
}

export function writtenDayAt(tokens: readonly Token[], at: number): WrittenDay | undefined {
  return numericDay(tokens, at) ?? shortNumericDay(tokens, at) ?? dayFirst(tokens, at) ?? monthFirst(tokens, at);
}

export function monthOf({ text }: Pick<Token, 'text'>): number | undefined {
  return MONTHS.get(text);
}

/**
 * The day comes first in Great Britain and France (18/09/2026, 18.09.26, 18-9-2026), unless the first number has four
 * digits (2026/09/18).
 */
function numericDay(tokens: readonly Token[], at: number): WrittenDay | undefined {
  // The tokenizer reads "16.11.2026" as one number and "16/11/2026" as five tokens.
  const pieces = tokens[at]?.kind === 'number' ? (tokens[at]?.text ?? '').split('.') : [];
  let to = at + 1;
  while (pieces.length < 3 && isSeparator(tokens[to]) && tokens[to + 1]?.kind === 'number') {
    pieces.push(tokens[to + 1]?.text ?? '');
    to += 2;
  }
  if (pieces.length !== 3 || !pieces.every((piece) => /^\d{1,4}$/.test(piece))) return undefined;
  const [first = '', second = '', third = ''] = pieces;
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third), from: at, to };
  if (first.length > 2 || second.length > 2 || (third.length !== 2 && third.length !== 4)) return undefined;
  return { year: fullYear(third), month: Number(second), day: Number(first), from: at, to };
}

/** The month needs two digits ("16/11", "le 03/09"), so that a fraction ("1/2") is not a day. */
function shortNumericDay(tokens: readonly Token[], at: number): WrittenDay | undefined {
  const day = dayNumber(tokens[at]);
  const [stroke, month] = [tokens[at + 1], tokens[at + 2]];
  if (day === undefined || stroke?.text !== '/' || stroke.spaced || month?.spaced) return undefined;
  if (month?.kind !== 'number' || !/^(?:0[1-9]|1[0-2])$/.test(month.text) || tokens[at - 1]?.text === '/')
    return undefined;
  return { year: undefined, month: Number(month.text), day, from: at, to: at + 3 };
}

function isSeparator(token: Token | undefined): boolean {
  return token !== undefined && ['/', '-', '.'].includes(token.text) && !token.spaced;
}

/** "18 September 2026", "1er mars", "3rd of Nov '26" */
function dayFirst(tokens: readonly Token[], at: number): WrittenDay | undefined {
  const day = dayNumber(tokens[at]);
  if (day === undefined) return undefined;
  let to = at + 1;
  if (ORDINALS.has(tokens[to]?.text ?? '')) to += 1;
  to = skip(tokens, to);
  const month = MONTHS.get(tokens[to]?.text ?? '');
  return month === undefined ? undefined : withYear(tokens, { year: undefined, month, day, from: at, to: to + 1 });
}

/** "September 18, 2026", "Nov 3" */
function monthFirst(tokens: readonly Token[], at: number): WrittenDay | undefined {
  const month = MONTHS.get(tokens[at]?.text ?? '');
  if (month === undefined) return undefined;
  const start = skip(tokens, at + 1);
  const day = dayNumber(tokens[start]);
  if (day === undefined) return undefined;
  const to = ORDINALS.has(tokens[start + 1]?.text ?? '') ? start + 2 : start + 1;
  return withYear(tokens, { year: undefined, month, day, from: at, to });
}

function withYear(tokens: readonly Token[], written: WrittenDay): WrittenDay {
  const at = skip(tokens, written.to);
  const text = tokens[at]?.kind === 'number' ? (tokens[at]?.text ?? '') : '';
  const isShort =
    /^\d{2}$/.test(text) && (tokens[at - 1]?.text === "'" || tokens[at - 1]?.text === '-' || at === tokens.length - 1);
  if (!/^\d{4}$/.test(text) && !isShort) return written;
  return { ...written, year: fullYear(text), to: at + 1 };
}

function skip(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < from + 2 && BETWEEN.has(tokens[at]?.text ?? '')) at += 1;
  return at;
}

function dayNumber(token: Token | undefined): number | undefined {
  return token?.kind === 'number' && /^\d{1,2}$/.test(token.text) ? Number(token.text) : undefined;
}

function fullYear(text: string): number {
  return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

/** Returns `YYYY-MM-DD`; undefined if the day does not exist or is not between 1990 and 2099. */
export function toDay(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1990' && text < '2100';
}
