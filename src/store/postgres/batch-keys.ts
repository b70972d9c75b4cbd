import { wellFormed } from '../../lib/text.ts';
import { IdempotencyKeyInUse } from '../idempotency-key-in-use.ts';
import { REPLAY_BUDGET_BYTES, REPLAY_LEAST_BYTES } from '../limits.ts';
import type { Claim, NewReplay } from '../types.ts';
import type { ClaimedKey } from './batch-steps.ts';

/** A row of the table `replay` without the answer itself. */
export interface KeyRow {
  account_id: string;
  key: string;
  tool: string;
  arguments_hash: string;
  answered: boolean;
  expires_at: number;
  receipt_id: string | null;
}

/** A row of `replay` to write. `result` is null while the call has only claimed the key. */
export interface KeyWrite {
  claim: Claim;
  receiptId: string | null;
  result: string | null;
  bytes: number;
}

interface HeldKey {
  /** Undefined if the row is to be deleted. */
  row: Omit<KeyRow, 'account_id' | 'key'> | undefined;
  write: KeyWrite | 'drop' | undefined;
  at: ClaimedKey;
}

/**
 * The locked idempotency keys of a batch: the row of each key, and what to write to it. The batch's first round trip
 * has created missing rows, each with the receipt id of the first step that claims the key.
 */
export class BatchKeys {
  readonly #held = new Map<string, HeldKey>();

  constructor(rows: readonly KeyRow[]) {
    for (const { account_id: accountId, key, ...row } of rows) {
      this.#held.set(keySlot({ accountId, key }), { row, write: undefined, at: { accountId, key } });
    }
  }

  /**
   * Claims the key for a call. Throws IdempotencyKeyInUse if another call has claimed the key or was answered with it.
   */
  claim(claim: Claim, receiptId: string, now: number): void {
    const held = this.#held.get(keySlot(claim));
    // No row: the account was deleted, which is reported when the step reads the account.
    if (!held || held.row?.receipt_id === receiptId) return;
    if (held.row && held.row.expires_at > now) throw new IdempotencyKeyInUse(held.row.arguments_hash);
    this.#write(held, { claim, receiptId, result: null, bytes: 0 });
  }

  /** Stores the call's answer, unless the answer is too large or another running call has claimed the key. */
  answer(replay: NewReplay, receiptId: string | undefined, now: number): void {
    const held = this.#held.get(keySlot(replay));
    if (!held) return;
    const { row } = held;
    const own = row !== undefined && row.receipt_id === (receiptId ?? null) && !row.answered;
    if (row && !own && !row.answered && row.expires_at > now) return;
    const bytes = Math.max(REPLAY_LEAST_BYTES, Buffer.byteLength(replay.result));
    // An answer larger than the budget would delete all other replays and then itself.
    if (bytes > REPLAY_BUDGET_BYTES) return own ? this.#drop(held) : undefined;
    this.#write(held, { claim: replay, receiptId: null, result: replay.result, bytes });
  }

  /** Releases the key if this call has claimed it and it has no answer. */
  drop(at: ClaimedKey, receiptId: string): void {
    const held = this.#held.get(keySlot(at));
    if (held?.row && !held.row.answered && held.row.receipt_id === receiptId) this.#drop(held);
  }

  get writes(): KeyWrite[] {
    return [...this.#held.values()].flatMap(({ write }) => (write && write !== 'drop' ? [write] : []));
  }

  get drops(): ClaimedKey[] {
    return [...this.#held.values()].filter(({ write }) => write === 'drop').map(({ at }) => at);
  }

  #write(held: HeldKey, write: KeyWrite): void {
    held.write = write;
    held.row = {
      tool: write.claim.tool,
      arguments_hash: write.claim.argumentsHash,
      answered: write.result !== null,
      expires_at: write.claim.expiresAt,
      receipt_id: write.receiptId,
    };
  }

  #drop(held: HeldKey): void {
    held.write = 'drop';
    held.row = undefined;
  }
}

/**
 * Makes an idempotency key equal to what the database returns for it, because batches compare keys with rows that they
 * have read.
 */
export function storableKey<Keyed extends { key: string }>(keyed: Keyed): Keyed {
  const key = storableText(keyed.key);
  return key === keyed.key ? keyed : { ...keyed, key };
}

/** Escapes the key if it contains characters that PostgreSQL cannot store. */
export function storableText(key: string): string {
  return !key.includes('\0') && wellFormed(key) === key ? key : `\ufffd${JSON.stringify(key)}`;
}

/** A map key. The line break is safe because account ids contain none. */
export function keySlot({ accountId, key }: ClaimedKey): string {
  return `${accountId}\n${key}`;
}
