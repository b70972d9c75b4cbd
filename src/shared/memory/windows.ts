import type { WindowCount } from '../types.ts';

/** Maximum number of keys; beyond it, the oldest window is dropped. */
const KEYS = 100_000;

/** Counts by key and window in this process, without Redis. */
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

  /** Takes one count back, if its window is still open. */
  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.endsAt > performance.now() && window.count > 0) window.count -= 1;
  }
}
