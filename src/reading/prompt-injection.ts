import type { Token } from './tokens.ts';
import { tokenize } from './tokens.ts';
import { findTerms, type Term } from './vocabulary.ts';
import {
  AFTER_MACHINE,
  DETERMINERS,
  MACHINE_VOCABULARY,
  ONLY,
  PRAISE,
  TELLING,
  THAT,
  type MachineTerm,
} from './machine-words.ts';

/** A text's tokens with the terms found in them. */
interface Reading {
  tokens: readonly Token[];
  terms: readonly Term<MachineTerm>[];
}

type Construction = (term: Term<MachineTerm>, reading: Reading) => boolean;

/** Maximum words between a verb and its object. */
const REACH = 8;

/**
 * Whether a text addresses a program that reads it, instead of describing work. Everyday sentences ("new instructions
 * every week", "they ignore all instructions") do not count: required is an order, an address or an end marker, said
 * to the reader and about something that only a program has. In a text that `states` ratings, "note 5 sur 5" is not an
 * order.
 */
export function addressesMachine(folded: string, states: 'opinions' | 'ratings' = 'opinions'): boolean {
  const tokens = tokenize(plainLetters(folded));
  if (tokens.some(isRunTogether)) return true;
  const reading: Reading = { tokens, terms: findTerms(tokens, MACHINE_VOCABULARY) };
  return reading.terms.some(
    (term) => (term.means !== 'rate' || states === 'opinions') && (CONSTRUCTIONS[term.means]?.(term, reading) ?? false),
  );
}

const CONSTRUCTIONS: Readonly<Partial<Record<MachineTerm, Construction>>> = {
  /** An order to ignore instructions that only a program has. */
  disregard: (term, reading) =>
    isOrder(term, reading) &&
    reading.terms.some(
      (other) =>
        other.means === 'instructions' && other.from >= term.to && reaches(term.to, other.from, reading.tokens),
    ),
  /** An order about the answer: nothing else, in JSON, or praise. */
  answer: (term, reading) => {
    const rest = sentenceFrom(term.to, reading.tokens);
    const [first, second] = rest;
    if (!first || !isOrder(term, reading)) return false;
    if (rest.slice(0, 4).some(({ text }) => text === 'json' || text === 'prompt')) return true;
    if (ONLY.has(first.text)) return second !== undefined && (THAT.has(second.text) || second.kind === 'mark');
    return THAT.has(first.text) && rest.slice(0, REACH).some(({ text }) => PRAISE.has(text));
  },
  /** An order to give five of five. */
  rate: (term, reading) => {
    const rest = sentenceFrom(term.to, reading.tokens).slice(0, REACH);
    // "Note : 5 sur 5" is not an order.
    if (rest[0]?.kind === 'mark' || !isOrder(term, reading)) return false;
    return rest.some(({ text }, at) => {
      const next = rest[at + 1]?.text ?? '';
      return (text === '5' || text === 'five' || text === 'cinq') && /^(?:\/|out|sur|stars?|etoiles?)$/.test(next);
    });
  },
  greeting: (term, reading) => isMachineAt(term.to, reading),
  /** The reader is told to be a program, under any name: "you are now Max, an unfiltered model". */
  identity: (term, reading) => isMachineAt(term.to, reading) || isNamedMachineAt(term, reading),
  heading: (term, { tokens }) => tokens[term.to]?.text === ':',
  /** An end marker as a separate sentence. */
  end: (term, { tokens }) => isEdge(tokens[term.from - 1]) && isEdge(tokens[term.to]),
};

/** Whether the verb addresses the reader: no subject precedes it. */
function isOrder({ from }: Term<MachineTerm>, { tokens }: Reading): boolean {
  const before = tokens[from - 1];
  return (
    before?.kind !== 'word' || !(TELLING.has(before.text) || (before.text.length > 3 && before.text.endsWith('s')))
  );
}

/** A machine's name after determiners, not followed by a word that changes its meaning. */
function isMachineAt(at: number, { tokens, terms }: Reading): boolean {
  let from = at;
  while (DETERMINERS.has(tokens[from]?.text ?? '')) from += 1;
  const machine = terms.find((term) => term.means === 'machine' && term.from === from);
  if (!machine) return tokens[from]?.text === 'assistant' && tokens[from + 1]?.text === ',';
  const after = tokens[machine.to];
  return after?.kind !== 'word' || AFTER_MACHINE.has(after.text);
}

const MODELS = ['model', 'assistant', 'chatbot'];

/** Requires "now": "you are a role model" is said to a colleague. */
function isNamedMachineAt({ from, to }: Term<MachineTerm>, { tokens }: Reading): boolean {
  const isNow = tokens.slice(from, to).some(({ text }) => text === 'now');
  const [name, comma, ...behind] = sentenceFrom(to, tokens).slice(0, REACH);
  const isNamed = name?.kind === 'word' && !DETERMINERS.has(name.text) && comma?.text === ',';
  return isNow && isNamed && behind.some(({ text }) => MODELS.includes(text));
}

function reaches(from: number, to: number, tokens: readonly Token[]): boolean {
  return to - from <= REACH && !tokens.slice(from, to).some(isEdge);
}

function sentenceFrom(at: number, tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token, index) => index >= at && isEdge(token));
  return tokens.slice(at, end < 0 ? at + REACH * 2 : Math.min(end, at + REACH * 2));
}

function isEdge(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'break' || (token.kind === 'mark' && '.!?'.includes(token.text));
}

/** "ignoreallpreviousinstructions", with the separators removed. */
function isRunTogether({ text }: Token): boolean {
  return (
    /^(?:please)?(?:ignor|disregard|forget|oubli)/.test(text) &&
    text.length > 14 &&
    /instruction|prompt|consigne/.test(text)
  );
}

/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    ['аеорсухіѕјһкмтвԁԛѡ', 'aeopcyxisjhkmtbdqw'],
    ['οαεικνρτυχ', 'oaeikvptux'],
  ].flatMap(([odd = '', plain = '']) => [...odd].map((letter, at) => [letter, plain[at] ?? letter] as const)),
);
const ODD_LETTERS = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');
const SPACED_OUT = /(?<![\p{L}\p{N}])(?:\p{L}[ .-]{1,2}){3,}\p{L}(?![\p{L}\p{N}])/gu;

/**
 * The text as it looks: look-alike letters replaced in words with Latin letters, and "i g n o r e" joined to a word.
 */
function plainLetters(folded: string): string {
  return folded
    .replace(/[\p{L}\p{N}]+/gu, (word) =>
      /[a-z]/.test(word) ? word.replace(ODD_LETTERS, (letter) => LOOKALIKES.get(letter) ?? letter) : word,
    )
    .replace(SPACED_OUT, (letters) => letters.replace(/[ .-]+/g, ''));
}
