import { FairQueue, QueueFull } from '../../lib/fair-queue.ts';
import type { QueueLoad } from '../../lib/load.ts';
import { EgressError, FAULT_TEXTS } from '../egress.ts';
import { launchBrowser, type LaunchedBrowser } from './launch.ts';
import type { BrowserOptions } from './render-job.ts';

interface Browser {
  launched: LaunchedBrowser;
  open: number;
  served: number;
  retired: boolean;
}

/**
 * A draining browser finishes its open pages and gets no new ones. A dead browser is ended at once, with the pages that
 * are open in it.
 */
export type BrowserState = 'healthy' | 'draining' | 'dead';

export interface BrowserSlot {
  launched: LaunchedBrowser;
  isLost(): boolean;
  release(state: BrowserState): Promise<void>;
}

const WAITING_PER_PLACE = 20;

/**
 * Opens new pages in one browser. The browser is replaced when it is broken or has opened `pagesPerBrowser` pages.
 * Accounts share the pool's slots fairly.
 */
export class BrowserPool {
  readonly #options: BrowserOptions;
  readonly #places: FairQueue;
  readonly #browsers = new Set<Browser>();
  #current: Promise<Browser> | undefined;
  #closed = false;

  constructor(options: BrowserOptions) {
    this.#options = options;
    const { size, queue } = options;
    this.#places = new FairQueue({
      places: size,
      placesEach: Math.ceil(size / 2),
      reserved: Math.floor(size / 3),
      waitingEach: queue,
      waiting: size * WAITING_PER_PLACE,
    });
  }

  get load(): QueueLoad {
    return this.#places.load;
  }

  /** Waits for a free slot until the signal aborts. Rejects with an EgressError. */
  async acquire(account: string, signal: AbortSignal): Promise<BrowserSlot> {
    const leave = await this.#place(account, signal);
    try {
      const browser = await this.#browser();
      browser.open += 1;
      browser.served += 1;
      if (browser.served >= this.#options.pagesPerBrowser) browser.retired = true;
      let released = false;
      return {
        launched: browser.launched,
        isLost: () => !this.#browsers.has(browser) || !browser.launched.browser.isConnected(),
        release: async (state) => {
          if (released) return;
          released = true;
          browser.open -= 1;
          if (state !== 'healthy') browser.retired = true;
          try {
            if (browser.retired && (state === 'dead' || browser.open === 0)) await this.#end(browser);
          } finally {
            leave();
          }
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async endIdle(): Promise<void> {
    await Promise.all([...this.#browsers].filter(({ open }) => open === 0).map((browser) => this.#end(browser)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#current?.catch(() => undefined);
    await Promise.all([...this.#browsers].map((browser) => this.#end(browser)));
  }

  async #place(account: string, signal: AbortSignal): Promise<() => void> {
    try {
      return await this.#places.acquire(account, signal);
    } catch (error) {
      throw error instanceof QueueFull
        ? new EgressError('busy', 'too many pages are waiting for the browser; try again in a moment')
        : new EgressError('timeout', 'the browser was busy with other pages for too long');
    }
  }

  async #browser(): Promise<Browser> {
    if (this.#closed) throw new EgressError('no_browser', FAULT_TEXTS.closing);
    const current = (this.#current ??= this.#start());
    try {
      const browser = await current;
      if (!browser.retired && browser.launched.browser.isConnected()) return browser;
      if (this.#current === current) this.#current = undefined;
    } catch (error) {
      if (this.#current === current) this.#current = undefined;
      throw error;
    }
    return this.#browser();
  }

  async #start(): Promise<Browser> {
    const launched = await launchBrowser(this.#options.settings);
    const browser: Browser = { launched, open: 0, served: 0, retired: false };
    this.#browsers.add(browser);
    launched.browser.once('disconnected', () => {
      browser.retired = true;
      if (browser.open === 0) void this.#end(browser);
    });
    return browser;
  }

  async #end(browser: Browser): Promise<void> {
    if (!this.#browsers.delete(browser)) return;
    browser.retired = true;
    await browser.launched.end();
  }
}
