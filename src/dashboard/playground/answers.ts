import type { Reason, ErrorDetails } from '../../errors.ts';
import { HOUR_MS, type Clock } from '../../lib/clock.ts';
import type { PlaygroundForm } from './form.ts';

/** The outcome of a playground call. */
export type PlaygroundOutcome =
  | {
      kind: 'result';
      /** A complete MCP tool result as JSON. */
      json: string;
      receiptId: string;
      /** In credits. */
      cost: number;
      balance: number;
    }
  | { kind: 'refused'; reason: Reason; message: string; details: ErrorDetails; requestId: string }
  /** Cancelled by the user before there was a result; nothing was charged. */
  | { kind: 'cancelled' }
  /** Live calls require a confirmed address. */
  | { kind: 'unconfirmed' };

export interface PlaygroundAnswer {
  form: PlaygroundForm;
  outcome: PlaygroundOutcome;
}

export interface KeptAnswersLimits {
  /** Maximum number of answers per account. */
  answersEach: number;
  bytesEach: number;
  /** Maximum size of all answers. */
  bytes: number;
  keptMs: number;
}

export const KEPT_ANSWERS: KeptAnswersLimits = {
  answersEach: 10,
  bytesEach: 4 * 1024 * 1024,
  bytes: 32 * 1024 * 1024,
  keptMs: HOUR_MS,
};

interface Entry {
  answer: PlaygroundAnswer;
  bytes: number;
  at: number;
}

/**
 * The last answers of each account's playground, so that sorting, filtering, a
 * reload or a download makes no new call. Held in memory; when it is full, the
 * account with the most data loses its oldest answer.
 */
export class KeptAnswers {
  readonly #clock: Clock;
  readonly #limits: KeptAnswersLimits;
  /** By account, then by run; oldest first. */
  readonly #accounts = new Map<string, Map<string, Entry>>();
  #bytes = 0;
  #sweptAt = 0;

  constructor(clock: Clock, limits: KeptAnswersLimits = KEPT_ANSWERS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** False if the answer is too large. */
  keep(accountId: string, answer: PlaygroundAnswer): boolean {
    const { answersEach, bytesEach, bytes: bytesOfAll } = this.#limits;
    const bytes = sizeOf(answer);
    if (bytes > bytesEach) return false;
    this.#sweep();
    const own = this.#accounts.get(accountId) ?? new Map<string, Entry>();
    this.#accounts.set(accountId, own);
    this.#drop(accountId, answer.form.run);
    own.set(answer.form.run, { answer, bytes, at: this.#clock.now() });
    this.#accounts.set(accountId, own);
    this.#bytes += bytes;
    while (own.size > answersEach || sum(own) > bytesEach) this.#dropOldest(accountId);
    while (this.#bytes > bytesOfAll) this.#dropOldest(this.#largest());
    return own.has(answer.form.run);
  }

  /** The account's answer of a run; undefined if there is none any more. */
  find(accountId: string, run: string): PlaygroundAnswer | undefined {
    const entry = this.#accounts.get(accountId)?.get(run);
    return entry && !this.#isOver(entry) ? entry.answer : undefined;
  }

  #isOver({ at }: Entry): boolean {
    return this.#clock.now() - at >= this.#limits.keptMs;
  }

  /** Expired answers are removed from time to time, not with each call. */
  #sweep(): void {
    const now = this.#clock.now();
    if (Math.abs(now - this.#sweptAt) < this.#limits.keptMs / 60) return;
    this.#sweptAt = now;
    for (const [accountId, own] of this.#accounts) {
      for (const [run, entry] of own) if (this.#isOver(entry)) this.#drop(accountId, run);
    }
  }

  #largest(): string {
    let largest = '';
    let most = -1;
    for (const [accountId, own] of this.#accounts) {
      const bytes = sum(own);
      if (bytes <= most) continue;
      most = bytes;
      largest = accountId;
    }
    return largest;
  }

  #dropOldest(accountId: string): void {
    const [oldest] = this.#accounts.get(accountId)?.keys() ?? [];
    if (oldest !== undefined) this.#drop(accountId, oldest);
  }

  #drop(accountId: string, run: string): void {
    const own = this.#accounts.get(accountId);
    const entry = own?.get(run);
    if (!own || !entry) return;
    own.delete(run);
    this.#bytes -= entry.bytes;
    if (own.size === 0) this.#accounts.delete(accountId);
  }
}

function sum(own: ReadonlyMap<string, Entry>): number {
  let bytes = 0;
  for (const entry of own.values()) bytes += entry.bytes;
  return bytes;
}

/** JavaScript stores text with at most two bytes a character. */
function sizeOf({ form, outcome }: PlaygroundAnswer): number {
  const text = outcome.kind === 'result' ? outcome.json.length : JSON.stringify(outcome).length;
  return 2 * (text + JSON.stringify(form).length);
}
