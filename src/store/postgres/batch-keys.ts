import { wellFormed } from '../../lib/text.ts';
import { IdempotencyKeyInUse } from '../idempotency-key-in-use.ts';
import { REPLAY_BUDGET_BYTES, REPLAY_LEAST_BYTES } from '../limits.ts';
import type { Claim, NewReplay } from '../types.ts';
import type { ClaimedKey } from './batch-steps.ts';

/** A row of `replay` without its answer. */
export interface KeyRow {
  account_id: string;
  key: string;
  tool: string;
  arguments_hash: string;
  answered: boolean;
  expires_at: number;
  receipt_id: string | null;
}

/** A row to write; a null `result` marks a claim. */
export interface KeyWrite {
  claim: Claim;
  receiptId: string | null;
  result: string | null;
  bytes: number;
}

interface HeldKey {
  /** Undefined if the key is to be deleted. */
  row: Omit<KeyRow, 'account_id' | 'key'> | undefined;
  write: KeyWrite | 'drop' | undefined;
  at: ClaimedKey;
}

/**
 * The locked idempotency keys of a batch: which call has each, and what will be written. The batch's first
 * round trip creates missing rows, each with the receipt of the first step that wants it.
 */
export class BatchKeys {
  readonly #held = new Map<string, HeldKey>();

  constructor(rows: readonly KeyRow[]) {
    for (const { account_id: accountId, key, ...row } of rows) {
      this.#held.set(keySlot({ accountId, key }), { row, write: undefined, at: { accountId, key } });
    }
  }

  /** Claims the key for a call. Throws IdempotencyKeyInUse if another call has claimed it or was answered under it. */
  claim(claim: Claim, receiptId: string, now: number): void {
    const held = this.#held.get(keySlot(claim));
    // Undefined if the account was deleted; reading its row reports that.
    if (!held || held.row?.receipt_id === receiptId) return;
    if (held.row && held.row.expires_at > now) throw new IdempotencyKeyInUse(held.row.arguments_hash);
    this.#write(held, { claim, receiptId, result: null, bytes: 0 });
  }

  /** Stores the call's answer, unless it is too large or another call has the key. */
  answer(replay: NewReplay, receiptId: string | undefined, now: number): void {
    const held = this.#held.get(keySlot(replay));
    if (!held) return;
    const { row } = held;
    const own = row !== undefined && row.receipt_id === (receiptId ?? null) && !row.answered;
    if (row && !own && !row.answered && row.expires_at > now) return;
    const bytes = Math.max(REPLAY_LEAST_BYTES, Buffer.byteLength(replay.result));
    // Storing an answer that does not fit would delete all others, and then this one.
    if (bytes > REPLAY_BUDGET_BYTES) return own ? this.#drop(held) : undefined;
    this.#write(held, { claim: replay, receiptId: null, result: replay.result, bytes });
  }

  /** Releases a claimed key that has no answer. */
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
 * A caller's idempotency key as the database returns it, since batches compare keys by what they read.
 * Characters that PostgreSQL cannot store are escaped.
 */
export function storableKey<Keyed extends { key: string }>(keyed: Keyed): Keyed {
  const key = storableText(keyed.key);
  return key === keyed.key ? keyed : { ...keyed, key };
}

/** The text of the key, without characters that PostgreSQL cannot store. */
export function storableText(key: string): string {
  return !key.includes('\0') && wellFormed(key) === key ? key : `\ufffd${JSON.stringify(key)}`;
}

/** Account ids contain no line break. */
export function keySlot({ accountId, key }: ClaimedKey): string {
  return `${accountId}\n${key}`;
}
