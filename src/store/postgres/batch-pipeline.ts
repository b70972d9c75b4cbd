import type { Client } from 'pg';
import { dayOf } from '../../credits/calls.ts';
import type { KeyState } from '../../credits/types.ts';
import { wellFormed } from '../../lib/text.ts';
import { StoreFault } from '../store-fault.ts';
import type { AccountRecord } from '../types.ts';
import { toEntry, toRecord, type AccountRow, type LedgerRow } from '../rows.ts';
import { giveBackTo, type PostgresAccountRows, type KnownMonths } from './account-rows.ts';
import { keySlot, type KeyRow } from './batch-keys.ts';
import { sendingTime } from './batch-size.ts';
import { spentSlot, type BatchRules, type LoadedRows } from './batch-rules.ts';
import { claimOf, keyOf, receiptOf, type LedgerAttempt, type ClaimedKey, type LedgerStep } from './batch-steps.ts';
import type { Queryable, Rows } from './connection.ts';
import { codeOf } from './fault-codes.ts';
import { STATEMENTS } from './batch-statements.ts';
import { withoutNul } from './without-nul.ts';
import { closeValues, insertValues, moneyValues } from './ledger-rows.ts';

export interface LockedRows extends LoadedRows {
  lease: boolean;
}

/** Sends all statements of a round trip at once, over the connection of a BatchQueue. */
export class BatchPipeline {
  readonly #client: Client;
  readonly #rows: PostgresAccountRows;
  readonly #idleMs: number;

  constructor(client: Client, rows: PostgresAccountRows, idleMs: number) {
    this.#client = client;
    this.#rows = rows;
    this.#idleMs = idleMs;
  }

