import type { Caller } from '../accounts/authenticate.ts';
import { createReceipt } from '../credits/receipt.ts';
import { toolNotAllowed, trialExpired } from '../credits/refusals.ts';
import { ServiceError, type Reason } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { randomHex } from '../lib/random-id.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { Claim, Hold, LedgerEntry, LedgerStore, NewReplay, ReplayStore, Balance } from '../store/types.ts';
import type { TraceContext } from '../telemetry/trace-context.ts';
import type { FreeCallLog } from './free-call-log.ts';
import type { OtherPlaces } from './ignored-arguments.ts';
import type { PreparedCall, ProgressUpdate, ToolResult } from './tool.ts';
import { readStored, serialise, storeParts, type AnswerParts, type ToolAnswer } from './tool-answer.ts';

export interface MeteringStore {
  ledger: Pick<LedgerStore, 'reserve' | 'settle' | 'release' | 'charge' | 'note' | 'noteSum' | 'balance'>;
  replays: Pick<ReplayStore, 'find' | 'save'>;
}

export interface Metering {
  store: MeteringStore;
  freeCalls: FreeCallLog;
  clock: Clock;
  /** True for calls with test keys. Their receipts have `test: true`, and the end of the trial is not checked. */
  test: boolean;
  report(report: CallReport): void;
}

export interface RunRequest {
  tool: string;
  arguments: unknown;
  /** The other places in which the caller may have put arguments or an idempotency key. */
  places?: OtherPlaces;
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
  /** A search uses cached pages only if they were fetched after this time, in milliseconds since the epoch. */
  fetchedAfter?: number | undefined;
  rpcId?: string | number;
  trace?: () => TraceContext | undefined;
  onAccepted(): void;
  onProgress(update: ProgressUpdate): void;
}

export interface RunOutcome {
  answer: ToolAnswer;
  cost: Millicredits;
}

export type CallNotes = Readonly<Record<string, unknown>>;

export interface CallReport {
  requestId: string;
  receiptId: string;
  accountId: string;
  keyId: string;
  plan: string;
  tool: string;
  outcome: LedgerEntry['outcome'];
  cost: Millicredits;
  cached: boolean;
  ms: number;
  test: boolean;
}

export class MeteredCall {
  readonly request: RunRequest;
  readonly startedAt: number;
  readonly #store: MeteringStore;
  readonly #freeCalls: FreeCallLog;
  readonly #clock: Clock;
  readonly #test: boolean;
  readonly #report: (report: CallReport) => void;
  readonly #receiptId: string;
  #reserved = false;
  #closed = false;

  constructor(request: RunRequest, metering: Metering) {
    this.request = request;
    this.#store = metering.store;
    this.#freeCalls = metering.freeCalls;
    this.#clock = metering.clock;
    this.#test = metering.test;
    this.#report = metering.report;
    this.startedAt = metering.clock.now();
    this.#receiptId = createReceiptId(this.startedAt);
  }

