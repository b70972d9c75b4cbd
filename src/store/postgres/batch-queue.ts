import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { StoreFault } from '../store-fault.ts';
import type { Balance } from '../types.ts';
import type { PostgresAccountRows, KnownMonths } from './account-rows.ts';
import { BatchPipeline } from './batch-pipeline.ts';
import { BatchRules } from './batch-rules.ts';
import { sendingTime } from './batch-size.ts';
import type { LedgerStepOutcome, LedgerStep } from './batch-steps.ts';
import { connectionSettings, type PostgresConnectionOptions } from './connection.ts';
import { isDataError, isLocked, isLost, toFault } from './fault-codes.ts';
import type { ReplicaLease } from './replica-lease.ts';

/** A ledger step is retried for at least this long while the database is unreachable or rows are locked. */
export const MINIMUM_RETRY_MS = 10_000;
const SILENT_MS = 10_000;
const CONNECT_MS = 3_000;
/** The pause before a retry grows from about the first to about the second value. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/**
 * How long a transaction may be idle between two round trips of a batch, while it has accounts locked; large answers
 * get more time. If the process is suspended for longer, the server ends the transaction, and the batch is repeated
 * afterwards.
 */
const IDLE_MS = 500;
/** How long a batch waits for a row lock. Other batches usually hold their locks for a shorter time. */
const LOCK_MS = 2 * IDLE_MS;
/**
 * A query plan made while a table was empty would scan the whole table even after it has grown, so sequential scans are
 * off. This raises estimated costs, which would start the JIT compiler, so JIT is off too.
 */
const SESSION = `SET enable_seqscan = off; SET jit = off; SET lock_timeout = ${LOCK_MS};
  SET idle_in_transaction_session_timeout = ${IDLE_MS}`;

export interface Waiting {
  readonly step: LedgerStep;
  readonly putUntil: number;
  /** True if a transaction with this step was sent and it is not known whether it was committed. */
  unknown: boolean;
  readonly resolve: (balance: Balance | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export interface QueueRules {
  next(waiting: Waiting[]): Waiting[];
  blocked(steps: Waiting[]): void;
  done(): void;
  /** If false, the connection is closed when no steps are left. */
  keeps: boolean;
}

export interface QueueOptions {
  connection: Pick<PostgresConnectionOptions, 'url' | 'schema'>;
  rows: PostgresAccountRows;
  member: ReplicaLease;
  isOwn: (receiptId: string) => boolean;
}

/**
 * Runs ledger steps in batches over one connection. A batch is a transaction that usually takes two round trips,
 * and its steps are answered after the commit. If the connection is lost, the batch is sent again, and receipts in the
 * database show which steps were committed.
 */
export class BatchQueue {
  readonly #options: QueueOptions;
  readonly #rules: QueueRules;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #inBatch = 0;
  #client: Client | undefined;
  #inFlight: BatchPipeline | undefined;

  constructor(options: QueueOptions, rules: QueueRules) {
    this.#options = options;
    this.#rules = rules;
  }

  add(...steps: readonly Waiting[]): void {
    this.#waiting.push(...steps);
    this.#running ??= this.#run();
  }

  withdraw(isOf: (waiting: Waiting) => boolean): Waiting[] {
    const taken = this.#waiting.filter(isOf);
    this.#waiting = this.#waiting.filter((waiting) => !isOf(waiting));
    return taken;
  }

  has(isOf: (waiting: Waiting) => boolean): boolean {
    return this.#waiting.some(isOf);
  }

  get waiting(): number {
    return this.#waiting.length + this.#inBatch;
  }

  async close(): Promise<void> {
    await this.#running;
    const client = this.#client;
    this.#forget();
    await client?.end();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#rules.next(this.#waiting);
      this.#inBatch = batch.length;
      await this.#complete(batch);
      this.#inBatch = 0;
      this.#rules.done();
    }
    this.#running = undefined;
    if (!this.#rules.keeps) this.#forget();
  }

  async #complete(batch: Waiting[]): Promise<void> {
    let left = batch;
    let sought = false;
    for (let tries = 0; left.length > 0; tries += 1) {
      try {
        const outcomes = await this.#attempt(left);
        left.forEach((waiting, index) => answer(waiting, outcomes[index] as LedgerStepOutcome));
        return;
      } catch (error) {
        if (isDataError(error)) {
          // Each step runs in a separate batch, so that a value that the database refuses fails only its step.
          if (left.length > 1) return this.#completeEach(left);
          // The refused value may be the step's receipt ID, because an earlier transaction has stored it. The next
          // attempt finds the receipt.
          if (left[0]?.unknown && !sought) {
            sought = true;
            continue;
          }
        }
        const fault = toFault(error, 'no');
        if (!(fault instanceof StoreFault) || fault.kind === 'full') {
          for (const waiting of left) waiting.reject(fault);
          return;
        }
        left = this.#withoutExpired(left, fault);
        this.#waiting = this.#withoutExpired(this.#waiting, fault);
        if (isLocked(error)) return this.#rules.blocked(left);
        if (left.length > 0)
          await delay(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random()));
      }
    }
  }

