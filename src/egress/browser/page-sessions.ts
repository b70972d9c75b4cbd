import type { BrowserContext } from 'playwright-core';
import { abortWith, deadlineSignal } from '../../lib/abort.ts';
import type { QueueLoad } from '../../lib/load.ts';
import { within } from '../../lib/within.ts';
import { EgressError, FAULT_TEXTS } from '../egress.ts';
import { identityOf } from '../identity.ts';
import type { RenderedPage } from '../renderer.ts';
import type { BrowserOptions, RenderJob, RenderWatch } from './render-job.ts';
import { openPage, unlessRefused } from './page.ts';
import { BrowserPool, type BrowserSlot, type BrowserState } from './pool.ts';
import { pause } from './settle.ts';

/**
 * Thrown if the whole browser ended while this page was open. Another page may be the cause, so this page is opened
 * again.
 */
class BrowserLost extends EgressError {
  constructor(cause: EgressError) {
    super(cause.fault, cause.message, cause);
  }
}

const DISCONNECT_MS = 50;
const MOST_AGAIN = 2;
/**
 * If a context does not close in this time, its browser is ended with all its pages. The limit is long enough for a
 * busy machine.
 */
const CLOSE_TIMEOUT_MS = 6_000;
const GRACE_MS = 3_000;
const OVERDUE_MS = 5_000;

export class PageSessions {
  readonly #pool: BrowserPool;
  readonly #idleMs: number;
  readonly #open = new Set<AbortController>();
  readonly #departures = new Set<Promise<void>>();
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: BrowserOptions) {
    this.#pool = new BrowserPool(options);
    this.#idleMs = options.idleMs;
  }

  get load(): QueueLoad {
    return this.#pool.load;
  }

  /** Rejects with an EgressError. Rejects at once when `watch.signal` aborts. */
  async open(job: RenderJob, watch: RenderWatch): Promise<RenderedPage> {
    if (this.#closed) throw closing();
    clearTimeout(this.#idle);
    const stopping = new AbortController();
    this.#open.add(stopping);
    abortWith(stopping, watch.signal);
    const signal = deadlineSignal(job.timeoutMs, stopping.signal);
    // This signal ends the wait for a browser that hangs while it starts. `signal` does not end that wait.
    const overdue = deadlineSignal(job.timeoutMs + OVERDUE_MS, stopping.signal);
    try {
      return await untilAborted(this.#openPatiently(job, watch, signal), overdue);
    } catch (error) {
      throw toEgressError(error);
    } finally {
      stopping.abort();
      this.#open.delete(stopping);
      if (this.#open.size === 0 && !this.#closed) {
        this.#idle = setTimeout(() => void this.#endWhenIdle(), this.#idleMs);
        this.#idle.unref();
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const stopping of this.#open) stopping.abort(closing());
    await Promise.all(this.#departures);
    await this.#pool.close();
  }

  async #endWhenIdle(): Promise<void> {
    await Promise.all(this.#departures);
    if (this.#open.size === 0) await this.#pool.endIdle();
  }

  async #openPatiently(job: RenderJob, watch: RenderWatch, signal: AbortSignal): Promise<RenderedPage> {
    const deadlineAt = Date.now() + job.timeoutMs;
    for (let again = 0; ; again += 1) {
      try {
        return await this.#openOnce({ ...job, timeoutMs: deadlineAt - Date.now() }, watch, signal);
      } catch (error) {
        if (!(error instanceof BrowserLost) || again === MOST_AGAIN || signal.aborted) throw error;
      }
    }
  }

  async #openOnce(job: RenderJob, watch: RenderWatch, signal: AbortSignal): Promise<RenderedPage> {
    const startedAt = Date.now();
    const slot = await this.#pool.acquire(job.account ?? '', signal);
    let context: BrowserContext | undefined;
    let state: BrowserState = 'healthy';
    try {
      const timeoutMs = job.timeoutMs - (Date.now() - startedAt);
      if (timeoutMs <= 0) throw tooLate();
      const session = async (): Promise<RenderedPage> => {
        context = await openContext(slot, job);
        return openPage(context, { ...job, timeoutMs }, signal, watch);
      };
      const page = await settledBy(session(), signal, GRACE_MS);
      if (page !== undefined) return page;
      state = 'dead';
      throw tooLate();
    } catch (error) {
      const fault = toEgressError(error);
      if (fault.fault !== 'crashed') throw fault;
      state = 'draining';
      // If a browser ends, the errors of its pages arrive before the browser's `disconnected` event.
      await pause(DISCONNECT_MS);
      throw slot.isLost() ? new BrowserLost(fault) : fault;
    } finally {
      // The caller does not wait for the cleanup, but the page that gets this page's slot next does.
      const leaving = leave(slot, context, state).finally(() => this.#departures.delete(leaving));
      this.#departures.add(leaving);
    }
  }
}

/** Resolves to undefined if the work is still running `graceMs` after the signal aborted. */
async function settledBy<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => {};
  const late = new Promise<undefined>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve(undefined), graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function leave(slot: BrowserSlot, context: BrowserContext | undefined, state: BrowserState): Promise<void> {
  const closed =
    !context ||
    (await within(
      context.close().catch(() => undefined),
      CLOSE_TIMEOUT_MS,
    ));
  await slot.release(closed ? state : 'dead').catch(() => undefined);
}

async function openContext(slot: BrowserSlot, job: RenderJob): Promise<BrowserContext> {
  const { username, password, origin } = new URL(job.proxyUrl);
  const { browser } = slot.launched;
  return unlessRefused(browser, () =>
    browser.newContext({
      proxy: { server: origin, username, password },
      userAgent: identityOf(browser.version()).userAgent,
      locale: job.locale ?? 'en-GB',
      ...(job.timeZone ? { timezoneId: job.timeZone } : {}),
      viewport: { width: 1366, height: 900 },
      serviceWorkers: 'block',
      acceptDownloads: false,
      ignoreHTTPSErrors: false,
    }),
  );
}

/** Rejects when the signal aborts, but does not stop the work. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason instanceof EgressError ? signal.reason : tooLate());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([stopped, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function closing(): EgressError {
  return new EgressError('no_browser', FAULT_TEXTS.closing);
}

function tooLate(): EgressError {
  return new EgressError('timeout', FAULT_TEXTS.pageTimeout);
}

function toEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  return new EgressError('crashed', 'the browser ended before the page was ready', error);
}
