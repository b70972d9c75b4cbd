import type { Caller } from '../accounts/authenticate.ts';
import { createReceipt, type Receipt } from '../credits/receipt.ts';
import { toolNotAllowed, trialExpired } from '../credits/refusals.ts';
import { ServiceError, type Reason } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import { randomHex } from '../lib/random-id.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { Claim, Hold, LedgerEntry, LedgerStore, NewReplay, ReplayStore, Standing } from '../store/types.ts';
import type { TraceContext } from '../telemetry/trace-context.ts';
import type { FreeCallNotes } from './free-call-notes.ts';
import type { PreparedCall, ProgressUpdate, Tool, ToolResult } from './tool.ts';

/** What the ledger and the replays need of a store. */
export interface MeteringStore {
  ledger: Pick<LedgerStore, 'reserve' | 'settle' | 'release' | 'charge' | 'note' | 'noteSum' | 'standing'>;
  replays: Pick<ReplayStore, 'find' | 'save'>;
}

/** What every call is metered by. */
export interface Metering {
  store: MeteringStore;
  freeCalls: FreeCallNotes;
  clock: Clock;
  /** Calls with test keys: their receipts say so, and no state of an account stands in their way. */
  test: boolean;
  report(report: CallReport): void;
}

export interface RunRequest {
  tool: string;
  arguments: unknown;
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
  /** How the caller names its request, and whose part the call is; for traces alone. */
  rpcId?: string | number;
  trace?: () => TraceContext | undefined;
  /** Every check has passed and the work begins. */
  onAccepted(): void;
  onProgress(update: ProgressUpdate): void;
}

export interface RunOutcome {
  /** A complete MCP tool result as JSON text, `_meta` first. */
  resultJson: string;
  receipt: Receipt;
  cost: Millicredits;
  /** W3C trace context of the call, where it is traced. */
  traceparent?: string;
}

/** One finished call, for the log and the counters. */
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
  /** Made with a test key. */
  test: boolean;
}

/** What a replay repeats of a result: each part as JSON text. */
export interface StoredResult {
  content: string;
  structured: string;
  meta: string;
}

/** One call's way through the ledger. */
export class MeteredCall {
  readonly request: RunRequest;
  readonly tool: Tool;
  readonly #store: MeteringStore;
  readonly #freeCalls: FreeCallNotes;
  readonly #clock: Clock;
  readonly #test: boolean;
  readonly #report: (report: CallReport) => void;
  readonly #receiptId: string;
  readonly #startedAt: number;
  #reserved = false;
  #closed = false;

  constructor(request: RunRequest, tool: Tool, metering: Metering) {
    this.request = request;
    this.tool = tool;
    this.#store = metering.store;
    this.#freeCalls = metering.freeCalls;
    this.#clock = metering.clock;
    this.#test = metering.test;
    this.#report = metering.report;
    this.#startedAt = metering.clock.now();
    this.#receiptId = createReceiptId(this.#startedAt);
  }

