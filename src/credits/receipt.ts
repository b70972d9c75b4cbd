import { isoTime } from '../lib/clock.ts';
import { toCredits, type Millicredits } from '../lib/credits.ts';
import type { Balance } from './types.ts';

/** The value of `_meta["io.jobdata/receipt"]` (SPEC §2). Amounts are in credits. */
export interface Receipt {
  id: string;
  tool: string;
  cost: number;
  cached: boolean;
  replayed: boolean;
  balance: number;
  resets_at: string;
  test?: true;
}

/** Writes the same text as `JSON.stringify`, but several times faster. No text in a receipt needs escaping. */
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
  const receipt: Receipt = {
    id: call.receiptId,
    tool: call.tool,
    cost: toCredits(call.cost),
    cached: call.cached,
    replayed: call.replayed,
    balance: toCredits(balance.balance),
    resets_at: isoTime(balance.resetsAt),
  };
  if (call.test) receipt.test = true;
  return receipt;
}
