import { rollForward } from '../../credits/renewal.ts';
import type { Calendar, Month, RolledForward } from '../../credits/types.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import { RESEAL_MONTHS, UNSEAL } from '../steps/digests.ts';
import type { AccountRecord, StoreOptions } from '../types.ts';
import type { Queryable } from './connection.ts';

type TermsOf = NonNullable<StoreOptions['termsOf']>;

/** What an account's months are known to have cost: lines on record, and sums of calls from before there were any. */
export interface KnownMonths {
  lines: Map<number, { allowance: number; used: number }>;
  sums: Map<number, number>;
}

const BY_ID = 'SELECT * FROM account WHERE id = $1 AND deleted_at IS NULL';
const SAVE_MONTHS = `
  INSERT INTO account_month (account_id, period, plan, starts_at, ends_at, allowance, used, overage_rate, ended_by)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::text[]) ORDER BY 1, 2
  ON CONFLICT (account_id, period) DO UPDATE SET plan = excluded.plan, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, allowance = excluded.allowance, used = excluded.used,
    overage_rate = excluded.overage_rate, ended_by = excluded.ended_by, digest = excluded.digest`;

/** Accounts and their months. Nothing of them is kept in memory: another replica may have changed them. */
export class PostgresAccountRows {
  readonly #pool: Queryable;
  readonly termsOf: TermsOf;

  constructor(pool: Queryable, termsOf: StoreOptions['termsOf']) {
    this.#pool = pool;
    this.termsOf = termsOf ?? (() => undefined);
  }

  /** The account as it stands at `now`, for a transaction; with `lock` nobody else changes it until that ends. */
  async find(
    tx: Queryable,
    id: string,
    now: number,
    { lock }: { lock: boolean },
  ): Promise<RolledForward<AccountRecord> | undefined> {
    const { rows } = await tx.query<AccountRow>(lock ? `${BY_ID} FOR NO KEY UPDATE` : BY_ID, [id]);
    return rows[0] && this.turn(tx, toRecord(rows[0]), now);
  }

  /** The same for readers. */
  async read(id: string, now: number): Promise<AccountRecord | undefined> {
    return (await this.find(this.#pool, id, now, { lock: false }))?.account;
  }

  /** As written, whatever the time. */
  async all(tx: Queryable = this.#pool): Promise<AccountRecord[]> {
    const { rows } = await tx.query<AccountRow>(
      'SELECT * FROM account WHERE deleted_at IS NULL ORDER BY created_at, id',
    );
    return rows.map(toRecord);
  }

  /** Its months are read only where one has passed. */
  async turn(tx: Queryable, record: AccountRecord, now: number): Promise<RolledForward<AccountRecord>> {
    const turned = this.turnKnown(record, now, undefined);
    return turned ?? rollForward(record, now, await this.calendarOf(tx, record));
  }

  /** Undefined where `months` would have to be known, and are not. */
  turnKnown(
    record: AccountRecord,
    now: number,
    months: KnownMonths | undefined,
  ): RolledForward<AccountRecord> | undefined {
    if (months) return rollForward(record, now, this.#calendar(record, months));
    let asked = false;
    const turned = rollForward(record, now, {
      termsOf: this.termsOf,
      monthOf: () => {
        asked = true;
        return undefined;
      },
    });
    return asked ? undefined : turned;
  }

  async calendarOf(tx: Queryable, record: AccountRecord): Promise<Calendar> {
    return this.#calendar(record, (await this.monthsOf(tx, [record.id])).get(record.id) as KnownMonths);
  }

  /** Of each account asked for. */
  async monthsOf(tx: Queryable, ids: readonly string[]): Promise<Map<string, KnownMonths>> {
    const known = new Map<string, KnownMonths>(ids.map((id) => [id, { lines: new Map(), sums: new Map() }]));
    const lines = await tx.query<{ account_id: string; period: number; allowance: number; used: number }>(
      'SELECT account_id, period, allowance, used FROM account_month WHERE account_id = ANY($1)',
      [ids],
    );
    for (const { account_id: id, period, allowance, used } of lines.rows) {
      known.get(id)?.lines.set(period, { allowance, used });
    }
    const sums = await tx.query<{ account_id: string; period: number; cost: number }>(
      `SELECT account_id, period, sum(cost) AS cost FROM usage_day WHERE account_id = ANY($1)
       GROUP BY account_id, period HAVING sum(cost) > 0`,
      [ids],
    );
    for (const { account_id: id, period, cost } of sums.rows) known.get(id)?.sums.set(period, cost);
    return known;
  }

  /** Writes the account's money and puts the months that ended on record. */
  async write(tx: Queryable, { account, ended }: RolledForward<AccountRecord>): Promise<void> {
    await this.saveMonths(
      tx,
      ended.map((month) => [account.id, month]),
    );
    await tx.query(
      `UPDATE account SET plan = $2, anchor_at = $3, period = $4, period_ends_at = $5, allowance = $6, balance = $7,
         overage_used = $8, overage_limit = $9 WHERE id = $1`,
      [
        account.id,
        account.plan,
        account.anchorAt,
        account.period,
        account.periodEndsAt,
        account.allowance,
        account.balance,
        account.overageUsed,
        account.overageLimit,
      ],
    );
  }

  /** By account id; of one account and period at most one. */
  async saveMonths(tx: Queryable, months: readonly (readonly [string, Month])[]): Promise<void> {
    if (months.length === 0) return;
    await tx.query(SAVE_MONTHS, [
      months.map(([id]) => id),
      months.map(([, { period }]) => period),
      months.map(([, { plan }]) => plan),
      months.map(([, { startsAt }]) => startsAt),
      months.map(([, { endsAt }]) => endsAt),
      months.map(([, { allowance }]) => allowance),
      months.map(([, { used }]) => used),
      months.map(([, { overageRate }]) => overageRate),
      months.map(([, { endedBy }]) => endedBy),
    ]);
  }

  #calendar({ allowance }: AccountRecord, { lines, sums }: KnownMonths): Calendar {
    return {
      termsOf: this.termsOf,
      monthOf: (period) => {
        const line = lines.get(period);
        if (line) return line;
        // A month from before lines were kept, or one that nobody called in.
        const used = sums.get(period);
        return used === undefined ? undefined : { allowance, used };
      },
    };
  }
}

/** To months that are on record: account id, period and amount of each. */
export async function giveBackTo(tx: Queryable, given: readonly (readonly [string, number, number])[]): Promise<void> {
  if (given.length === 0) return;
  // Sent at once: a batch's COMMIT follows without waiting for answers.
  const updated = tx.query(
    `UPDATE account_month SET used = used - given.amount, ${UNSEAL}
     FROM (SELECT id, month, sum(amount)::bigint AS amount
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS each (id, month, amount) GROUP BY 1, 2) AS given
     WHERE account_id = given.id AND period = given.month`,
    [given.map(([id]) => id), given.map(([, period]) => period), given.map(([, , amount]) => amount)],
  );
  const resealed = tx.query(RESEAL_MONTHS.replace('= ?', '= ANY($1)'), [given.map(([id]) => id)]);
  await Promise.all([updated, resealed]);
}
