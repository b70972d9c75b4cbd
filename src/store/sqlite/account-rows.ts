import type { Database } from 'better-sqlite3';
import type { AccountState, Calendar, RolledForward } from '../../credits/types.ts';
import { monthStart, rollForward } from '../../credits/renewal.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import { RESEAL_MONTHS, SEAL_ACCOUNT, SEAL_MONTH, UNSEAL } from '../steps/digests.ts';
import type { AccountRecord, StoreOptions } from '../types.ts';
import type { Revision } from './revision.ts';

/** Accounts that are held for reading at most. */
const HELD = 10_000;

interface Held {
  /** As written. */
  record: AccountRecord;
  monthStartsAt: number;
}

/**
 * Accounts and their months, for steps: read inside the transaction that
 * changes them, never from memory. Readers outside of steps may have what is
 * held here, which whoever writes an account drops.
 */
export class SqliteAccountRows {
  readonly #held = new Map<string, Held>();
  readonly #revision: Revision;
  readonly #termsOf: NonNullable<StoreOptions['termsOf']>;
  readonly #byId;
  readonly #all;
  readonly #update;
  readonly #month;
  readonly #calls;
  readonly #saveMonth;
  readonly #giveBack;
  readonly #sealMonth;
  readonly #sealAccount;
  readonly #resealMonths;

  constructor(db: Database, revision: Revision, termsOf: StoreOptions['termsOf']) {
    this.#revision = revision;
    this.#termsOf = termsOf ?? (() => undefined);
    revision.onForeignCommit(() => this.#held.clear());
    this.#byId = db.prepare<[string], AccountRow>('SELECT * FROM account WHERE id = ? AND deleted_at IS NULL');
    this.#all = db.prepare<[], AccountRow>('SELECT * FROM account WHERE deleted_at IS NULL ORDER BY created_at, id');
    this.#update = db.prepare(
      `UPDATE account SET plan = ?, anchor_at = ?, period = ?, period_ends_at = ?, allowance = ?, balance = ?,
         overage_used = ?, overage_limit = ? WHERE id = ?`,
    );
    this.#month = db.prepare<[string, number], { allowance: number; used: number }>(
      'SELECT allowance, used FROM account_month WHERE account_id = ? AND period = ?',
    );
    this.#calls = db
      .prepare<[string, number], number | null>('SELECT sum(cost) FROM usage_day WHERE account_id = ? AND period = ?')
      .pluck();
    this.#saveMonth = db.prepare(
      `INSERT INTO account_month (account_id, period, plan, starts_at, ends_at, allowance, used, overage_rate, ended_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (account_id, period) DO UPDATE SET plan = excluded.plan, starts_at = excluded.starts_at,
         ends_at = excluded.ends_at, allowance = excluded.allowance, used = excluded.used,
         overage_rate = excluded.overage_rate, ended_by = excluded.ended_by`,
    );
    this.#giveBack = db.prepare<[number, string, number]>(
      `UPDATE account_month SET used = used - ?, ${UNSEAL} WHERE account_id = ? AND period = ?`,
    );
    this.#sealMonth = db.prepare<[string, number]>(SEAL_MONTH);
    this.#sealAccount = db.prepare<[string]>(SEAL_ACCOUNT);
    this.#resealMonths = db.prepare<[string]>(RESEAL_MONTHS);
  }

  /** The account as it stands at `now`, for a step that is inside its transaction. */
  find(id: string, now: number): RolledForward<AccountRecord> | undefined {
    const row = this.#byId.get(id);
    return row && this.turn(toRecord(row), now);
  }

  /** The same for readers; nothing is written, and it may come from memory. */
  async read(id: string, now: number): Promise<AccountRecord | undefined> {
    await this.#revision.look();
    let held = this.#held.get(id);
    if (!held) {
      const row = this.#byId.get(id);
      if (!row) return undefined;
      const record = toRecord(row);
      held = { record, monthStartsAt: monthStart(record) };
      if (this.#held.size >= HELD) this.#held.clear();
      this.#held.set(id, held);
    }
    const { record, monthStartsAt } = held;
    // Nearly always it is its month still, which then needs no calendar.
    if (now >= monthStartsAt && now < record.periodEndsAt) return record;
    return this.turn(record, now).account;
  }

  /** As written, whatever the time. */
  all(): AccountRecord[] {
    return this.#all.all().map(toRecord);
  }

  turn(record: AccountRecord, now: number): RolledForward<AccountRecord> {
    return rollForward(record, now, this.calendarOf(record.id));
  }

  calendarOf(id: string): Calendar {
    return {
      termsOf: this.#termsOf,
      monthOf: (period) => {
        const month = this.#month.get(id, period);
        if (month) return month;
        // A month from before lines were kept, or one that nobody called in.
        const used = this.#calls.get(id, period) ?? 0;
        const account = used > 0 ? this.#byId.get(id) : undefined;
        return account && { allowance: account.allowance, used };
      },
    };
  }

  /** Writes the account's money and puts the months that ended on record. */
  write({ account, ended }: RolledForward<AccountRecord>): void {
    const { id } = account;
    this.#held.delete(id);
    for (const month of ended) {
      this.#saveMonth.run(
        id,
        month.period,
        month.plan,
        month.startsAt,
        month.endsAt,
        month.allowance,
        month.used,
        month.overageRate,
        month.endedBy,
      );
      this.#sealMonth.run(id, month.period);
    }
    this.#update.run(
      account.plan,
      account.anchorAt,
      account.period,
      account.periodEndsAt,
      account.allowance,
      account.balance,
      account.overageUsed,
      account.overageLimit,
      id,
    );
    if (ended.length > 0) this.#sealAccount.run(id);
  }

  /** To a month that is on record. */
  giveBackTo(id: string, period: AccountState['period'], amount: number): void {
    this.#giveBack.run(amount, id, period);
    this.#resealMonths.run(id);
  }

  drop(id: string): void {
    this.#held.delete(id);
  }
}
