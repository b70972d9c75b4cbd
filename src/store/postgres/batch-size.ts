import type { LedgerStep } from './batch-steps.ts';

/** Steps of one transaction at most, and characters of the answers that they bring; one that brings more goes alone. */
const MOST_STEPS = 1_000;
const MOST_TEXT = 1_000_000;
/** What the slowest line takes, and the longest that it is waited for. */
const TEXT_A_MS = 200;
const LONGEST_SENDING_MS = 30_000;

/** How many of the first steps that wait are one transaction: the locks of many large answers would last as long as their way. */
export function fitting(waiting: readonly { readonly step: LedgerStep }[]): number {
  let left = MOST_TEXT;
  const end = waiting.findIndex(({ step }, index) => index === MOST_STEPS || ((left -= sizeOf(step)) < 0 && index > 0));
  return end < 0 ? waiting.length : end;
}

/**
 * How long the answers of a batch may be on their way. The server takes a
 * session for one that stands still until it has the whole of them.
 */
export function sendingTime(steps: readonly LedgerStep[]): number {
  const text = steps.reduce((sum, step) => sum + sizeOf(step), 0);
  return Math.min(LONGEST_SENDING_MS, Math.ceil(text / TEXT_A_MS));
}

function sizeOf(step: LedgerStep): number {
  if (step.do === 'save') return step.replay.result.length;
  return 'settlement' in step ? (step.settlement.replay?.result.length ?? 0) : 0;
}
