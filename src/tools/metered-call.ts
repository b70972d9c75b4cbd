import { randomUUID } from 'node:crypto';
import type { Caller } from '../accounts/authenticate.ts';
import { createReceipt, type Receipt } from '../credits/receipt.ts';
import { ServiceError, type Reason } from '../errors.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';
import type { Hold, LedgerEntry, NewReplay, Standing, Store } from '../store/types.ts';
import type { PreparedCall, ProgressUpdate, Tool, ToolResult } from './tool.ts';

/** What the ledger and the replays need of a store. */
export type MeteringStore = Pick<Store, 'ledger' | 'replays'>;

export interface RunRequest {
  tool: string;
  arguments: unknown;
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
  /** Every check has passed and the work begins. */
  onAccepted(): void;
  onProgress(update: ProgressUpdate): void;
}

export interface RunOutcome {
  /** A complete MCP tool result as JSON text, `_meta` first. */
  resultJson: string;
  receipt: Receipt;
  cost: Millicredits;
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
  readonly #clock: Clock;
  readonly #report: (report: CallReport) => void;
  readonly #receiptId: string;
  readonly #startedAt: number;
  #reserved = false;
  #closed = false;

  constructor(
    request: RunRequest,
    tool: Tool,
    store: MeteringStore,
    clock: Clock,
    report: (report: CallReport) => void,
  ) {
    this.request = request;
    this.tool = tool;
    this.#store = store;
    this.#clock = clock;
    this.#report = report;
    this.#startedAt = clock.now();
    this.#receiptId = createReceiptId(this.#startedAt);
  }

  checkAccount(): void {
    if (this.tool.always) return;
    const { account, key, plan } = this.request.caller;
    if (key.allowedTools !== null && !key.allowedTools.includes(this.request.tool)) {
      throw new ServiceError(
        'tool_not_allowed',
        `This API key may not call ${this.request.tool}. It may call: ${key.allowedTools.join(', ') || 'nothing'}.`,
        {
          details: { allowed: key.allowedTools },
        },
      );
    }
    if (plan.trial && account.trialEndsAt !== null && account.trialEndsAt <= this.#startedAt) {
      throw new ServiceError(
        'trial_expired',
        `The trial ended at ${isoTime(account.trialEndsAt)}. Ask the operator for a plan; ping still answers.`,
      );
    }
  }

  async execute(prepared: PreparedCall, replay: Omit<NewReplay, 'result'> | undefined): Promise<RunOutcome> {
    const free = prepared.maximum === 0;
    if (!free && !prepared.immediate) {
      await this.#store.ledger.reserve(this.#hold(prepared.maximum));
      this.#reserved = true;
    }
    this.request.onAccepted();
    const result = await prepared.run();
    // Nobody is there to have the answer: what was held is given back.
    if (this.request.signal?.aborted) throw new ServiceError('upstream_failed', 'The client has gone.');
    const stored = toStored(result);
    const settlement = {
      cost: result.cost,
      cached: result.cached,
      at: this.#clock.now(),
      durationMs: this.#clock.now() - this.#startedAt,
      ...(replay ? { replay: { ...replay, result: JSON.stringify(stored) } } : {}),
    };
    let standing: Standing;
    if (this.#reserved) {
      standing = await this.#store.ledger.settle(this.#receiptId, settlement);
    } else if (result.cost > 0) {
      standing = await this.#store.ledger.charge(this.#hold(result.cost), settlement);
    } else {
      if (settlement.replay) await this.#store.replays.save(settlement.replay);
      standing = await this.#note('ok', result.cached);
    }
    this.#closed = true;
    return this.#finish(stored, standing, { cost: result.cost, cached: result.cached, replayed: false, outcome: 'ok' });
  }

  async replayed(stored: StoredResult): Promise<RunOutcome> {
    const standing = await this.#note('replayed', false);
    this.#closed = true;
    return this.#finish(stored, standing, { cost: 0, cached: false, replayed: true, outcome: 'replayed' });
  }

  /** Gives back what was held; a failed call costs nothing. */
  async fail(error: unknown): Promise<void> {
    if (this.#closed) return;
    const outcome: Reason | 'abandoned' = this.request.signal?.aborted
      ? 'abandoned'
      : error instanceof ServiceError
        ? error.reason
        : 'internal';
    const now = this.#clock.now();
    if (this.#reserved) await this.#store.ledger.release(this.#receiptId, outcome, now, now - this.#startedAt);
    else await this.#note(outcome, false);
    this.#tell(outcome, 0, false);
  }

  #hold(amount: Millicredits): Hold {
    const { account, key } = this.request.caller;
    return {
      receiptId: this.#receiptId,
      accountId: account.id,
      keyId: key.id,
      tool: this.request.tool,
      amount,
      dailyCap: key.dailyCap,
      at: this.#startedAt,
    };
  }

  #note(outcome: LedgerEntry['outcome'], cached: boolean): Promise<Standing> {
    const { account, key } = this.request.caller;
    const now = this.#clock.now();
    void this.#store.ledger.note({
      receiptId: this.#receiptId,
      accountId: account.id,
      keyId: key.id,
      tool: this.request.tool,
      outcome,
      cached,
      createdAt: this.#startedAt,
      durationMs: now - this.#startedAt,
    });
    return this.#store.ledger.standing(account.id, now);
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
      ms: this.#clock.now() - this.#startedAt,
    });
  }
}

/** Begins with the time, so that the ledger grows at one end of its table, and ends with 80 random bits. */
function createReceiptId(now: number): string {
  const random = randomUUID();
  return `rcpt_${now.toString(36).padStart(9, '0')}${random.slice(0, 8)}${random.slice(24)}`;
}

/** The parts of a tool result that a replay repeats; the receipt is made anew. */
function toStored(result: ToolResult): StoredResult {
  return {
    content:
      result.text === undefined ? (result.jsonLiteral ?? JSON.stringify(result.json)) : JSON.stringify(result.text),
    structured: result.json,
    meta: JSON.stringify(result.meta ?? {}),
  };
}
