import { DAY_MS } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';

/** Number of days, including today, on which the forecast is based. */
const PACE_DAYS = 7;

/** An account at `now`, in milliseconds since the epoch. */
export interface ForecastInput {
  balance: Millicredits;
  now: number;
  /** Bounds of the month. */
  startsAt: number;
  endsAt: number;
  /** Cost of each day of this month; days are numbered from the epoch, in UTC. */
  days: readonly { day: number; cost: Millicredits }[];
}

/** What happens to the credits if use continues as it is. */
export type Forecast =
  /** No recent use. */
  | { kind: 'idle' }
  /** The credits last until the month ends. */
  | { kind: 'enough'; left: Millicredits }
  /** The credits are used up at `at`, before the month ends. */
  | { kind: 'used_up'; at: number };

/** Extrapolates the last seven days of the month, or fewer at its start, but at least one whole day. */
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
