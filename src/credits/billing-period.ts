/**
 * Returns the time of the renewal `months` months after the anchor. The renewal has the anchor's day and time in UTC.
 * In a month that has no such day, it falls on the last day (SPEC §7).
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
 * Returns the billing month that contains `nowMs`. `index` is the number of months since the anchor; a time before the
 * anchor belongs to month 0.
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
