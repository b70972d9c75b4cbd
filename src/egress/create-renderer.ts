import type { BrowserContext } from 'playwright-core';
import { whyNoBrowser, withinMs, type BrowserSettings } from './browser-launch.ts';
import { openPage, userAgentOf } from './browser-page.ts';
import { BrowserPool, type Berth, type BrowserState, type PoolOptions } from './browser-pool.ts';
import type { BrowserDoor } from './create-egress.ts';
import { EgressError } from './egress.ts';
import type { Passage } from './filter-proxy.ts';
import type { RenderedPage, Renderer, RenderRequest } from './renderer.ts';

export interface RendererOptions extends Partial<Omit<PoolOptions, 'settings'>> {
  door: BrowserDoor;
  settings: BrowserSettings;
}

const CLOSE_TIMEOUT_MS = 3_000;

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
      passage = await door.proxy.open(request.geo, berth.launched.proxyHost);
      context = await openContext(berth, passage, request);
      return await openPage(context, passage, { ...request, timeoutMs: leftMs }, signal);
    } catch (error) {
      const fault = toEgressError(error);
      if (fault.fault === 'crashed') state = 'worn';
      throw fault;
    } finally {
      passage?.close();
      if (
        context &&
        !(await withinMs(
          context.close().catch(() => undefined),
          CLOSE_TIMEOUT_MS,
        ))
      )
        state = 'stuck';
      await berth.release(state);
    }
  }

  return {
    unavailable: () => whyNoBrowser(settings),
    render: async (request) => {
      const deadlineAt = door.now() + request.timeoutMs;
      await door.admit({ ...request, deadlineAt });
      const page = await render({ ...request, timeoutMs: Math.max(1, deadlineAt - door.now()) });
      // The browser follows redirects by itself: what it ended at must be allowed too.
      if (request.respectRobots && page.url !== request.url && /^https?:/.test(page.url)) {
        await door.admit({ url: page.url, deadlineAt, respectRobots: true });
      }
      return page;
    },
    close: () => pool.close(),
  };
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
