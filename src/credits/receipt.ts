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
