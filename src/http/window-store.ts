import type { CountInWindow } from '../shared/types.ts';

type Answer = (error: Error | null, counted?: { current: number; ttl: number }) => void;

/** What the plugin makes its limiters' stores of. */
interface WindowStore {
  incr(key: string, answer: Answer, windowMs: number): void;
  child(options: object): WindowStore;
}

/**
 * A store of the rate-limit plugin that has all processes count as one. The
 * plugin's own for Redis gives all its limiters one prefix, and lets a call
 * through uncounted, or fail, when the server is away.
 */
export function createWindowStore(count: CountInWindow): new () => WindowStore {
  return class Windows implements WindowStore {
    readonly #name: string;

    constructor(name?: string) {
      this.#name = typeof name === 'string' ? name : '';
    }

    incr(key: string, answer: Answer, windowMs: number): void {
      count(this.#name, key, windowMs).then(
        (counted) => answer(null, { current: counted.count, ttl: counted.leftMs }),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      );
    }

    /** Of one limiter, by the name that it was made with. */
    child(options: object): WindowStore {
      return new Windows((options as { windowName?: string }).windowName);
    }
  };
}
