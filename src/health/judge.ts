import type { PlatformStatus } from '../../schemas/index.ts';
import type { SourceCheck, Tallies } from '../store/types.ts';
import { fallenFrom, fieldRates, isBack, rateOf, type FieldRates } from './tallies.ts';

/** How a source stands, once a second look has confirmed it. */
export type Condition = 'well' | 'blocked' | 'changed';

/** Something that the operator is told of once it holds; a second notice only when it is otherwise again. */
interface Told<Value> {
  held: Value;
  told: Value;
  /** Since when it is held. */
  since: number;
  /** When it was told of in the last day. */
  notices: number[];
}

export interface ConditionState extends Told<Condition> {
  /** What the last looks said, one after the other. */
  last: Condition | null;
  run: number;
  /** Looks in a row that found it not well, whichever way. */
  badRun: number;
}

export interface FieldState extends Told<boolean> {
  /** The rate that it fell from. */
  before: number;
  run: number;
}

/** All that is remembered of a source from check to check. */
export interface HealthState {
  condition: ConditionState;
  /** Fields that fell, or are about to. */
  fields: Readonly<Record<string, FieldState>>;
}

export type HealthEvent =
  | { event: 'blocked' | 'changed'; reason: string; muted: boolean }
  | { event: 'recovered'; muted: boolean }
  | { event: 'field_fell' | 'field_recovered'; field: string; before: number; now: number; muted: boolean };

/** A single look may be a hiccup. */
const CONFIRMED_BY = 2;
const DAY_MS = 86_400_000;
/** Of one source's condition, or of one field, in a day: what flaps does not flood. */
const NOTICES_A_DAY = 4;
const FIELD_NOTICES_A_DAY = 2;
/** A field that has been low for so long is as it is. */
const ACCEPTED_MS = 30 * DAY_MS;

/** Of a source that was never looked at. */
export function newState(now: number): HealthState {
  return {
    condition: { held: 'well', told: 'well', since: now, notices: [], last: null, run: 0, badRun: 0 },
    fields: {},
  };
}

/** The state as it was kept; one that cannot be read is begun anew. */
export function readState(text: string, now: number): HealthState {
  try {
    const state = JSON.parse(text) as Partial<HealthState> | null;
    if (state?.condition && state.fields && Array.isArray(state.condition.notices)) return state as HealthState;
  } catch {
    // Of another release: what it says is lost, and found anew within two checks.
  }
  return newState(now);
}

/** What a look was compared with. */
export interface Evidence {
  /** The last checks, newest first, this one among them. */
  checks: readonly SourceCheck[];
  /** Sums of all that is kept, this check included. */
  all: Tallies;
}

/** What a check changes, and what of it the operator is to be told. Pure. */
export function judge(
  state: HealthState,
  check: SourceCheck,
  { checks, all }: Evidence,
): { state: HealthState; events: HealthEvent[] } {
  const now = check.at;
  const events: HealthEvent[] = [];
  const condition = nextCondition(state.condition, conditionOf(check.outcome), now);
  if (mayTell(condition, NOTICES_A_DAY)) {
    const muted = noteTold(condition, now, NOTICES_A_DAY);
    if (condition.told === 'well') events.push({ event: 'recovered', muted });
    else events.push({ event: condition.told, reason: check.reason, muted });
  }
  const fields: Record<string, FieldState> = {};
  const rates = fieldRates(checks, all, now);
  // A look that brought nothing says nothing of fields.
  const isAnswered = Object.keys(check.fields).length > 0;
  for (const field of new Set([...Object.keys(rates), ...Object.keys(state.fields)])) {
    const known = state.fields[field];
    const next = rates[field] && isAnswered ? nextField(known, rates[field], now) : known;
    if (!next) continue;
    const { past, recent } = rates[field] ?? { past: undefined, recent: undefined };
    if (mayTell(next, FIELD_NOTICES_A_DAY)) {
      const muted = noteTold(next, now, FIELD_NOTICES_A_DAY);
      const event = next.told ? 'field_fell' : 'field_recovered';
      const rate = (recent && rateOf(recent)) ?? (past && rateOf(past)) ?? 0;
      events.push({ event, field, before: next.before, now: rate, muted });
    }
    if (next.held || next.told || next.run > 0 || next.notices.length > 0) fields[field] = next;
  }
  return { state: { condition, fields }, events };
}

/** Undefined: it says neither. An answer that was late, or that held nothing, is no proof of either. */
function conditionOf(outcome: PlatformStatus): Condition | undefined {
  if (outcome === 'ok') return 'well';
  return outcome === 'blocked' || outcome === 'changed' ? outcome : undefined;
}

function nextCondition(state: ConditionState, seen: Condition | undefined, now: number): ConditionState {
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

/** Those that a clock set back since made ahead of now count as of now. */
function ofLastDay(notices: readonly number[], now: number): number[] {
  return notices.map((at) => Math.min(at, now)).filter((at) => at > now - DAY_MS);
}

function mayTell({ held, told, notices }: Told<unknown>, aDay: number): boolean {
  return held !== told && notices.length < aDay;
}

/** Notes that what is held is told now; true where no further notice of it will go out today. */
function noteTold<Value>(state: Told<Value>, now: number, aDay: number): boolean {
  state.told = state.held;
  state.notices = [...state.notices, now];
  return state.notices.length >= aDay;
}
