import type { WindowCount, WindowCounter } from '../shared/types.ts';

type Answer = (error: Error | null, counted?: { current: number; ttl: number }) => void;

interface WindowStore {
  incr(key: string, answer: Answer, windowMs: number): void;
  child(options: object): WindowStore;
}

/**
 * Makes the rate-limit plugin use the same counter as all other limits. While Redis is unreachable, the plugin's own
 * Redis store would either let calls through uncounted or fail them.
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

    child(options: object): WindowStore {
      return new Windows((options as { windowName?: string }).windowName);
    }
  };
}
