import { DAY_MS } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';

/** The forecast is based on this number of days, including today. */
const PACE_DAYS = 7;

export interface ForecastInput {
  balance: Millicredits;
  now: number;
  /** Start and end of the month. */
  startsAt: number;
  endsAt: number;
  /** Cost of each day of the month; `day` is in UTC days since 1 January 1970. */
  days: readonly { day: number; cost: Millicredits }[];
}

/** What happens to the credits if the use stays the same. */
export type Forecast =
  /** There were no calls recently. */
  | { kind: 'idle' }
  /** The credits last until the month ends; `left` are left then. */
  | { kind: 'enough'; left: Millicredits }
  /** The credits are used up at `at`, before the month ends. */
  | { kind: 'used_up'; at: number };

/**
 * Extrapolates the use of the last seven days, or of fewer at the start of the month, but of at least one whole day.
 */
export function forecast({ balance, now, startsAt, endsAt, days }: ForecastInput): Forecast {
  const today = Math.floor(now / DAY_MS);
  const used = days.reduce((sum, { day, cost }) => (day > today - PACE_DAYS ? sum + cost : sum), 0);
  if (used === 0) return { kind: 'idle' };
  const pacedFrom = Math.max(startsAt, (today - PACE_DAYS + 1) * DAY_MS);
  const perMs = used / Math.max(DAY_MS, now - pacedFrom);
  const usedUpAt = now + Math.max(0, balance) / perMs;
  if (usedUpAt < endsAt) return { kind: 'used_up', at: Math.floor(usedUpAt) };
  return { kind: 'enough', left: Math.floor(balance - perMs * (endsAt - now)) };
}
