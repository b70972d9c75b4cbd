import type { PlatformStatus } from '../../schemas/index.ts';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import { MemoryCooldowns } from '../shared/memory/cooldowns.ts';
import type { CooldownRecord, Cooldowns } from '../shared/types.ts';

const FAILURES_TO_OPEN = 3;
const FIRST_OPEN_MS = 5 * MINUTE_MS;
const LONGEST_OPEN_MS = 60 * MINUTE_MS;
/** The record of a platform is dropped when a request succeeds, or else this long after the last failure. */
const FORGET_MS = 7 * DAY_MS;
const PREFIX = 'platform ';

interface Note {
  failures: number;
  /**
   * Counts how often the circuit has opened. The field keeps its old name, because replicas of two releases share the
   * record.
   */
  rests: number;
  wasAskedFor: boolean;
  status: PlatformStatus;
}

/** `until` is in milliseconds since the epoch. */
export interface OpenCircuit {
  until: number;
  /** True if the site asked for the pause, false if failures caused it. */
  wasAskedFor: boolean;
  status: PlatformStatus;
}

/**
 * Stops requests to a platform for 5 minutes after three failures without a success between them. After that, until a
 * request succeeds, each further failure stops requests for twice as long as before, up to an hour.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #cooldowns: Cooldowns;

  constructor(clock: Clock, cooldowns: Cooldowns = new MemoryCooldowns(clock)) {
    this.#clock = clock;
    this.#cooldowns = cooldowns;
  }

  async openCircuitOf(code: string): Promise<OpenCircuit | undefined> {
    const record = await this.#cooldowns.find(PREFIX + code);
    if (!record || record.until <= this.#clock.now()) return undefined;
    const { wasAskedFor, status } = JSON.parse(record.note) as Note;
    return { until: record.until, wasAskedFor, status };
  }

  openCodes(): string[] {
    const now = this.#clock.now();
    const codes: string[] = [];
    for (const [name, { until }] of this.#cooldowns.known())
      if (until > now && name.startsWith(PREFIX)) codes.push(name.slice(PREFIX.length));
    return codes;
  }

  async succeeded(code: string): Promise<void> {
    await this.#cooldowns.change(PREFIX + code, () => undefined);
  }

  /** With `atOnce`, a single failure opens the circuit, because the site asked for a pause. */
  async failed(code: string, atOnce = false, status: PlatformStatus = 'error'): Promise<void> {
    const now = this.#clock.now();
    await this.#cooldowns.change(PREFIX + code, (record) => afterFailure(record, { atOnce, status, now }));
  }
}

function afterFailure(
  record: CooldownRecord | undefined,
  { atOnce, status, now }: { atOnce: boolean; status: PlatformStatus; now: number },
): CooldownRecord {
  const before: Note = record
    ? (JSON.parse(record.note) as Note)
    : { failures: 0, rests: 0, wasAskedFor: false, status };
  const note: Note = { ...before, failures: before.failures + 1, status };
  let until = record?.until ?? 0;
  // Until a request succeeds, a circuit that has opened once opens again after a single failure.
  if (atOnce || note.failures >= FAILURES_TO_OPEN || note.rests > 0) {
    until = now + Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** note.rests);
    note.wasAskedFor = atOnce;
    note.rests += 1;
    note.failures = 0;
  }
  return { until, keptUntil: now + FORGET_MS, note: JSON.stringify(note) };
}

/** Returns the end of the cooldown in milliseconds since the epoch; 0 if no cooldown is stored. */
export async function cooldownEndsAt(cooldowns: Cooldowns, name: string): Promise<number> {
  return (await cooldowns.find(name))?.until ?? 0;
}

export function coolDown(cooldowns: Cooldowns, name: string, until: number): Promise<void> {
  return cooldowns.change(name, () => ({ until, keptUntil: until, note: '' }));
}
