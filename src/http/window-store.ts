import type { CountInWindow } from '../shared/types.ts';

type Answer = (error: Error | null, counted?: { current: number; ttl: number }) => void;

/** The constructor that the plugin creates its stores with. */
interface WindowStore {
  incr(key: string, answer: Answer, windowMs: number): void;
  child(options: object): WindowStore;
}

/**
 * A store for the rate-limit plugin that is shared by all processes. The plugin's
 * own Redis store uses one prefix for all limiters, and while Redis is down it
 * either lets calls through uncounted or fails them.
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
