import { isoTime } from '../lib/clock.ts';
import { toCredits, type Millicredits } from '../lib/credits.ts';
import type { Balance } from './types.ts';

/** `_meta["io.jobdata/receipt"]` (SPEC §2). Amounts are in credits. */
export interface Receipt {
  id: string;
  tool: string;
  cost: number;
  cached: boolean;
  replayed: boolean;
  balance: number;
  resets_at: string;
  /** A call with a test key, which is never charged. */
  test?: true;
}

/** As `JSON.stringify` writes it, which takes several times as long: no text in a receipt needs escaping. */
export function writeReceipt({ id, tool, cost, cached, replayed, balance, resets_at, test }: Receipt): string {
  return `{"id":"${id}","tool":"${tool}","cost":${cost},"cached":${cached},"replayed":${replayed},"balance":${balance},"resets_at":"${resets_at}"${test ? ',"test":true' : ''}}`;
}

export function createReceipt(
  call: {
    receiptId: string;
    tool: string;
    cost: Millicredits;
    cached: boolean;
    replayed: boolean;
    test: boolean;
  },
  balance: Balance,
): Receipt {
  return {
    id: call.receiptId,
    tool: call.tool,
    cost: toCredits(call.cost),
    cached: call.cached,
    replayed: call.replayed,
    balance: toCredits(balance.balance),
    resets_at: isoTime(balance.resetsAt),
    ...(call.test ? { test: true as const } : {}),
  };
}
