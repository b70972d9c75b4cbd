import type { BrowserContext } from 'playwright-core';
import { whyNoBrowser, withinMs, type BrowserSettings } from './browser/launch.ts';
import { openPage, userAgentOf } from './browser/page.ts';
import { BrowserPool, type Berth, type BrowserState, type PoolOptions } from './browser/pool.ts';
import type { BrowserDoor } from './create-egress.ts';
import { EgressError } from './egress.ts';
import type { Passage } from './filter-proxy.ts';
import type { RenderedPage, Renderer, RenderRequest } from './renderer.ts';

export interface RendererOptions extends Partial<Omit<PoolOptions, 'settings'>> {
  door: BrowserDoor;
  settings: BrowserSettings;
}

const CLOSE_TIMEOUT_MS = 3_000;
/** A visit that was told to end does so within this. */
const GRACE_MS = 1_000;

/** Renders pages in Chromium: one context and one passage of the filter proxy a page. */
export function createRenderer(options: RendererOptions): Renderer {
  const { door, settings } = options;
  const pool = new BrowserPool({
    settings,
    size: options.size ?? 4,
    queue: options.queue ?? 20,
    pagesPerBrowser: options.pagesPerBrowser ?? 100,
    idleMs: options.idleMs ?? 300_000,
  });

  const departures = new Set<Promise<void>>();

  async function render(request: RenderRequest): Promise<RenderedPage> {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    const startedAt = Date.now();
    const berth = await pool.berth(signal);
    let passage: Passage | undefined;
    let context: BrowserContext | undefined;
    let state: BrowserState = 'sound';
    try {
      const leftMs = request.timeoutMs - (Date.now() - startedAt);
      if (leftMs <= 0) throw new EgressError('timeout', 'the page was not ready in time');
      const way = (passage = await door.proxy.open(request.geo, berth.launched.proxyHost));
      const visit = async (): Promise<RenderedPage> => {
        context = await openContext(berth, way, request);
        return openPage(context, way, { ...request, timeoutMs: leftMs }, signal);
      };
      const page = await settledBy(visit(), signal, GRACE_MS);
      if (page !== undefined) return page;
      // Not even a new page opens any more.
      state = 'stuck';
      throw new EgressError('timeout', 'the page was not ready in time');
    } catch (error) {
      const fault = toEgressError(error);
      if (fault.fault === 'crashed') state = 'worn';
      throw fault;
    } finally {
      // Nobody waits for the tidying up but the next page, for its place.
      const leaving = leave(berth, context, passage, state).finally(() => departures.delete(leaving));
      departures.add(leaving);
    }
  }

  return {
    unavailable: () => whyNoBrowser(settings),
    render: async (request) => {
      const deadlineAt = door.now() + request.timeoutMs;
      await door.admit({ ...request, deadlineAt });
      const inTime = (): RenderRequest => ({ ...request, timeoutMs: Math.max(1, deadlineAt - door.now()) });
      const page = await render(inTime()).catch((error: unknown) => {
        // As for every other client: once more when a connection broke, and only then.
        if (!(error instanceof EgressError) || error.fault !== 'connection') throw error;
        return render(inTime());
      });
      // The browser follows redirects by itself: what it ended at must be allowed too.
      if (request.respectRobots && page.url !== request.url && /^https?:/.test(page.url)) {
        await door.admit({ url: page.url, deadlineAt, respectRobots: true });
      }
      return page;
    },
    close: async () => {
      await Promise.all(departures);
      await pool.close();
    },
  };
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
async function leave(
  berth: Berth,
  context: BrowserContext | undefined,
  passage: Passage | undefined,
  state: BrowserState,
): Promise<void> {
  passage?.close();
  const closed =
    !context ||
    (await withinMs(
      context.close().catch(() => undefined),
      CLOSE_TIMEOUT_MS,
    ));
  await berth.release(closed ? state : 'stuck').catch(() => undefined);
}

async function openContext(berth: Berth, passage: Passage, request: RenderRequest): Promise<BrowserContext> {
  const { username, password, origin } = new URL(passage.proxyUrl);
  return berth.launched.browser.newContext({
    proxy: { server: origin, username, password },
    userAgent: userAgentOf(berth.launched.browser.version()),
    locale: request.locale ?? 'en-GB',
    ...(request.timeZone ? { timezoneId: request.timeZone } : {}),
    viewport: { width: 1366, height: 900 },
    serviceWorkers: 'block',
    acceptDownloads: false,
    ignoreHTTPSErrors: false,
  });
}

function toEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  return new EgressError('crashed', 'the browser ended before the page was ready', error);
}
