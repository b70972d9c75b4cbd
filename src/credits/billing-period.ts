/**
 * The renewal `months` months after the anchor: on the anchor's day and time in UTC, or on the last day of a shorter
 * month (SPEC §7).
 */
export function renewalAfter(anchorMs: number, months: number): number {
  const anchor = new Date(anchorMs);
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  return Date.UTC(year, month, day) + (anchorMs - Date.UTC(year, anchor.getUTCMonth(), anchor.getUTCDate()));
}

/**
 * The billing month that contains `nowMs`. `index`: number of months since the anchor; 0 also for a time before the
 * anchor.
 */
export function periodAt(anchorMs: number, nowMs: number): { index: number; startsAt: number; endsAt: number } {
  const anchor = new Date(anchorMs);
  const now = new Date(nowMs);
  let index = Math.max(
    0,
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth() - 1,
  );
  while (renewalAfter(anchorMs, index + 1) <= nowMs) index += 1;
  return { index, startsAt: renewalAfter(anchorMs, index), endsAt: renewalAfter(anchorMs, index + 1) };
}