  checkAccount(): void {
    if (this.tool.always) return;
    const { account, key, plan } = this.request.caller;
    if (key.allowedTools !== null && !key.allowedTools.includes(this.request.tool)) {
      throw toolNotAllowed(this.request.tool, key.allowedTools, key.kind);
    }
    // What costs nothing in any case is answered after the trial too.
    if (this.#test) return;
    if (plan.trial && account.trialEndsAt !== null && account.trialEndsAt <= this.#startedAt) {
      throw trialExpired(account.trialEndsAt);
    }
  }

  /** Rejects with Claimed, and may be tried again, where a call of another process has the idempotency key. */
  async execute(prepared: PreparedCall, replay: Claim | undefined): Promise<RunOutcome> {
    const free = prepared.maximum === 0;
    if (!free && !prepared.immediate) {
      // A hold that may be on disk is released at the next start: it charges nothing.
      await this.#charged(this.#store.ledger.reserve(this.#hold(prepared.maximum), replay), 'nothing');
      this.#reserved = true;
    }
    this.request.onAccepted();
    const result = await prepared.run();
    // Nobody is there to have the answer: what was held is given back.
    if (this.request.signal?.aborted) throw new ServiceError('upstream_failed', 'The client has gone.');
    const stored = toStored(result);
    const kept = replay && { ...replay, result: JSON.stringify(stored) };
    const standing =
      this.#reserved || result.cost > 0 ? await this.#settle(result, kept) : await this.#noteFree(result, kept);
    this.#closed = true;
    return this.#finish(stored, standing, { cost: result.cost, cached: result.cached, replayed: false, outcome: 'ok' });
  }

  async replayed(stored: StoredResult): Promise<RunOutcome> {
    this.#note('replayed', false);
    this.#closed = true;
    return this.#finish(stored, await this.#standing(), {
      cost: 0,
      cached: false,
      replayed: true,
      outcome: 'replayed',
    });
  }

  /** Gives back what was held; a failed call costs nothing. */
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
        // A store that has just failed may take long, and the caller has waited for it once.
        const failed = thrown instanceof ServiceError && thrown.cause instanceof StoreFault;
        await (failed ? Promise.race([released, undefined]) : released);
      } else this.#note(outcome, false);
    } catch {
      // What cannot be released now is released when the store looks for reservations that nobody settles.
    }
    this.#tell(outcome, 0, false);
  }

  #settle({ cost, cached }: ToolResult, replay: NewReplay | undefined): Promise<Standing> {
    const { ledger } = this.#store;
    const at = this.#clock.now();
    const settlement = { cost, cached, at, durationMs: this.#elapsed(), ...(replay ? { replay } : {}) };
    return this.#charged(
      this.#reserved ? ledger.settle(this.#receiptId, settlement) : ledger.charge(this.#hold(cost), settlement),
    );
  }

  async #noteFree(result: ToolResult, replay: NewReplay | undefined): Promise<Standing> {
    if (replay) await this.#store.replays.save(replay);
    this.#note('ok', result.cached);
    return result.standing ?? this.#standing();
  }

  /** What a fault of the store means for the caller's credits: nobody is told of nothing where the store itself does not know. */
  async #charged(step: Promise<Standing>, ifUnknown: 'nothing' | 'unknown' = 'unknown'): Promise<Standing> {
    try {
      return await step;
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      throw refusalOf(error, error.applied === 'no' ? 'nothing' : ifUnknown);
    }
  }

  /** A clock that was set back meanwhile makes no call shorter than nothing. */
  #elapsed(): number {
    return Math.max(0, this.#clock.now() - this.#startedAt);
  }

  #hold(amount: Millicredits): Hold {
    const { account, key } = this.request.caller;
    return {
      receiptId: this.#receiptId,
      accountId: account.id,
      keyId: key.id,
      tool: this.request.tool,
      amount,
      at: this.#startedAt,
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
      createdAt: this.#startedAt,
      durationMs: this.#elapsed(),
    });
  }

  #standing(): Promise<Standing> {
    return this.#store.ledger.standing(this.request.caller.account.id, this.#clock.now());
  }

  #finish(
    stored: StoredResult,
    standing: Standing,
    facts: { cost: Millicredits; cached: boolean; replayed: boolean; outcome: LedgerEntry['outcome'] },
  ): RunOutcome {
    const receipt = createReceipt(
      {
        receiptId: this.#receiptId,
        tool: this.request.tool,
        cost: facts.cost,
        cached: facts.cached,
        replayed: facts.replayed,
        test: this.#test,
      },
      standing,
    );
    this.#tell(facts.outcome, facts.cost, facts.cached);
    const meta = stored.meta === '{}' ? '' : `,${stored.meta.slice(1, -1)}`;
    return {
      receipt,
      cost: facts.cost,
      resultJson: `{"_meta":{"io.jobdata/receipt":${JSON.stringify(receipt)}${meta}},"content":[{"type":"text","text":${stored.content}}],"structuredContent":${stored.structured}}`,
    };
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

/** Begins with the time, so that the ledger grows at one end of its table, and ends with 80 random bits. */
function createReceiptId(now: number): string {
  if (now !== prefixAt) {
    prefix = `rcpt_${now.toString(36).padStart(9, '0')}`;
    prefixAt = now;
  }
  return prefix + randomHex(20);
}

/** The parts of a tool result that a replay repeats; the receipt is made anew. */
function toStored(result: ToolResult): StoredResult {
  return {
    content:
      result.text === undefined ? (result.jsonLiteral ?? JSON.stringify(result.json)) : JSON.stringify(result.text),
    structured: result.json,
    meta: result.meta === undefined ? '{}' : JSON.stringify(result.meta),
  };
}
