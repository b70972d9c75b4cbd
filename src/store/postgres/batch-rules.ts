import { balanceOf } from '../../credits/account-state.ts';
import { dayOf, giveBack, release, reserve, settle, type Closed } from '../../credits/calls.ts';
import { accountGone } from '../../credits/refusals.ts';
import type { KeyState, Month, RolledForward } from '../../credits/types.ts';
import { ServiceError } from '../../errors.ts';
import { StoreFault } from '../store-fault.ts';
import type { AccountRecord, Hold, LedgerEntry, Balance } from '../types.ts';
import type { PostgresAccountRows, KnownMonths } from './account-rows.ts';
import { BatchKeys, type KeyRow } from './batch-keys.ts';
import { claimOf, receiptOf, type LedgerAttempt, type LedgerStepOutcome, type LedgerStep } from './batch-steps.ts';

/** What a batch has read. Accounts, entries and claims are locked; API keys and their daily cost are not. */
export interface LoadedRows {
  accounts: readonly AccountRecord[];
  entries: readonly LedgerEntry[];
  keys: ReadonlyMap<string, KeyState>;
  spent: ReadonlyMap<string, number>;
  claims: readonly KeyRow[];
}

export function spentSlot(keyId: string, day: number): string {
  return `${day} ${keyId}`;
}

interface HeldAccount {
  record: AccountRecord;
  changed: boolean;
  ended: Map<number, Month>;
  months: KnownMonths | undefined;
}

class MonthsUnknown extends Error {}

/**
 * Applies the rules of credits to the ledger steps of a batch in memory, in order of arrival, and collects the rows to
 * write. A refused step changes nothing. If `monthsNeeded` is not empty afterwards, the batch must run again with the
 * months of those accounts.
 */
export class BatchRules {
  readonly #rows: PostgresAccountRows;
  readonly claims: BatchKeys;
  readonly #loaded: LoadedRows;
  readonly #accounts = new Map<string, HeldAccount>();
  readonly #entries: Map<string, LedgerEntry>;
  readonly #spent: Map<string, number>;
  /** True for receipts whose call is still running in this process. */
  readonly #isOwn: (receiptId: string) => boolean;
  readonly monthsNeeded = new Set<string>();
  readonly #inserted = new Map<string, LedgerEntry>();
  readonly closed: LedgerEntry[] = [];
  readonly #givenBack = new Map<string, [id: string, period: number, amount: number]>();

  constructor(
    rows: PostgresAccountRows,
    loaded: LoadedRows,
    months: ReadonlyMap<string, KnownMonths>,
    isOwn: (receiptId: string) => boolean,
  ) {
    this.#rows = rows;
    this.claims = new BatchKeys(loaded.claims);
    this.#loaded = loaded;
    this.#isOwn = isOwn;
    for (const record of loaded.accounts) {
      const known = months.get(record.id);
      const copy = known && { lines: new Map(known.lines), sums: new Map(known.sums) };
      this.#accounts.set(record.id, { record, changed: false, ended: new Map(), months: copy });
    }
    this.#entries = new Map(loaded.entries.map((entry) => [entry.receiptId, entry]));
    this.#spent = new Map(loaded.spent);
  }

