import type { PlatformStatus } from '../../schemas/index.ts';
import { DAY_MS } from '../lib/clock.ts';
import type { FieldCounts, SourceCheck } from '../store/types.ts';
import { fallenFrom, fieldRates, isBack, rateOf, type FieldRates } from './field-rates.ts';

export type SourceCondition = 'well' | 'blocked' | 'changed';

/**
 * A value that changes only after several checks have confirmed the change. `held` is the confirmed value, and `since`
 * is the time of its confirmation. `told` is the value in the last notice to the operator. Before any notice, `told` is
 * the first value. `notices` are the times of the last day's notices. One change needs no confirmation: when the low
 * rate of a field is accepted as normal, `held` and `told` are reset without a notice.
 */
interface Confirmed<Value> {
  held: Value;
  told: Value;
  since: number;
  notices: number[];
}

export interface ConditionState extends Confirmed<SourceCondition> {
  last: SourceCondition | null;
  run: number;
  /**
   * Number of consecutive checks that showed a fault of any kind. Checks that show no condition neither count nor end
   * the series.
   */
  badRun: number;
}

export interface FieldState extends Confirmed<boolean> {
  before: number;
  run: number;
}

export interface HealthState {
  condition: ConditionState;
  /** Fields whose rate has fallen or has begun to fall, and fields with notices in the last day. */
  fields: Readonly<Record<string, FieldState>>;
}

export type HealthEvent =
  | { event: 'blocked' | 'changed'; reason: string; muted: boolean }
  | { event: 'recovered'; muted: boolean }
  | { event: 'field_fell' | 'field_recovered'; field: string; before: number; now: number; muted: boolean };

/** A single check may be wrong by chance, so a change needs this many checks in a row that confirm it. */
const CONFIRMED_BY = 2;
/**
 * Maximum numbers of notices a day about a source's condition and about one field. A condition that keeps changing must
 * not flood the operator with notices.
 */
const NOTICES_A_DAY = 4;
const FIELD_NOTICES_A_DAY = 2;
/** A field that has been low for this long is accepted as normal. */
const ACCEPTED_MS = 30 * DAY_MS;

export function newState(now: number): HealthState {
  return {
    condition: { held: 'well', told: 'well', since: now, notices: [], last: null, run: 0, badRun: 0 },
    fields: {},
  };
}

export function readState(text: string, now: number): HealthState {
  try {
    const state = JSON.parse(text) as Partial<HealthState> | null;
    if (state?.condition && state.fields && Array.isArray(state.condition.notices)) return state as HealthState;
  } catch {
    // The text may be empty or from another release. A new state is correct after two checks.
  }
  return newState(now);
}

export interface Evidence {
  checks: readonly SourceCheck[];
  all: FieldCounts;
}

export function nextCondition(
  state: HealthState,
  check: SourceCheck,
  { checks, all }: Evidence,
): { state: HealthState; events: HealthEvent[] } {
  const now = check.at;
  const events: HealthEvent[] = [];
  const condition = nextSourceCondition(state.condition, conditionOf(check.outcome), now);
  if (mayNotify(condition, NOTICES_A_DAY)) {
    const muted = recordNotice(condition, now, NOTICES_A_DAY);
    if (condition.told === 'well') events.push({ event: 'recovered', muted });
    else events.push({ event: condition.told, reason: check.reason, muted });
  }
  const fields: Record<string, FieldState> = {};
  const rates = fieldRates(checks, all, now);
  const isAnswered = Object.keys(check.fields).length > 0;
  for (const field of new Set([...Object.keys(rates), ...Object.keys(state.fields)])) {
    const known = state.fields[field];
    const next = rates[field] && isAnswered ? nextField(known, rates[field], now) : known;
    if (!next) continue;
    const { past, recent } = rates[field] ?? { past: undefined, recent: undefined };
    if (mayNotify(next, FIELD_NOTICES_A_DAY)) {
      const muted = recordNotice(next, now, FIELD_NOTICES_A_DAY);
      const event = next.told ? 'field_fell' : 'field_recovered';
      const rate = (recent && rateOf(recent)) ?? (past && rateOf(past)) ?? 0;
      events.push({ event, field, before: next.before, now: rate, muted });
    }
    if (next.held || next.told || next.run > 0 || next.notices.length > 0) fields[field] = next;
  }
  return { state: { condition, fields }, events };
}

/** Returns undefined for outcomes that show no condition, such as a late or an empty answer. */
function conditionOf(outcome: PlatformStatus): SourceCondition | undefined {
  if (outcome === 'ok') return 'well';
  return outcome === 'blocked' || outcome === 'changed' ? outcome : undefined;
}

function nextSourceCondition(state: ConditionState, seen: SourceCondition | undefined, now: number): ConditionState {
  const next = { ...state, notices: ofLastDay(state.notices, now) };
  if (seen === undefined) return next;
  next.run = seen === state.last ? state.run + 1 : 1;
  next.badRun = seen === 'well' ? 0 : state.badRun + 1;
  next.last = seen;
  const isConfirmed = next.run >= CONFIRMED_BY || (state.held === 'well' && next.badRun >= CONFIRMED_BY);
  if (!isConfirmed || seen === state.held) return next;
  return { ...next, held: seen, since: now };
}

function nextField(known: FieldState | undefined, rates: FieldRates, now: number): FieldState {
  const state = known ?? { held: false, told: false, since: now, notices: [], before: 0, run: 0 };
  const next = { ...state, notices: ofLastDay(state.notices, now) };
  if (state.held && now - state.since > ACCEPTED_MS) return { ...next, held: false, told: false, run: 0, since: now };
  const before = state.held ? undefined : fallenFrom(rates);
  const turns = state.held ? isBack(rates, state.before) : before !== undefined;
  next.run = turns ? state.run + 1 : 0;
  if (next.run < CONFIRMED_BY) return next;
  return { ...next, held: !state.held, since: now, run: 0, ...(before === undefined ? {} : { before }) };
}

/** Times in the future were stored before the clock was set back, so they count as now. */
function ofLastDay(notices: readonly number[], now: number): number[] {
  return notices.map((at) => Math.min(at, now)).filter((at) => at > now - DAY_MS);
}

function mayNotify({ held, told, notices }: Confirmed<unknown>, aDay: number): boolean {
  return held !== told && notices.length < aDay;
}

function recordNotice<Value>(state: Confirmed<Value>, now: number, aDay: number): boolean {
  state.told = state.held;
  state.notices = [...state.notices, now];
  return state.notices.length >= aDay;
}
