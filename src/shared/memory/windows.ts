import type { WindowCount, WindowCounter } from '../types.ts';

const KEYS = 100_000;

export class MemoryWindows implements WindowCounter {
  readonly #keys: number;
  /** Each name has its own map, so that many keys of one rule do not displace the counts of another rule. */
  readonly #windows = new Map<string, Map<string, { count: number; endsAt: number }>>();

  constructor(keys = KEYS) {
    this.#keys = keys;
  }

  count(name: string, key: string, windowMs: number): WindowCount {
    let windows = this.#windows.get(name);
    if (!windows) this.#windows.set(name, (windows = new Map()));
    const now = performance.now();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      windows.delete(key);
      windows.set(key, (window = { count: 0, endsAt: now + windowMs }));
      if (windows.size > this.#keys) windows.delete(windows.keys().next().value as string);
    }
    window.count += 1;
    return { count: window.count, leftMs: Math.ceil(window.endsAt - now) };
  }

  giveBack(name: string, key: string): void {
    const window = this.#windows.get(name)?.get(key);
    if (window && window.endsAt > performance.now() && window.count > 0) window.count -= 1;
  }
}
