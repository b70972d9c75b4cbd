import { DAY_MS } from '../../src/lib/clock.ts';
/**
 * The expected state of an account after any history, computed from scratch each time: a list of calls, a calendar
 * counted month by month, and sums. Shares no code with src/credits.
 */
export interface ModelCall {
  receiptId: string;
  amount: number;
  state: 'reserved' | 'settled' | 'released';
  period: number;
  createdAt: number;
  keyed: boolean;
  /** The process, and which of its starts, that holds the reservation. */
  holder: number;
}

export interface ModelKey {
  revoked: boolean;
  cap: number | null;
}

export class AccountModel {
  readonly id: string;
  readonly keyId: string;
  readonly key: ModelKey = { revoked: false, cap: null };
  readonly calls = new Map<string, ModelCall>();
  plan: string;
  limit: number | null = null;
  deleted = false;
  /** Allowance of each month in or after which a step was written. */
  readonly #allowances = new Map<number, number>();
  readonly #terms: Record<string, number>;
  #anchor: number;
  #base = 0;
  #written = 0;

  constructor(id: string, plan: string, now: number, terms: Record<string, number>) {
    this.id = id;
    this.keyId = `${id}-key`;
    this.plan = plan;
    this.#terms = terms;
    this.#anchor = now;
    this.#allowances.set(0, this.#allowanceNow());
  }

  /** The state that a reader must see at `now`. */
  at(now: number): { period: number; allowance: number; balance: number; overageUsed: number; periodEndsAt: number } {
    const index = this.#indexAt(now);
    const period = this.#base + index;
    const allowance = this.#allowances.get(period) ?? this.#allowanceNow();
    const used = this.usedIn(period);
    return {
      period,
      allowance,
      balance: used < allowance ? allowance - used : 0,
      overageUsed: used > allowance ? used - allowance : 0,
      periodEndsAt: addMonths(this.#anchor, index + 1),
    };
  }

  usedIn(period: number): number {
    let sum = 0;
    for (const call of this.calls.values()) if (call.period === period) sum += call.amount;
    return sum;
  }

  /** The reason why a call of that price is refused at `now`; undefined if it is not. */
  refusal(amount: number, keyed: boolean, now: number): string | undefined {
    if (this.deleted || (keyed && this.key.revoked)) return 'invalid_key';
    const { period, allowance } = this.at(now);
    if (amount > 0 && this.usedIn(period) + amount > allowance + (this.limit ?? 0)) return 'quota_exceeded';
    if (keyed && this.key.cap !== null && amount > 0 && this.#spentOn(now) + amount > this.key.cap) {
      return 'key_cap_reached';
    }
    return undefined;
  }

  hold(receiptId: string, amount: number, keyed: boolean, now: number, holder: number): ModelCall {
    const { period } = this.at(now);
    const call: ModelCall = { receiptId, amount, state: 'reserved', period, createdAt: now, keyed, holder };
    this.calls.set(receiptId, call);
    this.wrote(now);
    return call;
  }

  close(receiptId: string, state: 'settled' | 'released', cost: number, now: number): void {
    const call = this.calls.get(receiptId) as ModelCall;
    call.state = state;
    call.amount = cost;
    this.wrote(now);
  }

  changePlan(plan: string, now: number): void {
    this.wrote(now);
    this.plan = plan;
    this.#anchor = now;
    this.#base = Math.max(...this.#allowances.keys()) + 1;
    this.#written = this.#base;
    this.#allowances.set(this.#base, this.#allowanceNow());
  }

  /** A step was written at `now`: the months up to then get the present terms, unless they already had theirs. */
  wrote(now: number): void {
    const { period } = this.at(now);
    for (let month = Math.min(this.#written, period); month <= period; month += 1) {
      if (!this.#allowances.has(month)) this.#allowances.set(month, this.#allowanceNow());
    }
    this.#written = period;
  }

  #allowanceNow(): number {
    return this.#terms[this.plan] as number;
  }

  #spentOn(now: number): number {
    const day = Math.floor(now / DAY_MS);
    let sum = 0;
    for (const call of this.calls.values()) {
      if (call.keyed && Math.floor(call.createdAt / DAY_MS) === day) sum += call.amount;
    }
    return sum;
  }

  #indexAt(now: number): number {
    let index = 0;
    while (addMonths(this.#anchor, index + 1) <= now) index += 1;
    return index;
  }
}

/** The same day and time of a later month, or the last day of one that is too short. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const first = new Date(date);
  first.setUTCMonth(first.getUTCMonth() + 1);
  first.setUTCDate(0);
  date.setUTCDate(Math.min(day, first.getUTCDate()));
  return date.getTime();
}
