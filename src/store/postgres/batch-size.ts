import type { LedgerStep } from './batch-steps.ts';

/**
 * Limits of one transaction: the number of ledger steps, and the characters of the answers that they store. A step with
 * a longer answer has a transaction to itself.
 */
const MOST_STEPS = 1_000;
const MOST_TEXT = 1_000_000;
/**
 * Characters per millisecond that the slowest connection is assumed to send, and the longest time allowed for sending.
 */
const TEXT_A_MS = 200;
const LONGEST_SENDING_MS = 30_000;

export function batchLength(waiting: readonly { readonly step: LedgerStep }[]): number {
  let left = MOST_TEXT;
  const end = waiting.findIndex(({ step }, index) => index === MOST_STEPS || ((left -= sizeOf(step)) < 0 && index > 0));
  return end < 0 ? waiting.length : end;
}

export function sendingTime(steps: readonly LedgerStep[]): number {
  const text = steps.reduce((sum, step) => sum + sizeOf(step), 0);
  return Math.min(LONGEST_SENDING_MS, Math.ceil(text / TEXT_A_MS));
}

function sizeOf(step: LedgerStep): number {
  if (step.do === 'save') return step.replay.result.length;
  return 'settlement' in step ? (step.settlement.replay?.result.length ?? 0) : 0;
}
