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

/** How long a step is put again at the least while the database is away, or others stand in the way. */
export const PATIENCE_MS = 10_000;
/** What a server that is there answers within. */
const SILENT_MS = 10_000;
const CONNECT_MS = 3_000;
/** Between tries, the longer the more there were. */
const FIRST_REST_MS = 20;
const LONGEST_REST_MS = 500;
/**
 * A batch holds the rows of its accounts from its first round trip to its second.
 * A process that is stopped between them keeps the others waiting no longer
 * than this; the batch of one that goes on is put again.
 */
const IDLE_MS = 500;
/** How long a batch waits for a row: longer than anything that goes on holds one. */
const LOCK_MS = 2 * IDLE_MS;
/**
 * Plans made while a table was empty read it whole for ever; and a whole read,
 * made dear so as not to be taken, would be worth compiling.
 */
const SESSION = `SET enable_seqscan = off; SET jit = off; SET lock_timeout = ${LOCK_MS};
  SET idle_in_transaction_session_timeout = ${IDLE_MS}`;

/** A step and who waits for its end. */
export interface Waiting {
  readonly step: LedgerStep;
  readonly putUntil: number;
  /** A transaction with it was sent, and it is unknown whether it was committed. */
  unknown: boolean;
  readonly resolve: (balance: Balance | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Options that differ between queues. */
export interface QueueRules {
  /** Takes the steps of the next batch out of those that wait, which are some. */
  next(waiting: Waiting[]): Waiting[];
  /** Another transaction has kept a row of theirs for too long: they are somebody else's now. */
  blocked(steps: Waiting[]): void;
  /** Those of a batch have their answers. */
  done(): void;
  /** Whether its connection is kept while it has nothing to do. */
  keeps: boolean;
}

export interface QueueOptions {
  connection: Pick<PostgresConnectionOptions, 'url' | 'schema'>;
  rows: PostgresAccountRows;
  member: ReplicaLease;
  /** Whether a receipt is of a call of this process. */
  isOwn: (receiptId: string) => boolean;
}

/**
 * Runs steps of the ledger in batches over one connection. Steps that arrive while a batch runs form the next
 * batch, one transaction of two round trips. Each step is answered after its commit. A batch whose connection is
 * lost is sent again; the receipts show which of its steps were committed.
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

  /** Takes out those that wait and are of the kind. */
  withdraw(isOf: (waiting: Waiting) => boolean): Waiting[] {
    const taken = this.#waiting.filter(isOf);
    this.#waiting = this.#waiting.filter((waiting) => !isOf(waiting));
    return taken;
  }

  has(isOf: (waiting: Waiting) => boolean): boolean {
    return this.#waiting.some(isOf);
  }

  /** Steps that have not been answered yet. */
  get waiting(): number {
    return this.#waiting.length + this.#inBatch;
  }

  /** Resolves when no step waits; the connection is closed then. */
  async close(): Promise<void> {
    await this.#running;
    const client = this.#client;
    this.#forget();
    await client?.end();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All that the present turn of the loop has yet to put goes along.
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

  /** Until each step has its answer. */
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
          // One caller's text must not spoil the others' steps.
          if (left.length > 1) return this.#completeEach(left);
          // A receipt that is there already may be the step's own, of a transaction that ended meanwhile.
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
        if (left.length > 0) await delay(Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** tries) * (0.5 + Math.random()));
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

  /** One transaction with all of them. */
  async #attempt(batch: readonly Waiting[]): Promise<LedgerStepOutcome[]> {
    const { rows, member, isOwn } = this.#options;
    const holder = await member.joined();
    const inFlight = this.#inFlight ?? (await this.#connect());
    const before = batch.map(({ unknown }) => unknown);
    try {
      const landed = await inFlight.lock(batch, holder);
      if (!landed.lease) {
        await inFlight.rollBack();
        // Other replicas took this process for dead and released its reservations.
        await member.rejoin(holder);
        throw new StoreFault('away', 'no', 'The other replicas considered this process dead.');
      }
      const months = new Map<string, KnownMonths>();
      let rules = new BatchRules(rows, landed, months, isOwn);
      let outcomes = rules.run(batch);
      while (rules.monthsNeeded.size > 0) {
        for (const [id, known] of await inFlight.months(rules.monthsNeeded)) months.set(id, known);
        rules = new BatchRules(rows, landed, months, isOwn);
        outcomes = rules.run(batch);
      }
      for (const waiting of batch) waiting.unknown = true;
      await inFlight.commit(rules, holder, SILENT_MS + sendingTime(batch.map(({ step }) => step)));
      return outcomes;
    } catch (error) {
      if (isLost(error)) this.#forget();
      else {
        // The server itself says that this transaction came to nothing.
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
    // Heard of by the statement that is under way, or by the next.
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
