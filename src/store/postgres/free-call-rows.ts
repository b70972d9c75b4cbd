import { dayOf } from '../../credits/calls.ts';
import type { FreeCalls, LedgerEntry, LedgerStore } from '../types.ts';
import { toRecord, type AccountRow } from '../rows.ts';
import type { PostgresAccountRows, KnownMonths } from './account-rows.ts';
import type { Queryable } from './connection.ts';
import { INSERT_ENTRIES, insertValues } from './ledger-rows.ts';
import type { PostgresWriter } from './writer.ts';

type Note = Parameters<LedgerStore['note']>[0];

interface Notes {
  calls: Note[];
  sums: FreeCalls[];
  tries: number;
}

/** Notes of an account whose row stays locked are dropped after this many attempts, about a tenth of a second apart. */
const TRIES = 100;

/** Free calls that arrive within a moment are written together. */
export class FreeCallRows {
  readonly #writer: PostgresWriter;
  readonly #rows: PostgresAccountRows;
  #waiting: Notes | undefined;

  constructor(writer: PostgresWriter, rows: PostgresAccountRows) {
    this.#writer = writer;
    this.#rows = rows;
  }

  note(call: Note): Promise<void> {
    return this.#add((notes) => notes.calls.push(call));
  }

  noteSum(calls: FreeCalls): Promise<void> {
    return this.#add((notes) => notes.sums.push(calls));
  }

  #add(add: (notes: Notes) => void): Promise<void> {
    const waiting = this.#waiting;
    if (waiting) {
      add(waiting);
      return Promise.resolve();
    }
    const notes: Notes = { calls: [], sums: [], tries: 0 };
    add(notes);
    this.#waiting = notes;
    return this.#writer.defer((tx) => {
      if (this.#waiting === notes) this.#waiting = undefined;
      return this.#write(tx, notes);
    });
  }

  /** Moves the notes of locked accounts to a later attempt, so that they do not delay the others. */
  async #deferLocked(tx: Queryable, notes: Notes): Promise<void> {
    const { rows } = await tx.query<{ id: string; free: boolean }>(
      `WITH free AS (SELECT id FROM account WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
       SELECT id, id IN (SELECT id FROM free) AS free FROM account WHERE id = ANY($1)`,
      [idsOf(notes)],
    );
    const locked = new Set(rows.filter(({ free }) => !free).map(({ id }) => id));
    if (locked.size === 0) return;
    const isLocked = ({ accountId }: { accountId: string }): boolean => locked.has(accountId);
    const later = { calls: notes.calls.filter(isLocked), sums: notes.sums.filter(isLocked), tries: notes.tries };
    notes.calls = notes.calls.filter((call) => !isLocked(call));
    notes.sums = notes.sums.filter((sum) => !isLocked(sum));
    if (later.tries < TRIES) await this.#writer.defer((again) => this.#write(again, later));
  }

  async #write(tx: Queryable, notes: Notes): Promise<void> {
    notes.tries += 1;
    if (notes.tries > 1) await this.#deferLocked(tx, notes);
    const { calls, sums } = notes;
    // All transactions lock accounts before they change the daily sums, to avoid deadlocks.
    const { rows } = await tx.query<AccountRow>(
      'SELECT * FROM account WHERE id = ANY($1) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE',
      [idsOf(notes)],
    );
    const accounts = new Map(rows.map((row) => [row.id, toRecord(row)]));
    const months = new Map<string, KnownMonths>();
    const periodOf = async (id: string, at: number): Promise<number | undefined> => {
      const account = accounts.get(id);
      if (!account) return undefined;
      const turned = this.#rows.rollForwardIfKnown(account, at, months.get(id));
      if (turned) return turned.account.period;
      for (const [each, known] of await this.#rows.monthsOf(tx, [id])) months.set(each, known);
      return periodOf(id, at);
    };
    const entries: LedgerEntry[] = [];
    for (const call of calls) {
      const period = await periodOf(call.accountId, call.createdAt);
      if (period !== undefined) entries.push({ ...call, state: 'settled', period, amount: 0 });
    }
    const dated: (FreeCalls & { period: number })[] = [];
    for (const sum of sums) {
      const period = await periodOf(sum.accountId, sum.at);
      if (period !== undefined) dated.push({ ...sum, period });
    }
    if (entries.length > 0) await tx.query(`${INSERT_ENTRIES} ON CONFLICT DO NOTHING`, insertValues(entries, null));
    if (dated.length > 0) await tx.query(ADD_SUMS, sumValues(dated));
  }
}

function idsOf({ calls, sums }: Notes): string[] {
  return [...new Set([...calls, ...sums].map(({ accountId }) => accountId))];
}

const ADD_SUMS = `
  INSERT INTO free_call_sum (account_id, period, day, tool, key_id, outcome, calls, last_at)
    SELECT account_id, period, day, tool, key_id, outcome, sum(calls), max(last_at)
      FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
        AS noted (account_id, period, day, tool, key_id, outcome, calls, last_at)
      GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (account_id, period, day, tool, key_id, outcome) DO UPDATE
      SET calls = free_call_sum.calls + excluded.calls, last_at = greatest(free_call_sum.last_at, excluded.last_at)`;

function sumValues(sums: readonly (FreeCalls & { period: number })[]): unknown[] {
  return [
    sums.map(({ accountId }) => accountId),
    sums.map(({ period }) => period),
    sums.map(({ at }) => dayOf(at)),
    sums.map(({ tool }) => tool),
    sums.map(({ keyId }) => keyId ?? ''),
    sums.map(({ outcome }) => outcome),
    sums.map(({ calls }) => calls),
    sums.map(({ at }) => at),
  ];
}
