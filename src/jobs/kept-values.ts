import type { Clock } from '../lib/clock.ts';
import type { Door, Platform, PlatformSearch, Step } from '../platforms/platform.ts';

interface Kept {
  value: unknown;
  keptAt: number;
  until: number;
}

/** Beyond any number of places that are asked for in a week. */
const MAXIMUM = 2_000;
/** A value of this walk, so as fresh as can be: asking for it anew would change nothing. */
const FRESH_MS = 5_000;

/** What steps hand to later ones and may be kept for other searches: tokens, keys, ids of places. */
export class KeptValues {
  readonly #clock: Clock;
  readonly #values = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(platform: Platform, door: Door, step: Step, search: PlatformSearch): { value: unknown } | undefined {
    const kept = this.#values.get(keyOf(platform, door, step, search));
    return kept && kept.until > this.#clock.now() ? kept : undefined;
  }

  keep(platform: Platform, door: Door, step: Step, search: PlatformSearch, value: unknown): void {
    if (step.keepMs === undefined) return;
    if (this.#values.size >= MAXIMUM) this.#values.clear();
    const keptAt = this.#clock.now();
    this.#values.set(keyOf(platform, door, step, search), { value, keptAt, until: keptAt + step.keepMs });
  }

  /** Drops what a door keeps; false when there was nothing but fresh values, so that it is asked for anew once only. */
  forget(platform: Platform, door: Door): boolean {
    const before = this.#values.size;
    const doorKey = keyOfDoor(platform, door);
    for (const [key, { keptAt }] of this.#values)
      if (key.startsWith(doorKey) && keptAt < this.#clock.now() - FRESH_MS) this.#values.delete(key);
    return this.#values.size < before;
  }
}

function keyOfDoor(platform: Platform, door: Door): string {
  return `${platform.code}\n${platform.doors.indexOf(door)}\n`;
}

function keyOf(platform: Platform, door: Door, step: Step, search: PlatformSearch): string {
  return `${keyOfDoor(platform, door)}${step.name}\n${step.keepKey?.(search) ?? ''}`;
}
