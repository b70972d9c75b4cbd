import { rollForward } from '../../credits/renewal.ts';
import type { Calendar, Month, RolledForward } from '../../credits/types.ts';
import type { TermsOf } from '../steps/account-rows.ts';
import { RESEAL_MONTHS, UNSEAL } from '../steps/digests.ts';
import type { AccountRecord } from '../types.ts';
import type { Queryable } from './connection.ts';

/**
 * An account's months by period. `lines` are the recorded months; `sums` is the cost of the calls, which also covers
 * months without a record.
 */
export interface KnownMonths {
  lines: Map<number, { allowance: number; used: number }>;
  sums: Map<number, number>;
}

const SAVE_MONTHS = `
  INSERT INTO account_month (account_id, period, plan, starts_at, ends_at, allowance, used, overage_rate, ended_by)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::text[]) ORDER BY 1, 2
  ON CONFLICT (account_id, period) DO UPDATE SET plan = excluded.plan, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, allowance = excluded.allowance, used = excluded.used,
    overage_rate = excluded.overage_rate, ended_by = excluded.ended_by, digest = excluded.digest`;

/** Caches nothing, because another replica may change an account at any time. */
export class PostgresAccountRows {
  readonly termsOf: TermsOf;

  constructor(termsOf: TermsOf) {
    this.termsOf = termsOf;
  }

  /**
   * Moves the account to its month at `now`. Returns undefined if another month of the account is needed and `months`
   * is not given.
   */
  rollForwardIfKnown(
    record: AccountRecord,
    now: number,
    months: KnownMonths | undefined,
  ): RolledForward<AccountRecord> | undefined {
    if (months) return rollForward(record, now, this.#calendar(record, months));
    let needsMonths = false;
    const turned = rollForward(record, now, {
      termsOf: this.termsOf,
      monthOf: () => {
        needsMonths = true;
        return undefined;
      },
    });
    return needsMonths ? undefined : turned;
  }

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
        // Undefined if the month has no charged calls, or is older than the stored sums.
        const used = sums.get(period);
        return used === undefined ? undefined : { allowance, used };
      },
    };
  }
}

/** Gives amounts back to recorded months. Each item of `given` is an account ID, a period and an amount. */
export async function giveBackTo(tx: Queryable, given: readonly (readonly [string, number, number])[]): Promise<void> {
  if (given.length === 0) return;
  // Both statements are sent without waiting, because the batch's COMMIT must follow in the same round trip.
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