  /** Throws a ServiceError if the key may not call the tool, or if the trial has ended. */
  checkAccount(): void {
    const { account, key, plan } = this.request.caller;
    if (key.allowedTools !== null && !key.allowedTools.includes(this.request.tool)) {
      throw toolNotAllowed(this.request.tool, key.allowedTools, key.kind);
    }
    if (this.#test) return;
    if (plan.trial && account.trialEndsAt !== null && account.trialEndsAt <= this.startedAt) {
      throw trialExpired(account.trialEndsAt);
    }
  }

  /**
   * Rejects with IdempotencyKeyInUse if the store knows that another call with the same idempotency key is running or
   * was answered. `execute` may then be called again.
   */
  async execute(
    preparing: PreparedCall | Promise<PreparedCall>,
    notes: CallNotes,
    claim: Claim | undefined,
  ): Promise<RunOutcome> {
    const prepared = preparing instanceof Promise ? await preparing : preparing;
    const free = prepared.maximum === 0;
    if (!free && !prepared.immediate) {
      // If this fails although the store has made the reservation, the sweep of orphaned reservations releases it
      // later. So nothing is charged.
      await this.#withCharged(this.#store.ledger.reserve(this.#hold(prepared.maximum), claim), 'nothing');
      this.#reserved = true;
    }
    this.request.onAccepted();
    const result = await prepared.run();
    // If the client has gone, the call fails, and `fail` releases the reservation.
    if (this.request.signal?.aborted) throw new ServiceError('upstream_failed', 'The client has gone.');
    const parts = serialise(result, notes);
    const replay = claim && { ...claim, result: storeParts(parts, this.#receiptId) };
    const paid = this.#reserved || result.cost > 0;
    if (!paid && replay) await this.#store.replays.save(replay);
    if (!paid) this.#note('ok', result.cached);
    const balance = paid ? await this.#settle(result, replay) : (result.balance ?? (await this.#balance()));
    this.#closed = true;
    return this.#finish(parts, balance, { cost: result.cost, cached: result.cached, replayed: false, outcome: 'ok' });
  }

  async replay(stored: string): Promise<RunOutcome> {
    this.#note('replayed', false);
    this.#closed = true;
    return this.#finish(readStored(stored).parts, await this.#balance(), {
      cost: 0,
      cached: false,
      replayed: true,
      outcome: 'replayed',
    });
  }

  async fail(thrown: unknown): Promise<void> {
    if (this.#closed) return;
    const outcome: Reason | 'abandoned' = this.request.signal?.aborted
      ? 'abandoned'
      : thrown instanceof ServiceError
        ? thrown.reason
        : 'internal';
    try {
      if (this.#reserved) {
        const released = this.#store.ledger.release(this.#receiptId, outcome, this.#clock.now(), this.#elapsed());
        // If the store has just failed, the release is not awaited: the store may be slow, and the caller has already
        // waited for it.
        const failed = thrown instanceof ServiceError && thrown.cause instanceof StoreFault;
        await (failed ? Promise.race([released, undefined]) : released);
      } else this.#note(outcome, false);
    } catch {
      // The sweep of orphaned reservations releases the reservation later.
    }
    this.#tell(outcome, 0, false);
  }

  #settle({ cost, cached }: ToolResult, replay: NewReplay | undefined): Promise<Balance> {
    const { ledger } = this.#store;
    const at = this.#clock.now();
    const settlement = { cost, cached, at, durationMs: this.#elapsed(), ...(replay ? { replay } : {}) };
    return this.#withCharged(
      this.#reserved ? ledger.settle(this.#receiptId, settlement) : ledger.charge(this.#hold(cost), settlement),
    );
  }

  /**
   * Replaces a store error by one that says what the caller was charged: 'nothing' if the store is sure that nothing
   * was written, otherwise `ifUnknown`.
   */
  async #withCharged(step: Promise<Balance>, ifUnknown: 'nothing' | 'unknown' = 'unknown'): Promise<Balance> {
    try {
      return await step;
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      throw refusalOf(error, error.applied === 'no' ? 'nothing' : ifUnknown);
    }
  }

  #elapsed(): number {
    return Math.max(0, this.#clock.now() - this.startedAt);
  }

  #hold(amount: Millicredits): Hold {
    const { account, key } = this.request.caller;
    return {
      receiptId: this.#receiptId,
      accountId: account.id,
      keyId: key.id,
      tool: this.request.tool,
      amount,
      at: this.startedAt,
    };
  }

  #note(outcome: LedgerEntry['outcome'], cached: boolean): void {
    const { account, key } = this.request.caller;
    this.#freeCalls.add({
      receiptId: this.#receiptId,
      accountId: account.id,
      keyId: key.id,
      tool: this.request.tool,
      outcome,
      cached,
      createdAt: this.startedAt,
      durationMs: this.#elapsed(),
    });
  }

  #balance(): Promise<Balance> {
    return this.#store.ledger.balance(this.request.caller.account.id, this.#clock.now());
  }

  #finish(
    parts: AnswerParts,
    balance: Balance,
    facts: { cost: Millicredits; cached: boolean; replayed: boolean; outcome: LedgerEntry['outcome'] },
  ): RunOutcome {
    const { cost, cached, replayed } = facts;
    const { tool } = this.request;
    const receipt = createReceipt(
      { receiptId: this.#receiptId, tool, cost, cached, replayed, test: this.#test },
      balance,
    );
    this.#tell(facts.outcome, cost, cached);
    // Spreading the parts and adding the receipt is several times slower: V8 creates a new hidden class each time.
    const { meta, content, structured } = parts;
    return { cost, answer: { meta, content, structured, receipt } };
  }

  #tell(outcome: LedgerEntry['outcome'], cost: Millicredits, cached: boolean): void {
    const { account, key } = this.request.caller;
    this.#report({
      requestId: this.request.requestId,
      receiptId: this.#receiptId,
      accountId: account.id,
      keyId: key.id,
      plan: account.plan,
      tool: this.request.tool,
      outcome,
      cost,
      cached,
      ms: this.#elapsed(),
      test: this.#test,
    });
  }
}

let prefixAt = Number.NaN;
let prefix = '';

/** The ID begins with the time, so that new rows are at the end of the index, and ends with 80 random bits. */
export function createReceiptId(now: number): string {
  if (now !== prefixAt) {
    prefix = `rcpt_${now.toString(36).padStart(9, '0')}`;
    prefixAt = now;
  }
  return prefix + randomHex(20);
}
