import type { Database } from 'better-sqlite3';
import { monthStart } from '../../credits/renewal.ts';
import type { AccountState, RolledForward } from '../../credits/types.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import {
  ACCOUNT_BY_ID,
  WRITE_ACCOUNT,
  accountValues,
  rollAccount,
  writeAccount,
  type TermsOf,
} from '../steps/account-rows.ts';
import { RESEAL_MONTHS, UNSEAL } from '../steps/digests.ts';
import { change } from '../steps/step.ts';
import type { AccountRecord } from '../types.ts';
import type { Revision } from './revision.ts';
import type { Driver } from './step-runner.ts';

const MAXIMUM_CACHED = 10_000;

interface CachedAccount {
  record: AccountRecord;
  monthStartsAt: number;
}

/** `find` and `write` work on the database inside a transaction; `read` may answer from a cache. */
export class SqliteAccountRows {
  readonly #drive: Driver;
  readonly #revision: Revision;
  readonly #termsOf: TermsOf;
  readonly #cached = new Map<string, CachedAccount>();
  readonly #byId;
  readonly #update;

  constructor(db: Database, drive: Driver, revision: Revision, termsOf: TermsOf) {
    this.#byId = db.prepare<[string], AccountRow>(ACCOUNT_BY_ID);
    this.#update = db.prepare(WRITE_ACCOUNT);
    this.#drive = drive;
    this.#revision = revision;
    this.#termsOf = termsOf;
    revision.onForeignCommit(() => this.forget());
  }

  find(id: string, now: number): RolledForward<AccountRecord> | undefined {
    const row = this.#byId.get(id);
    return row && this.#drive(rollAccount(toRecord(row), now, this.#termsOf));
  }

  async read(id: string, now: number): Promise<AccountRecord | undefined> {
    this.#revision.current();
    let cached = this.#cached.get(id);
    if (!cached) {
      const row = this.#byId.get(id);
      if (!row) return undefined;
      const record = toRecord(row);
      cached = { record, monthStartsAt: monthStart(record) };
      if (this.#cached.size >= MAXIMUM_CACHED) this.#cached.clear();
      this.#cached.set(id, cached);
    }
    const { record, monthStartsAt } = cached;
    // Usually the month has not ended, and no calendar calculation is needed.
    if (now >= monthStartsAt && now < record.periodEndsAt) return record;
    return this.#drive(rollAccount(record, now, this.#termsOf)).account;
  }

  write(turned: RolledForward<AccountRecord>): void {
    this.#cached.delete(turned.account.id);
    if (turned.ended.length === 0) this.#update.run(...accountValues(turned.account));
    else this.#drive(writeAccount(turned));
  }

  giveBackTo(id: string, period: AccountState['period'], amount: number): void {
    this.#drive(
      change(
        `UPDATE account_month SET used = used - ?, ${UNSEAL} WHERE account_id = ? AND period = ?`,
        amount,
        id,
        period,
      ),
    );
    this.#drive(change(RESEAL_MONTHS, id));
  }

  forget(): void {
    this.#cached.clear();
  }
}
