import { wellFormed } from '../../lib/text.ts';
import { IdempotencyKeyInUse } from '../idempotency-key-in-use.ts';
import { REPLAY_BUDGET_BYTES, REPLAY_LEAST_BYTES } from '../limits.ts';
import type { Claim, NewReplay } from '../types.ts';
import type { ClaimedKey } from './batch-steps.ts';

export interface KeyRow {
  account_id: string;
  key: string;
  tool: string;
  arguments_hash: string;
  answered: boolean;
  expires_at: number;
  receipt_id: string | null;
}

/** `result` is null while the call has only claimed the key. */
export interface KeyWrite {
  claim: Claim;
  receiptId: string | null;
  result: string | null;
  bytes: number;
}

interface HeldKey {
  row: Omit<KeyRow, 'account_id' | 'key'> | undefined;
  write: KeyWrite | 'drop' | undefined;
  at: ClaimedKey;
}

/**
 * The locked idempotency keys of a batch. The first round trip has created the missing rows, each with the receipt ID
 * of the first step that claims the key.
 */
export class BatchKeys {
  readonly #held = new Map<string, HeldKey>();

  constructor(rows: readonly KeyRow[]) {
    for (const { account_id: accountId, key, ...row } of rows) {
      this.#held.set(keySlot({ accountId, key }), { row, write: undefined, at: { accountId, key } });
    }
  }

  /**
   * Throws IdempotencyKeyInUse if another call has claimed the key or was answered with it, unless that claim or answer
   * has expired.
   */
  claim(claim: Claim, receiptId: string, now: number): void {
    const held = this.#held.get(keySlot(claim));
    // Without a row, the account was deleted, which is reported when the step reads the account.
    if (!held || held.row?.receipt_id === receiptId) return;
    if (held.row && held.row.expires_at > now) throw new IdempotencyKeyInUse(held.row.arguments_hash);
    this.#write(held, { claim, receiptId, result: null, bytes: 0 });
  }

  /**
   * Stores nothing if another call that has claimed the key is still running. If the answer is larger than the budget,
   * the call's claim is only dropped.
   */
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
 * Replaces a key that the database would change (NUL, half of a surrogate pair), because batches compare keys with the
 * rows that they have read.
 */
export function storableKey<Keyed extends { key: string }>(keyed: Keyed): Keyed {
  const key = storableText(keyed.key);
  return key === keyed.key ? keyed : { ...keyed, key };
}

export function storableText(key: string): string {
  return !key.includes('\0') && wellFormed(key) === key ? key : `\ufffd${JSON.stringify(key)}`;
}

export function keySlot({ accountId, key }: ClaimedKey): string {
  return `${accountId}\n${key}`;
}
