export type StatusMeaning = 'answer' | 'gone' | 'slow-down' | 'refusal' | 'out-of-order' | 'other';

/** Some sites send 402 to robots that should pay, and 999 is LinkedIn's own status for refused requests. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 407, 451, 999]);

export function meaningOf(status: number): StatusMeaning {
  if (status >= 200 && status < 300) return 'answer';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429) return 'slow-down';
  if (REFUSALS.has(status)) return 'refusal';
  return status >= 500 ? 'out-of-order' : 'other';
}
