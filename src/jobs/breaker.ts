import type { PlatformStatus } from '../../schemas/index.ts';
import type { Clock } from '../lib/clock.ts';
import { MemoryRests } from '../shared/memory/rests.ts';
import type { RestRecord, Rests } from '../shared/types.ts';

const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 60 * 60_000;
/** A platform that nobody asked for so long starts anew. */
const KEPT_MS = 7 * 86_400_000;
const PREFIX = 'platform ';

/** What is noted of a platform beside the end of its rest. */
interface Note {
  failures: number;
  rests: number;
  /** The site asked for this rest. */
  wasAskedFor: boolean;
  status: PlatformStatus;
}

/** A platform's rest. Times in milliseconds since the epoch. */
export interface Rest {
  until: number;
  /** The site itself asked to be left alone. */
  wasAskedFor: boolean;
  /** How the fetch ended that brought it about. */
  status: PlatformStatus;
}

/** Rests a platform that keeps failing, for longer each time, until it answers again. */
export class Breaker {
  readonly #clock: Clock;
  readonly #rests: Rests;

  constructor(clock: Clock, rests: Rests = new MemoryRests(clock)) {
    this.#clock = clock;
    this.#rests = rests;
  }

  /** A platform's rest; undefined when it may be asked. */
  async restOf(code: string): Promise<Rest | undefined> {
    const record = await this.#rests.find(PREFIX + code);
    if (!record || record.until <= this.#clock.now()) return undefined;
    const { wasAskedFor, status } = JSON.parse(record.note) as Note;
    return { until: record.until, wasAskedFor, status };
  }

  /** Those that rest, as it was known a moment ago. */
  resting(): string[] {
    const now = this.#clock.now();
    const codes: string[] = [];
    for (const [name, { until }] of this.#rests.known())
      if (until > now && name.startsWith(PREFIX)) codes.push(name.slice(PREFIX.length));
    return codes;
  }

  async succeeded(code: string): Promise<void> {
    await this.#rests.change(PREFIX + code, () => undefined);
  }

  /** `atOnce`: the site itself asked to be left alone. */
  async failed(code: string, atOnce = false, status: PlatformStatus = 'error'): Promise<void> {
    const now = this.#clock.now();
    await this.#rests.change(PREFIX + code, (record) => afterFailure(record, { atOnce, status, now }));
  }
}

function afterFailure(
  record: RestRecord | undefined,
  { atOnce, status, now }: { atOnce: boolean; status: PlatformStatus; now: number },
): RestRecord {
  const before: Note = record
    ? (JSON.parse(record.note) as Note)
    : { failures: 0, rests: 0, wasAskedFor: false, status };
  const note: Note = { ...before, failures: before.failures + 1, status };
  let until = record?.until ?? 0;
  // After a rest one more failure is enough for the next.
  if (atOnce || note.failures >= FAILURES_BEFORE_REST || note.rests > 0) {
    until = now + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** note.rests);
    note.wasAskedFor = atOnce;
    note.rests += 1;
    note.failures = 0;
  }
  return { until, keptUntil: now + KEPT_MS, note: JSON.stringify(note) };
}
