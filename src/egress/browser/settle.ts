import type { CDPSession, Page, Request } from 'playwright-core';

const PROBE = '__jd_settle_7f3a';

const TIMER_MS = 1_500;
const TIMER_DEPTH = 8;

/**
 * Runs in the page before the page's own scripts. Counts pending short timers, so that a page that starts its work
 * after a pause does not count as finished, and blocks pop-up windows.
 */
export const PROBE_SCRIPT = `(() => {
  const state = { timers: 0 };
  Object.defineProperty(window, '${PROBE}', { value: state });
  const pending = new Set();
  const set = window.setTimeout, clear = window.clearTimeout;
  let depth = 0;
  window.setTimeout = function setTimeout(work, ms, ...rest) {
    const counted = typeof work === 'function' && !(ms > ${TIMER_MS}) && depth < ${TIMER_DEPTH};
    if (!counted) return set.call(window, work, ms, ...rest);
    const level = depth + 1;
    const id = set.call(window, function () {
      if (pending.delete(id)) state.timers -= 1;
      const before = depth;
      depth = level;
      try { return work.apply(this, rest); } finally { depth = before; }
    }, ms);
    pending.add(id);
    state.timers += 1;
    return id;
  };
  window.clearTimeout = function clearTimeout(id) {
    if (pending.delete(id)) state.timers -= 1;
    return clear.call(window, id);
  };
  window.open = () => null;
})()`;

const LOOK_SCRIPT = `({
  length: document.body?.textContent?.length ?? 0,
  timers: Number(window['${PROBE}']?.timers) || 0,
  scripts: document.scripts.length > 0 || document.querySelector('iframe,frame,body[onload]') !== null,
})`;

const STEP_MS = 30;
const STILL_LOOKS = 2;
/** Required quiet time in milliseconds of a page without any script, XHR or fetch request and without a short timer. */
const QUIET_ALONE_MS = 60;
/**
 * Required quiet time in milliseconds of a page whose script, XHR and fetch requests and short timers have all ended.
 */
const QUIET_MS = 80;
/**
 * Required quiet time in milliseconds of a page that has opened a socket or stream, which may still change the page.
 */
const QUIET_LIVE_MS = 250;

const WATCHED: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch']);
/** Maximum wait, in milliseconds, for the `request` event of a request that the browser has announced. */
const ANNOUNCED_MS = 2_000;

interface Snapshot {
  length: number;
  timers: number;
  scripts: boolean;
}

export class SettleWatch {
  readonly #page: Page;
  readonly #open = new Set<Request>();
  #live = false;
  #asked = false;
  #lastAt = Date.now();
  /**
   * Number of announced requests whose `request` event has not arrived yet. Negative if the event came first, or if a
   * frame in another process sent the request, because only the page's own requests are announced.
   */
  #announced = 0;
  #announcedAt = 0;

  /** `session` must have the events of the CDP domain `Network` enabled. */
  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    // Playwright emits `request` only after the browser has paused the request too. On a busy machine, this can take
    // longer than the required quiet time.
    session.on('Network.requestWillBeSent', ({ type = '', request: { url } }) => {
      if (!WATCHED.has(type.toLowerCase()) || url.startsWith('data:')) return;
      this.#announced += 1;
      this.#announcedAt = Date.now();
    });
    const ended = (request: Request): void => {
      if (this.#open.delete(request)) this.#lastAt = Date.now();
    };
    page.on('request', (request) => {
      const kind = request.resourceType();
      if (kind === 'websocket' || kind === 'eventsource') this.#live = true;
      if (!WATCHED.has(kind)) return;
      this.#announced -= 1;
      this.#open.add(request);
      this.#asked = true;
      this.#lastAt = Date.now();
    });
    page.on('websocket', () => {
      this.#live = true;
    });
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    // A new document cancels the requests of the previous document.
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.#open.clear();
      this.#announced = 0;
      this.#lastAt = Date.now();
    });
  }

  /**
   * Resolves when no script, XHR or fetch is loading, no short timer is pending and the text no longer changes, when
   * `ended` returns true, or after `capMs`. Never rejects.
   */
  async settle(capMs: number, ended: () => boolean): Promise<void> {
    const until = Date.now() + capMs;
    let length = -1;
    let still = 0;
    while (Date.now() < until && !ended()) {
      const snapshot = await this.#takeSnapshot(until - Date.now());
      if (snapshot === undefined) {
        await pause(STEP_MS);
        continue;
      }
      if (!snapshot.scripts && this.#open.size === 0) return;
      const now = Date.now();
      const isAnnounced = this.#announced > 0 && now - this.#announcedAt < ANNOUNCED_MS;
      if (snapshot.timers > 0 || this.#open.size > 0 || isAnnounced) {
        this.#asked = true;
        this.#lastAt = now;
      }
      if (snapshot.length !== length) {
        if (length !== -1) this.#lastAt = now;
        length = snapshot.length;
        still = 0;
      }
      // The number of checks counts too, because on a busy machine time passes in which the page cannot run.
      still = this.#lastAt === now ? 0 : still + 1;
      const quiet = this.#live ? QUIET_LIVE_MS : this.#asked ? QUIET_MS : QUIET_ALONE_MS;
      if (still >= STILL_LOOKS && now - this.#lastAt >= quiet) return;
      await pause(STEP_MS);
    }
  }

  async #takeSnapshot(leftMs: number): Promise<Snapshot | undefined> {
    const answer = this.#page.evaluate<Snapshot>(LOOK_SCRIPT).catch(() => undefined);
    return Promise.race([answer, pause(leftMs).then(() => undefined)]);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
}