  run(attempts: readonly LedgerAttempt[]): LedgerStepOutcome[] {
    return attempts.map(({ step, unknown }) => {
      try {
        return { balance: (unknown ? this.#doneBefore(step) : undefined) ?? this.#do(step) };
      } catch (error) {
        const receiptId = receiptOf(step);
        const claim = claimOf(step);
        if (claim && receiptId !== undefined) this.claims.drop(claim, receiptId);
        return { error };
      }
    });
  }

  get inserted(): LedgerEntry[] {
    return [...this.#inserted.values()];
  }

  get accounts(): AccountRecord[] {
    return [...this.#accounts.values()].filter(({ changed }) => changed).map(({ record }) => record);
  }

  get months(): [string, Month][] {
    return [...this.#accounts.values()].flatMap(({ record, ended }) =>
      [...ended.values()].map((month): [string, Month] => [record.id, month]),
    );
  }

  get givenBack(): [string, number, number][] {
    return [...this.#givenBack.values()];
  }

  /**
   * Returns the result of a step that an earlier transaction has committed, or undefined if none has. Throws if the
   * reservation of the step was released since.
   */
  #doneBefore(step: LedgerStep): Balance | undefined {
    if (step.do === 'save') return undefined;
    const entry = this.#entries.get(receiptOf(step) as string);
    const state = { reserve: 'reserved', charge: 'settled', settle: 'settled', release: 'released' }[step.do];
    if (!entry) return undefined;
    if (entry.state === state) return balanceOf(this.#present(entry.accountId, timeOf(step)).account);
    if ('hold' in step) throw reclaimedFault();
    return undefined;
  }

  #do(step: LedgerStep): Balance | undefined {
    switch (step.do) {
      case 'reserve': {
        const { receiptId, at } = step.hold;
        if (step.claim) this.claims.claim(step.claim, receiptId, at);
        return this.#open(step.hold, (entry) => entry);
      }
      case 'charge': {
        const { settlement } = step;
        const { receiptId, at } = step.hold;
        if (settlement.replay) this.claims.claim(settlement.replay, receiptId, at);
        const hold = { ...step.hold, amount: settlement.cost };
        const balance = this.#open(hold, (entry) => settle(entry, settlement).entry);
        if (settlement.replay) this.claims.answer(settlement.replay, receiptId, at);
        return balance;
      }
      case 'settle': {
        const { receiptId, settlement, claimed } = step;
        const balance = this.#close(receiptId, settlement.at, (entry) => settle(entry, settlement));
        if (settlement.replay) this.claims.answer(settlement.replay, receiptId, settlement.at);
        else if (claimed) this.claims.drop(claimed, receiptId);
        return balance;
      }
      case 'release': {
        const { receiptId, outcome, at, durationMs, claimed } = step;
        const balance = this.#close(receiptId, at, (entry) => release(entry, outcome, durationMs));
        if (claimed) this.claims.drop(claimed, receiptId);
        return balance;
      }
      case 'save':
        this.claims.answer(step.replay, undefined, 0);
        return undefined;
    }
  }

  #present(id: string, now: number): RolledForward<AccountRecord> {
    const held = this.#accounts.get(id);
    if (!held) throw accountGone();
    const turned = this.#rows.rollForwardIfKnown(held.record, now, held.months);
    if (turned) return turned;
    this.monthsNeeded.add(id);
    throw new MonthsUnknown('A month has passed.');
  }

  #open(hold: Hold, opening: (entry: LedgerEntry) => LedgerEntry): Balance {
    const { account, ended } = this.#present(hold.accountId, hold.at);
    const key = hold.keyId === null ? undefined : this.#loaded.keys.get(hold.keyId);
    const spent = hold.keyId === null ? 0 : (this.#spent.get(spentSlot(hold.keyId, dayOf(hold.at))) ?? 0);
    const held = reserve(account, hold, key, spent);
    if (this.#inserted.has(hold.receiptId)) {
      throw new ServiceError('internal', `The receipt ${hold.receiptId} was given twice.`);
    }
    const entry = opening(held.entry);
    this.#write({ account: held.account, ended });
    this.#entries.set(entry.receiptId, entry);
    this.#inserted.set(entry.receiptId, entry);
    this.#count(entry, entry.amount);
    return balanceOf(held.account);
  }

  #close(receiptId: string, now: number, closing: (entry: LedgerEntry) => Closed): Balance {
    const entry = this.#entries.get(receiptId);
    if (!entry) {
      // A reservation that a call still needs disappears only with its account.
      throw this.#isOwn(receiptId)
        ? accountGone()
        : new ServiceError('internal', `There is no reservation ${receiptId}.`);
    }
    if (entry.state === 'released' && entry.outcome === 'abandoned' && this.#isOwn(receiptId)) throw reclaimedFault();
    const { account, ended } = this.#present(entry.accountId, now);
    const { entry: closed, givenBack } = closing(entry);
    this.#entries.set(receiptId, closed);
    this.#replace(closed);
    // `#write` records the ended month, so the amount is given back to that month afterwards.
    const present = entry.period === account.period;
    const after = present ? giveBack(account, givenBack) : account;
    if (after !== account || ended.length > 0) this.#write({ account: after, ended });
    if (!present && givenBack > 0) this.#giveBackTo(entry.accountId, entry.period, givenBack);
    this.#count(entry, -givenBack);
    return balanceOf(after);
  }

  /** An entry that this batch has opened is written once, in its last state. */
  #replace(closed: LedgerEntry): void {
    if (this.#inserted.has(closed.receiptId)) this.#inserted.set(closed.receiptId, closed);
    else this.closed.push(closed);
  }

  #write({ account, ended }: RolledForward<AccountRecord>): void {
    const held = this.#accounts.get(account.id) as HeldAccount;
    held.record = account;
    held.changed = true;
    for (const month of ended) {
      held.ended.set(month.period, month);
      held.months?.lines.set(month.period, { allowance: month.allowance, used: month.used });
      this.#givenBack.delete(`${month.period} ${account.id}`);
    }
  }

  #giveBackTo(id: string, period: number, amount: number): void {
    const { ended, months } = this.#accounts.get(id) as HeldAccount;
    const line = months?.lines.get(period);
    if (line) months?.lines.set(period, { ...line, used: line.used - amount });
    const month = ended.get(period);
    if (month) return void ended.set(period, { ...month, used: month.used - amount });
    const slot = `${period} ${id}`;
    this.#givenBack.set(slot, [id, period, amount + (this.#givenBack.get(slot)?.[2] ?? 0)]);
  }

  #count({ accountId, keyId, period, createdAt }: LedgerEntry, amount: number): void {
    const sums = this.#accounts.get(accountId)?.months?.sums;
    if (sums) {
      const sum = (sums.get(period) ?? 0) + amount;
      if (sum > 0) sums.set(period, sum);
      else sums.delete(period);
    }
    const slot = keyId === null ? undefined : spentSlot(keyId, dayOf(createdAt));
    const spent = slot === undefined ? undefined : this.#spent.get(slot);
    if (slot !== undefined && spent !== undefined) this.#spent.set(slot, spent + amount);
  }
}

function timeOf(step: Exclude<LedgerStep, { do: 'save' }>): number {
  if ('hold' in step) return step.hold.at;
  return step.do === 'settle' ? step.settlement.at : step.at;
}

function reclaimedFault(): StoreFault {
  return new StoreFault('away', 'no', 'What the call held was given back while this process was out of reach.');
}
