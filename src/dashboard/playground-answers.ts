import type { Reason, ErrorDetails } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { PlaygroundForm } from './playground-form.ts';

/** What became of a call of the playground. */
export type PlaygroundOutcome =
  | {
      kind: 'result';
      /** A complete MCP tool result as JSON text. */
      json: string;
      receiptId: string;
      /** Credits. */
      cost: number;
      balance: number;
    }
  | { kind: 'refused'; reason: Reason; message: string; details: ErrorDetails; requestId: string }
  /** Ended by the visitor before there was a result: nothing was charged. */
  | { kind: 'cancelled' }
  /** Live calls wait for the confirmation of the account's address. */
  | { kind: 'unconfirmed' };

export interface PlaygroundAnswer {
  form: PlaygroundForm;
  outcome: PlaygroundOutcome;
}

export interface KeptAnswersLimits {
  /** Of one account. */
  answersEach: number;
  bytesEach: number;
  /** Of all accounts together. */
  bytes: number;
  keptMs: number;
}

export const KEPT_ANSWERS: KeptAnswersLimits = {
  answersEach: 10,
  bytesEach: 4 * 1024 * 1024,
  bytes: 32 * 1024 * 1024,
  keptMs: 3_600_000,
};

interface Entry {
  answer: PlaygroundAnswer;
  bytes: number;
  at: number;
}

/**
 * The last answers of each account's playground, so that sorting, filtering,
 * a reload or a download asks nobody again. In the memory of this process; when
 * it is full the account that holds most gives way.
 */
export class KeptAnswers {
  readonly #clock: Clock;
  readonly #limits: KeptAnswersLimits;
  /** By account, then by run; the oldest first. */
  readonly #accounts = new Map<string, Map<string, Entry>>();
  #bytes = 0;
  #sweptAt = 0;

  constructor(clock: Clock, limits: KeptAnswersLimits = KEPT_ANSWERS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** False: it is too large to be kept. */
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

  /** The account's answer of that run; undefined when it was never there, or is no longer. */
  find(accountId: string, run: string): PlaygroundAnswer | undefined {
    const entry = this.#accounts.get(accountId)?.get(run);
    return entry && !this.#isOver(entry) ? entry.answer : undefined;
  }

  #isOver({ at }: Entry): boolean {
    return this.#clock.now() - at >= this.#limits.keptMs;
  }

  /** What has passed its time goes now and then, not at each call. */
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

/** As JavaScript keeps texts: two bytes a character at most. */
function sizeOf({ form, outcome }: PlaygroundAnswer): number {
  const text = outcome.kind === 'result' ? outcome.json.length : JSON.stringify(outcome).length;
  return 2 * (text + JSON.stringify(form).length);
}
