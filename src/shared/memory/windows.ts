import type { WindowCount } from '../types.ts';

/** Keys that are counted at once; of more, the one that began first is forgotten. */
const KEYS = 100_000;

/** Counts by key in windows, in this process: while no server counts for all. */
export class MemoryWindows {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  count(key: string, windowMs: number): WindowCount {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#windows.set(key, (window = { count: 0, endsAt: now + windowMs }));
      if (this.#windows.size > KEYS) this.#windows.delete(this.#windows.keys().next().value as string);
    }
    window.count += 1;
    return { count: window.count, leftMs: Math.ceil(window.endsAt - now) };
  }

  /** Takes one back; a window that has ended owes nothing. */
  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.endsAt > performance.now() && window.count > 0) window.count -= 1;
  }
}
