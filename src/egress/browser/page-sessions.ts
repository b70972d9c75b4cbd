import type { BrowserContext } from 'playwright-core';
import { deadlineSignal } from '../../lib/abort.ts';
import { within } from '../../lib/within.ts';
import { EgressError } from '../egress.ts';
import { identityOf } from '../identity.ts';
import type { RenderedPage } from '../renderer.ts';
import type { BrowserReport, BrowserThreadData, RenderJob } from './orders.ts';
import { openPage, unlessRefused } from './page.ts';
import { BrowserPool, type Lease, type BrowserState } from './pool.ts';
import { pause } from './settle.ts';

interface PageSession {
  stopping: AbortController;
  /** What waits for leave to load a document, by its question. */
  questions: Map<string, () => void>;
}

/** The whole browser is gone, and with it pages that did nothing to it. */
class BrowserLost extends EgressError {
  constructor(cause: EgressError) {
    super(cause.fault, cause.message, cause);
  }
}

const DISCONNECT_MS = 50;
const MOST_AGAIN = 2;
/** Ending a browser takes others' pages with it: on a busy machine a context may take its time. */
const CLOSE_TIMEOUT_MS = 6_000;
/** A visit that was told to end does so within this. */
const GRACE_MS = 3_000;

/** Opens pages in Chromium, one context each, and reports what became of them. */
export class PageSessions {
  readonly #pool: BrowserPool;
  readonly #report: (report: BrowserReport) => void;
  readonly #sessions = new Map<number, PageSession>();
  readonly #departures = new Set<Promise<void>>();

  constructor(data: BrowserThreadData, report: (report: BrowserReport) => void) {
    this.#pool = new BrowserPool(data);
    this.#report = report;
  }

  begin(id: number, order: RenderJob): void {
    const session: PageSession = { stopping: new AbortController(), questions: new Map() };
    this.#sessions.set(id, session);
    this.#openPatiently(id, order, session)
      .then(
        (page) => this.#report({ kind: 'page', id, page }),
        (error: unknown) => {
          const { fault, message } = toEgressError(error);
          this.#report({ kind: 'fault', id, fault, message });
        },
      )
      .finally(() => this.#sessions.delete(id));
  }

  proceed(id: number, question: string): void {
    this.#sessions.get(id)?.questions.get(question)?.();
  }

  stop(id: number): void {
    this.#sessions.get(id)?.stopping.abort();
  }

  /** Ends the browser, after the pages that have just ended were tidied up. */
  async close(): Promise<void> {
    for (const { stopping } of this.#sessions.values()) stopping.abort();
    await Promise.all(this.#departures);
    await this.#pool.close();
  }

  /** A page that lost its browser by another's fault, as far as can be told, is opened again. */
  async #openPatiently(id: number, order: RenderJob, session: PageSession): Promise<RenderedPage> {
    const deadlineAt = Date.now() + order.timeoutMs;
    const signal = deadlineSignal(order.timeoutMs, session.stopping.signal);
    for (let again = 0; ; again += 1) {
      try {
        return await this.#open(id, { ...order, timeoutMs: deadlineAt - Date.now() }, session, signal);
      } catch (error) {
        if (!(error instanceof BrowserLost) || again === MOST_AGAIN || signal.aborted) throw error;
      }
    }
  }

  async #open(id: number, order: RenderJob, { questions }: PageSession, signal: AbortSignal): Promise<RenderedPage> {
    const startedAt = Date.now();
    const lease = await this.#pool.lease(order.account ?? '', signal);
    this.#report({ kind: 'begun', id });
    let context: BrowserContext | undefined;
    let state: BrowserState = 'sound';
    try {
      const timeoutMs = order.timeoutMs - (Date.now() - startedAt);
      if (timeoutMs <= 0) throw new EgressError('timeout', 'the page was not ready in time');
      const session = async (): Promise<RenderedPage> => {
        context = await openContext(lease, order);
        return openPage(context, { ...order, timeoutMs }, signal, {
          onDocument: (url) => this.#report({ kind: 'document', id, url }),
          leaveFor: (question, url) =>
            new Promise((resolve) => {
              questions.set(question, resolve);
              this.#report({ kind: 'question', id, question, url });
            }),
        });
      };
      const page = await settledBy(session(), signal, GRACE_MS);
      if (page !== undefined) return page;
      // Not even a new page opens any more.
      state = 'stuck';
      throw new EgressError('timeout', 'the page was not ready in time');
    } catch (error) {
      const fault = toEgressError(error);
      if (fault.fault !== 'crashed') throw fault;
      state = 'worn';
      // Of a browser that goes, its pages are heard of first.
      await pause(DISCONNECT_MS);
      throw lease.isLost() ? new BrowserLost(fault) : fault;
    } finally {
      // Nobody waits for the tidying up but the next page, for its place.
      const leaving = leave(lease, context, state).finally(() => this.#departures.delete(leaving));
      this.#departures.add(leaving);
    }
  }
}

/** What work gives, or undefined when it goes on for longer than `graceMs` after the signal. */
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

/** Closes what a page had; a context that does not close takes its browser with it. */
async function leave(lease: Lease, context: BrowserContext | undefined, state: BrowserState): Promise<void> {
  const closed =
    !context ||
    (await within(
      context.close().catch(() => undefined),
      CLOSE_TIMEOUT_MS,
    ));
  await lease.release(closed ? state : 'stuck').catch(() => undefined);
}

async function openContext(lease: Lease, order: RenderJob): Promise<BrowserContext> {
  const { username, password, origin } = new URL(order.proxyUrl);
  const { browser } = lease.launched;
  return unlessRefused(browser, () =>
    browser.newContext({
      proxy: { server: origin, username, password },
      userAgent: identityOf(browser.version()).userAgent,
      locale: order.locale ?? 'en-GB',
      ...(order.timeZone ? { timezoneId: order.timeZone } : {}),
      viewport: { width: 1366, height: 900 },
      serviceWorkers: 'block',
      acceptDownloads: false,
      ignoreHTTPSErrors: false,
    }),
  );
}

function toEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  return new EgressError('crashed', 'the browser ended before the page was ready', error);
}
