import type { LedgerStep } from './batch-steps.ts';

/**
 * Maximum number of steps in one transaction, and of characters in the answers that they store. A step with a longer
 * answer gets a transaction to itself.
 */
const MOST_STEPS = 1_000;
const MOST_TEXT = 1_000_000;
/** Assumed characters per millisecond of the slowest connection, and the longest time allowed for sending. */
const TEXT_A_MS = 200;
const LONGEST_SENDING_MS = 30_000;

/**
 * How many of the first waiting steps form one transaction. Many large answers would make it hold its locks for longer.
 */
export function fitting(waiting: readonly { readonly step: LedgerStep }[]): number {
  let left = MOST_TEXT;
  const end = waiting.findIndex(({ step }, index) => index === MOST_STEPS || ((left -= sizeOf(step)) < 0 && index > 0));
  return end < 0 ? waiting.length : end;
}

/** How long sending the answers of a batch may take. Until they have arrived, the server sees an idle session. */
export function sendingTime(steps: readonly LedgerStep[]): number {
  const text = steps.reduce((sum, step) => sum + sizeOf(step), 0);
  return Math.min(LONGEST_SENDING_MS, Math.ceil(text / TEXT_A_MS));
}

function sizeOf(step: LedgerStep): number {
  if (step.do === 'save') return step.replay.result.length;
  return 'settlement' in step ? (step.settlement.replay?.result.length ?? 0) : 0;
}
