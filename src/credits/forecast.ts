import { DAY_MS } from '../lib/clock.ts';
import type { Millicredits } from '../lib/credits.ts';

const PACE_DAYS = 7;

export interface ForecastInput {
  balance: Millicredits;
  now: number;
  startsAt: number;
  endsAt: number;
  /** Cost of each day since `startsAt`. `day` is the number of days since 1 January 1970, in UTC. */
  days: readonly { day: number; cost: Millicredits }[];
}

export type Forecast =
  | { kind: 'idle' }
  /** `left`: millicredits that will remain at `endsAt`. */
  | { kind: 'enough'; left: Millicredits }
  | { kind: 'used_up'; at: number };

/**
 * Assumes that use continues until `endsAt` at the average rate of the last seven days or, if that is shorter, of the
 * time since `startsAt`. Less than one day counts as one day.
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
