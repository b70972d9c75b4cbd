import type { PlatformStatus } from '../../schemas/index.ts';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import { MemoryCooldowns } from '../shared/memory/cooldowns.ts';
import type { CooldownRecord, Cooldowns } from '../shared/types.ts';

const FAILURES_TO_OPEN = 3;
const FIRST_OPEN_MS = 5 * MINUTE_MS;
const LONGEST_OPEN_MS = 60 * MINUTE_MS;
/** A platform that was not asked for this long starts with a clean record. */
const FORGET_MS = 7 * DAY_MS;
const PREFIX = 'platform ';

/** What is stored about a platform together with the time at which its circuit closes. */
interface Note {
  failures: number;
  /**
   * How many times the circuit was opened. The field keeps its old name because replicas of two releases share the
   * record.
   */
  rests: number;
  /** The site itself asked for the pause. */
  wasAskedFor: boolean;
  status: PlatformStatus;
}

/** An open circuit. Times in milliseconds since the epoch. */
export interface OpenCircuit {
  until: number;
  /** The site itself asked for the pause. */
  wasAskedFor: boolean;
  /** Outcome of the fetch that opened the circuit. */
  status: PlatformStatus;
}

/** Circuit breaker: stops asking a platform that keeps failing, for longer each time, until it answers again. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #cooldowns: Cooldowns;

  constructor(clock: Clock, cooldowns: Cooldowns = new MemoryCooldowns(clock)) {
    this.#clock = clock;
    this.#cooldowns = cooldowns;
  }

  /** The open circuit of a platform; undefined when it may be asked. */
  async openCircuitOf(code: string): Promise<OpenCircuit | undefined> {
    const record = await this.#cooldowns.find(PREFIX + code);
    if (!record || record.until <= this.#clock.now()) return undefined;
    const { wasAskedFor, status } = JSON.parse(record.note) as Note;
    return { until: record.until, wasAskedFor, status };
  }

  /** Codes with an open circuit, by the last known state. */
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

  /** `atOnce`: the site itself asked for a pause. */
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
  // After an open circuit one more failure opens it again.
  if (atOnce || note.failures >= FAILURES_TO_OPEN || note.rests > 0) {
    until = now + Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** note.rests);
    note.wasAskedFor = atOnce;
    note.rests += 1;
    note.failures = 0;
  }
  return { until, keptUntil: now + FORGET_MS, note: JSON.stringify(note) };
}

/** When the cooldown ends, in milliseconds since the epoch; 0 if no cooldown is stored. */
export async function cooldownEndsAt(cooldowns: Cooldowns, name: string): Promise<number> {
  return (await cooldowns.find(name))?.until ?? 0;
}

/** Stores a cooldown that ends at `until`. */
export function coolDown(cooldowns: Cooldowns, name: string, until: number): Promise<void> {
  return cooldowns.change(name, () => ({ until, keptUntil: until, note: '' }));
}