  async #completeEach(batch: readonly Waiting[]): Promise<void> {
    for (const waiting of batch) await this.#complete([waiting]);
  }

  #withoutExpired(waiting: Waiting[], fault: StoreFault): Waiting[] {
    const now = performance.now();
    return waiting.filter(({ putUntil, unknown, reject }) => {
      if (now < putUntil) return true;
      reject(new StoreFault(fault.kind, unknown ? 'unknown' : 'no', fault.message, fault.cause));
      return false;
    });
  }

  async #attempt(batch: readonly Waiting[]): Promise<LedgerStepOutcome[]> {
    const { rows, member, isOwn } = this.#options;
    const holder = await member.joined();
    const inFlight = this.#inFlight ?? (await this.#connect());
    const before = batch.map(({ unknown }) => unknown);
    try {
      const locked = await inFlight.lock(batch, holder);
      if (!locked.lease) {
        await inFlight.rollBack();
        // Other replicas counted this process as dead and released its reservations, so the lease is gone.
        await member.rejoin(holder);
        throw new StoreFault('away', 'no', 'The other replicas considered this process dead.');
      }
      const months = new Map<string, KnownMonths>();
      let rules = new BatchRules(rows, locked, months, isOwn);
      let outcomes = rules.run(batch);
      while (rules.monthsNeeded.size > 0) {
        for (const [id, known] of await inFlight.months(rules.monthsNeeded)) months.set(id, known);
        rules = new BatchRules(rows, locked, months, isOwn);
        outcomes = rules.run(batch);
      }
      for (const waiting of batch) waiting.unknown = true;
      await inFlight.commit(rules, holder, SILENT_MS + sendingTime(batch.map(({ step }) => step)));
      return outcomes;
    } catch (error) {
      if (isLost(error)) this.#forget();
      else {
        // The server has answered, so this transaction was rolled back.
        batch.forEach((waiting, index) => (waiting.unknown = before[index] as boolean));
        await inFlight.rollBack().catch(() => this.#forget());
      }
      throw error;
    }
  }

  async #connect(): Promise<BatchPipeline> {
    const client = new Client({
      ...connectionSettings(this.#options.connection),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: SILENT_MS,
      pipeline: true,
    });
    // Without this listener, an error of the connection would end the process. The current or next statement reports
    // the error.
    client.on('error', () => {
      if (this.#client === client) this.#forget();
    });
    try {
      await client.connect();
      await client.query(SESSION);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    this.#inFlight = new BatchPipeline(client, this.#options.rows, IDLE_MS);
    return this.#inFlight;
  }

  #forget(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#inFlight = undefined;
    void client?.end().catch(() => {});
  }
}

function answer({ resolve, reject }: Waiting, outcome: LedgerStepOutcome): void {
  if ('error' in outcome) reject(outcome.error);
  else resolve(outcome.balance);
}
