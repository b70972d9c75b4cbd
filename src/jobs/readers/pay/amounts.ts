import type { Token } from '../../../reading/tokens.ts';
import { CURRENCY_WORDS, DOLLARS, LETTER_SIGNS, SIGNS } from './currencies.ts';

export interface Amount {
  value: number;
  from: number;
  to: number;
  /**
   * ISO 4217 code. XXX if the sign or word for the currency is ambiguous or unknown; null if no currency is stated
   * beside the figure.
   */
  currency: string | null;
  thousands: boolean;
  plus: boolean;
}

const MILLIONS = new Set('m mn md mds bn million millions billion billions milliard milliards'.split(' '));
/** A larger number of thousands without a currency is not money: "401k" is a pension plan in the United States. */
const MOST_BARE_THOUSANDS = 400;

/** Splits "45kpa" into "45", "k" and "pa", and "40kbrut" into "40", "k" and "brut". */
export function splitThousands(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, index) => {
    const isJoined = tokens[index - 1]?.kind === 'number' && token.kind === 'word' && /^k.{1,6}$/.test(token.text);
    if (!isJoined) return [token];
    const middle = token.start + 1;
    return [
      { ...token, text: 'k', end: middle },
      { ...token, text: token.text.slice(1), start: middle, spaced: false, capital: false },
    ];
  });
}

export function findAmounts(tokens: readonly Token[]): Amount[] {
  const amounts: Amount[] = [];
  let at = 0;
  while (at < tokens.length) {
    const number = tokens[at]?.kind === 'number' ? readNumber(tokens, at) : undefined;
    const amount = number && readAmount(tokens, at, number);
    if (amount) amounts.push(amount);
    at = amount?.to ?? number?.to ?? at + 1;
  }
  return amounts;
}

interface ReadNumber {
  value: number;
  to: number;
}

function readNumber(tokens: readonly Token[], at: number): ReadNumber {
  let digits = tokens[at]?.text ?? '';
  let to = at + 1;
  while (/^\d{1,3}(?:[ .,']\d{3})*$/.test(digits)) {
    const comma = tokens[to]?.text === ',' && isMoneySign(tokens[at - 1]) ? 1 : 0;
    const next = tokens[to + comma];
    const isGroup = comma === 1 ? /^\d00$/ : /^\d{3}(?:[.,]\d{1,2})?$/;
    if (next?.kind !== 'number' || !next.spaced || next.joined || !isGroup.test(next.text)) break;
    digits += ` ${next.text}`;
    to += 1 + comma;
  }
  const grouped = /^(\d{1,3}(?:[ ,.']\d{3})+)(?:[.,](\d{1,2}))?$/.exec(digits);
  const value = grouped
    ? Number(`${(grouped[1] ?? '').replace(/\D/g, '')}.${grouped[2] ?? '0'}`)
    : Number(digits.replace(',', '.'));
  return { value, to };
}

function isMoneySign(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Sc}$/u.test(token.text);
}

function signOf({ text }: Token): string {
  return SIGNS[text] ?? 'XXX';
}

function readAmount(tokens: readonly Token[], at: number, number: ReadNumber): Amount | undefined {
  if (Number.isNaN(number.value)) return undefined;
  const before = currencyBefore(tokens, at);
  let { value, to } = number;
  let thousands = before?.thousands === true;
  if (thousands && value < 1_000) value *= 1_000;
  let word = tokens[to]?.text ?? '';
  if (MILLIONS.has(word) && (tokens[to]?.spaced === false || word.length > 1)) return undefined;
  if (word === 'k') {
    thousands = true;
    value *= 1_000;
    to += 1;
    word = tokens[to]?.text ?? '';
  }
  // "45p per mile" is in pence.
  if (word === 'p' && !tokens[to]?.spaced && !before && /^(?:a|per|\/|p)?$/.test(tokens[to + 1]?.text ?? ''))
    return undefined;
  const after = before ? undefined : currencyAfter(tokens, to, thousands);
  if (after) {
    to += 1;
    const cents = tokens[to];
    if (!thousands && cents && isCents(tokens, to)) {
      value += Number(cents.text) / 100;
      to += 1;
    }
  }
  const currency = before?.currency ?? after ?? null;
  if (thousands && currency === null && value > MOST_BARE_THOUSANDS * 1_000) return undefined;
  const isPlus = tokens[to]?.text === '+' && !tokens[to]?.spaced;
  return { value, from: before?.from ?? at, to: isPlus ? to + 1 : to, currency, thousands, plus: isPlus };
}

interface Before {
  currency: string;
  from: number;
  thousands?: true;
}

function currencyBefore(tokens: readonly Token[], at: number): Before | undefined {
  const last = tokens[at - 1];
  if (!last) return undefined;
  const isFirst = (from: number): boolean => tokens[from - 1]?.kind !== 'number';
  if (last.text === 'ke' && isFirst(at - 1)) return { currency: 'EUR', from: at - 1, thousands: true };
  if (last.text === '€' && !last.spaced && tokens[at - 2]?.text === 'k' && isFirst(at - 2))
    return { currency: 'EUR', from: at - 2, thousands: true };
  if (last.capital && !tokens[at]?.spaced && Object.hasOwn(LETTER_SIGNS, last.text))
    return { currency: LETTER_SIGNS[last.text] as string, from: at - 1 };
  if (last.text === '$') {
    const letters = tokens[at - 2];
    const currency = letters && !last.spaced ? DOLLARS[letters.text] : undefined;
    return currency ? { currency, from: at - 2 } : { currency: 'USD', from: at - 1 };
  }
  if (isMoneySign(last)) {
    // "45000€ 50000": the sign belongs to the number before it.
    const isTaken = tokens[at - 2]?.kind === 'number' && !last.spaced;
    return isTaken ? undefined : { currency: signOf(last), from: at - 1 };
  }
  if (!Object.hasOwn(CURRENCY_WORDS, last.text) || last.text === 'fr') return undefined;
  return tokens[at - 2]?.kind === 'number'
    ? undefined
    : { currency: CURRENCY_WORDS[last.text] as string, from: at - 1 };
}

function currencyAfter(tokens: readonly Token[], at: number, thousands: boolean): string | undefined {
  // "6'000.- CHF"
  const isSwiss = tokens[at]?.text === '.' && tokens[at + 1]?.text === '-';
  const next = tokens[isSwiss ? at + 2 : at];
  if (!next) return undefined;
  if (thousands && next.text === 'e') return 'EUR';
  if (isMoneySign(next)) {
    // "12 £300": the sign belongs to the next number.
    const isNext = next.spaced && tokens[at + 1]?.kind === 'number' && !tokens[at + 1]?.spaced;
    return isNext ? undefined : signOf(next);
  }
  return Object.hasOwn(CURRENCY_WORDS, next.text) ? CURRENCY_WORDS[next.text] : undefined;
}

function isCents(tokens: readonly Token[], at: number): boolean {
  const [cents, next] = [tokens[at], tokens[at + 1]];
  if (cents?.kind !== 'number' || !/^\d{2}$/.test(cents.text)) return false;
  return !cents.spaced || !next || ['brut', 'bruts', 'net', '/', 'par', 'de'].includes(next.text);
}

export function isMarked({ currency, thousands }: Amount): boolean {
  return currency !== null || thousands;
}