  /** Locks and reads the rows that the steps need, in the order that all transactions use, which prevents deadlocks. */
  async lock(attempts: readonly LedgerAttempt[], holder: string): Promise<LockedRows> {
    const steps = attempts.map(({ step }) => step);
    const wanted = firstOfEach(steps);
    const keys = distinct(steps.flatMap((step) => keyOf(step) ?? []));
    const receipts = attempts.flatMap(({ step, unknown }) =>
      step.do === 'settle' || step.do === 'release' || unknown ? (receiptOf(step) ?? []) : [],
    );
    const holds = steps.flatMap((step) => ('hold' in step ? [step.hold] : []));
    const accountIds = [...new Set(holds.map(({ accountId }) => accountId))];
    const spending = new Map(
      holds.flatMap(({ keyId, at }) => (keyId === null ? [] : [[spentSlot(keyId, dayOf(at)), [keyId, dayOf(at)]]])),
    );
    const pairs = [...spending.values()] as [string, number][];

    const batch = new PipelinedBatch(this.#client);
    batch.text('BEGIN ISOLATION LEVEL READ COMMITTED');
    const idleMs = this.#idleMs + sendingTime(steps);
    if (idleMs > this.#idleMs) batch.text(`SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`);
    const lease = batch.send('lease', [holder]);
    if (wanted.length > 0) {
      batch.send('claim', [
        wanted.map(({ claim }) => claim.accountId),
        wanted.map(({ claim }) => claim.key),
        wanted.map(({ claim }) => claim.tool),
        wanted.map(({ claim }) => claim.argumentsHash),
        wanted.map(({ claim }) => claim.expiresAt),
        wanted.map(({ receiptId }) => receiptId ?? null),
        wanted.map(() => holder),
      ]);
    }
    const keyRows = keys.length > 0 ? batch.send<KeyRow>('keys', slots(keys)) : undefined;
    const entries = receipts.length > 0 ? batch.send<LedgerRow>('entries', [receipts]) : undefined;
    const accounts =
      accountIds.length + receipts.length > 0 ? batch.send<AccountRow>('accounts', [accountIds, receipts]) : undefined;
    const spent =
      pairs.length > 0
        ? batch.send<SpentRow>('spent', [pairs.map(([id]) => id), pairs.map(([, day]) => day)])
        : undefined;
    await batch.received();
    const spentRows = (await spent)?.rows ?? [];
    const claims = (await keyRows)?.rows ?? [];
    const records = ((await accounts)?.rows ?? []).map(toRecord);
    assertTaken(wanted, claims, records);
    return {
      lease: (await lease).rowCount === 1,
      claims,
      entries: ((await entries)?.rows ?? []).map(toEntry),
      accounts: records,
      keys: new Map(spentRows.map((row) => [row.id, toKey(row)])),
      spent: new Map(
        spentRows.flatMap(({ id, day, daily_cap: cap, spent }) => (cap === null ? [] : [[spentSlot(id, day), spent]])),
      ),
    };
  }

  months(ids: ReadonlySet<string>): Promise<Map<string, KnownMonths>> {
    return this.#rows.monthsOf(this.#queryable, [...ids]);
  }

  async commit(rules: BatchRules, holder: string, silentMs: number): Promise<void> {
    const { accounts, months, givenBack, closed, inserted } = rules;
    const { writes, drops } = rules.claims;
    const batch = new PipelinedBatch(this.#client, silentMs);
    if (months.length > 0) batch.join(this.#rows.saveMonths(batch.queryable, months));
    if (givenBack.length > 0) batch.join(giveBackTo(batch.queryable, givenBack));
    if (accounts.length > 0) batch.send('money', moneyValues(accounts));
    if (closed.length > 0) batch.send('close', closeValues(closed));
    if (inserted.length > 0) batch.send('insert', insertValues(inserted, holder));
    if (drops.length > 0) batch.send('drop_keys', slots(drops));
    if (writes.length > 0) {
      batch.send('write_keys', [
        ...slots(writes.map(({ claim }) => claim)),
        writes.map(({ claim }) => claim.tool),
        writes.map(({ claim }) => claim.argumentsHash),
        writes.map(({ claim }) => claim.expiresAt),
        writes.map(({ bytes }) => bytes),
        writes.map(({ receiptId }) => receiptId),
        writes.map(({ result }) => (result === null ? holder : null)),
        JSON.stringify(withoutNul(writes.map(({ result }) => result && wellFormed(result)))),
      ]);
      const filled = writes.filter(({ bytes }) => bytes > 0).map(({ claim }) => claim.accountId);
      if (filled.length > 0) batch.send('budget', [[...new Set(filled)]]);
    }
    const end = batch.text('COMMIT');
    await batch.received();
    // After a failed statement, COMMIT rolls back without an error.
    if ((await end).command !== 'COMMIT') throw new Error('The transaction of a batch was rolled back.');
  }

  async rollBack(): Promise<void> {
    await this.#client.query('ROLLBACK');
  }

  get #queryable(): Queryable {
    return queryableOf(this.#client);
  }
}

interface SpentRow {
  id: string;
  revoked_at: number | null;
  expires_at: number | null;
  daily_cap: number | null;
  kind: 'key' | 'app';
  day: number;
  spent: number;
}

interface Answer<Row> extends Rows<Row> {
  command: string;
}

class PipelinedBatch {
  readonly #client: Client;
  readonly #sent: Promise<unknown>[] = [];
  readonly #silentMs: number | undefined;

  constructor(client: Client, silentMs?: number) {
    this.#client = client;
    this.#silentMs = silentMs;
  }

  send<Row extends object = object>(name: keyof typeof STATEMENTS, values: readonly unknown[]): Promise<Answer<Row>> {
    return this.#put<Row>({ name, text: STATEMENTS[name], values: withoutNul(values) });
  }

  text(text: string): Promise<Answer<object>> {
    return this.#put({ text });
  }

  #put<Row extends object>(statement: Statement): Promise<Answer<Row>> {
    const patience = this.#silentMs === undefined ? {} : { query_timeout: this.#silentMs };
    return this.join(query<Row>(this.#client, { ...statement, ...patience }));
  }

  join<T>(sent: Promise<T>): Promise<T> {
    this.#sent.push(sent);
    return sent;
  }

  get queryable(): Queryable {
    return queryableOf(this.#client);
  }

  /** Rejects with the first failure that is not merely the consequence of another one. Waits for all answers. */
  async received(): Promise<void> {
    const ends = await Promise.allSettled(this.#sent);
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    const [first] = failures.filter((failure) => codeOf(failure) !== ABORTED);
    if (failures.length > 0) throw first ?? failures[0];
  }
}

/** SQLSTATE of a statement in a transaction that another statement has aborted. */
const ABORTED = '25P02';

interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  query_timeout?: number;
}

async function query<Row extends object>(client: Client, statement: Statement): Promise<Answer<Row>> {
  const { rows, rowCount, command } = await client.query<Row>(statement);
  return { rows, rowCount: rowCount ?? 0, command };
}

function queryableOf(client: Client): Queryable {
  return { query: (text, values) => query(client, { text, values: withoutNul(values ?? []) }) };
}

function firstOfEach(steps: readonly LedgerStep[]) {
  const first = new Map<string, { claim: NonNullable<ReturnType<typeof claimOf>>; receiptId: string | undefined }>();
  for (const step of steps) {
    const claim = claimOf(step);
    if (claim && !first.has(keySlot(claim))) first.set(keySlot(claim), { claim, receiptId: receiptOf(step) });
  }
  return [...first.values()];
}

/**
 * Throws the fault `busy`, after which the batch runs again, if a claimed key has no row: another call had the row when
 * this batch claimed the key, and deleted it before this batch could lock it.
 */
function assertTaken(
  wanted: ReturnType<typeof firstOfEach>,
  claims: readonly KeyRow[],
  accounts: readonly AccountRecord[],
): void {
  const taken = new Set(claims.map(({ account_id: accountId, key }) => keySlot({ accountId, key })));
  const living = new Set(accounts.map(({ id }) => id));
  for (const { claim } of wanted) {
    if (living.has(claim.accountId) && !taken.has(keySlot(claim))) {
      throw new StoreFault('busy', 'no', 'An idempotency key changed hands.');
    }
  }
}

function distinct(keys: readonly ClaimedKey[]): ClaimedKey[] {
  return [...new Map(keys.map((key) => [keySlot(key), key])).values()];
}

function slots(keys: readonly ClaimedKey[]): [string[], string[]] {
  return [keys.map(({ accountId }) => accountId), keys.map(({ key }) => key)];
}

function toKey(row: SpentRow): KeyState {
  return { revokedAt: row.revoked_at, expiresAt: row.expires_at, dailyCap: row.daily_cap, kind: row.kind };
}
