import type { Millicredits } from '../lib/credits.ts';

const DAY_MS = 86_400_000;
/** Days, today's included, whose pace is taken to go on. */
const PACE_DAYS = 7;

/** Where an account stands at `now`, in milliseconds since the epoch. */
export interface ForecastInput {
  balance: Millicredits;
  now: number;
  /** The month's bounds. */
  startsAt: number;
  endsAt: number;
  /** What the month's days cost so far; days count from the epoch, in UTC. */
  days: readonly { day: number; cost: Millicredits }[];
}

/** What becomes of the credits if calls go on as they do. */
export type Forecast =
  /** Nothing was used lately. */
  | { kind: 'idle' }
  /** They reach until the month ends. */
  | { kind: 'enough'; left: Millicredits }
  /** They are used up at that moment; not later than the month ends. */
  | { kind: 'used_up'; at: number };

/** The pace of the last seven days of the month, or of as many as there were, a whole one at least. */
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
