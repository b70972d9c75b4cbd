import { launchBrowser, type LaunchedBrowser } from './launch.ts';
import type { BrowserThreadData } from './orders.ts';
import { EgressError } from '../egress.ts';

interface House {
  launched: LaunchedBrowser;
  open: number;
  served: number;
  retired: boolean;
}

/**
 * What a page left of its browser: `worn` finishes the pages that it has,
 * `stuck` is ended at once, its other pages with it.
 */
export type BrowserState = 'sound' | 'worn' | 'stuck';

/** A place in a browser for one page. */
export interface Berth {
  launched: LaunchedBrowser;
  /** Gives the place back. */
  release(state: BrowserState): Promise<void>;
}

/** One browser at a time, started when first needed, replaced when old or broken. */
export class BrowserPool {
  readonly #options: BrowserThreadData;
  readonly #houses = new Set<House>();
  readonly #waiting: (() => void)[] = [];
  #current: Promise<House> | undefined;
  #busy = 0;
  #closed = false;

  constructor(options: BrowserThreadData) {
    this.#options = options;
  }

  /** Waits for a free place, at most until the signal; rejects with EgressError. */
  async berth(signal: AbortSignal): Promise<Berth> {
    await this.#turn(signal);
    try {
      const house = await this.#house();
      house.open += 1;
      house.served += 1;
      if (house.served >= this.#options.pagesPerBrowser) this.#retire(house);
      let released = false;
      return {
        launched: house.launched,
        release: async (state) => {
          if (released) return;
          released = true;
          house.open -= 1;
          if (state !== 'sound') this.#retire(house);
          try {
            if (house.retired && (state === 'stuck' || house.open === 0)) await this.#end(house);
          } finally {
            this.#leave();
          }
        },
      };
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#current?.catch(() => undefined);
    await Promise.all([...this.#houses].map((house) => this.#end(house)));
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#busy < this.#options.size) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#options.queue) {
      throw new EgressError('busy', 'too many pages are waiting for the browser; try again in a moment');
    }
    await new Promise<void>((resolve, reject) => {
      const take = (): void => {
        signal.removeEventListener('abort', drop);
        resolve();
      };
      const drop = (): void => {
        const index = this.#waiting.indexOf(take);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(new EgressError('timeout', 'the browser was busy with other pages for too long'));
      };
      if (signal.aborted) return drop();
      this.#waiting.push(take);
      signal.addEventListener('abort', drop, { once: true });
    });
  }

  /** Hands the place on, or counts it free. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) return next();
    this.#busy -= 1;
  }

  async #house(): Promise<House> {
    if (this.#closed) throw new EgressError('no_browser', 'the service is closing');
    const current = (this.#current ??= this.#start());
    try {
      const house = await current;
      if (!house.retired && house.launched.browser.isConnected()) return house;
      if (this.#current === current) this.#current = undefined;
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      throw error;
    }
    return this.#house();
  }

  async #start(): Promise<House> {
    const launched = await launchBrowser(this.#options.settings);
    const house: House = { launched, open: 0, served: 0, retired: false };
    this.#houses.add(house);
    launched.browser.once('disconnected', () => {
      this.#retire(house);
      if (house.open === 0) void this.#end(house);
    });
    return house;
  }

  #retire(house: House): void {
    house.retired = true;
  }

  async #end(house: House): Promise<void> {
    if (!this.#houses.delete(house)) return;
    house.retired = true;
    await house.launched.end();
  }
}
