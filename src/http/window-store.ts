import type { WindowCount, WindowCounter } from '../shared/types.ts';

type Answer = (error: Error | null, counted?: { current: number; ttl: number }) => void;

/** The methods that the rate-limit plugin calls. */
interface WindowStore {
  incr(key: string, answer: Answer, windowMs: number): void;
  child(options: object): WindowStore;
}

/**
 * A store for the rate-limit plugin that uses the same counter as all other limits. The plugin's own Redis store has
 * one prefix for all limiters, and while Redis is unreachable it either lets calls through uncounted or fails them.
 */
export function createWindowStore(windows: WindowCounter): new () => WindowStore {
  return class Windows implements WindowStore {
    readonly #name: string;

    constructor(name?: string) {
      this.#name = typeof name === 'string' ? name : '';
    }

    incr(key: string, answer: Answer, windowMs: number): void {
      const give = ({ count, leftMs }: WindowCount): void => answer(null, { current: count, ttl: leftMs });
      const counted = windows.count(this.#name, key, windowMs);
      if (!(counted instanceof Promise)) give(counted);
      else counted.then(give, (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))));
    }

    /** Creates the store of one limiter, whose name is `windowName`. */
    child(options: object): WindowStore {
      return new Windows((options as { windowName?: string }).windowName);
    }
  };
}
