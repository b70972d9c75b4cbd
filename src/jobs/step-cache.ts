import type { Clock } from '../lib/clock.ts';
import type { AccessMethod, Platform, PlatformSearch, AccessStep } from '../sources/platforms/platform.ts';

interface Kept {
  value: unknown;
  cachedAt: number;
  until: number;
}

/** Beyond any number of places that are asked for in a week. */
const MAXIMUM = 2_000;
/** A value of this walk, so as fresh as can be: asking for it anew would change nothing. */
const FRESH_MS = 5_000;

/** What steps hand to later ones and may be kept for other searches: tokens, keys, ids of places. */
export class StepCache {
  readonly #clock: Clock;
  readonly #values = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(
    platform: Platform,
    accessMethod: AccessMethod,
    step: AccessStep,
    search: PlatformSearch,
  ): { value: unknown } | undefined {
    const kept = this.#values.get(keyOf(platform, accessMethod, step, search));
    return kept && kept.until > this.#clock.now() ? kept : undefined;
  }

  keep(platform: Platform, accessMethod: AccessMethod, step: AccessStep, search: PlatformSearch, value: unknown): void {
    if (step.keepMs === undefined) return;
    if (this.#values.size >= MAXIMUM) this.#values.clear();
    const cachedAt = this.#clock.now();
    this.#values.set(keyOf(platform, accessMethod, step, search), { value, cachedAt, until: cachedAt + step.keepMs });
  }

  /** Drops what a door keeps; false when there was nothing but fresh values, so that it is asked for anew once only. */
  forget(platform: Platform, accessMethod: AccessMethod): boolean {
    const before = this.#values.size;
    const accessMethodKey = keyOfAccessMethod(platform, accessMethod);
    for (const [key, { cachedAt }] of this.#values)
      if (key.startsWith(accessMethodKey) && cachedAt < this.#clock.now() - FRESH_MS) this.#values.delete(key);
    return this.#values.size < before;
  }
}

function keyOfAccessMethod(platform: Platform, accessMethod: AccessMethod): string {
  return `${platform.code}\n${platform.accessMethods.indexOf(accessMethod)}\n`;
}

function keyOf(platform: Platform, accessMethod: AccessMethod, step: AccessStep, search: PlatformSearch): string {
  return `${keyOfAccessMethod(platform, accessMethod)}${step.name}\n${step.keepKey?.(search) ?? ''}`;
}
