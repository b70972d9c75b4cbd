import type { Reason, ErrorDetails } from '../../errors.ts';
import { MIB } from '../../lib/byte-units.ts';
import { HOUR_MS, type Clock } from '../../lib/clock.ts';
import type { PlaygroundForm } from './form.ts';

export type PlaygroundOutcome =
  | {
      kind: 'result';
      json: string;
      receiptId: string;
      cost: number;
      balance: number;
    }
  | { kind: 'refused'; reason: Reason; message: string; details: ErrorDetails; requestId: string }
  /** The user cancelled the call before there was a result, so the call was not charged. */
  | { kind: 'cancelled' }
  /** The account's e-mail address is not confirmed, which live calls require. */
  | { kind: 'unconfirmed' };

export interface PlaygroundAnswer {
  form: PlaygroundForm;
  outcome: PlaygroundOutcome;
}

const DEFAULT_LIMITS = {
  answersEach: 10,
  bytesEach: 4 * MIB,
  bytes: 32 * MIB,
  keptMs: HOUR_MS,
};

interface Entry {
  accountId: string;
  answer: PlaygroundAnswer;
  bytes: number;
  at: number;
}

/**
 * Stores the latest answers of each account in this process's memory, so that sorting, filtering, reloading and
 * downloading make no new call. Answers are kept for an hour; at a limit, the oldest are removed earlier.
 */
export class StoredAnswers {
  readonly #clock: Clock;
  readonly #limits: typeof DEFAULT_LIMITS;
  /** A key is composed of the account's ID and the call's ID (`run`). The oldest entry comes first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(clock: Clock, limits = DEFAULT_LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Returns false if the answer is too large to be stored. */
  put(accountId: string, answer: PlaygroundAnswer): boolean {
    const { answersEach, bytesEach, bytes: bytesOfAll } = this.#limits;
    const bytes = sizeOf(answer);
    if (bytes > bytesEach) return false;
    const key = keyOf(accountId, answer.form.run);
    this.#drop(key);
    this.#entries.set(key, { accountId, answer, bytes, at: this.#clock.now() });
    this.#bytes += bytes;
    const own = [...this.#entries].filter(([, entry]) => entry.accountId === accountId);
    let ownBytes = own.reduce((sum, [, entry]) => sum + entry.bytes, 0);
    for (const [index, [oldest, entry]] of own.entries()) {
      if (own.length - index <= answersEach && ownBytes <= bytesEach) break;
      ownBytes -= entry.bytes;
      this.#drop(oldest);
    }
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= bytesOfAll && !this.#isOver(entry)) break;
      this.#drop(oldest);
    }
    return true;
  }

  find(accountId: string, run: string): PlaygroundAnswer | undefined {
    const entry = this.#entries.get(keyOf(accountId, run));
    return entry && !this.#isOver(entry) ? entry.answer : undefined;
  }

  #isOver({ at }: Entry): boolean {
    return this.#clock.now() - at >= this.#limits.keptMs;
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

const keyOf = (accountId: string, run: string): string => `${accountId} ${run}`;

/** Returns the size in bytes. JavaScript stores text with at most two bytes for each character. */
function sizeOf({ form, outcome }: PlaygroundAnswer): number {
  const text = outcome.kind === 'result' ? outcome.json.length : JSON.stringify(outcome).length;
  return 2 * (text + JSON.stringify(form).length);
}
