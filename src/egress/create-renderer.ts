import { abortWith } from '../lib/abort.ts';
import { refusalText } from './address-guard.ts';
import { whyNoBrowser, type BrowserSettings } from './browser/settings.ts';
import type { BrowserThreadData } from './browser/orders.ts';
import { addressTowards } from './browser/remote-address.ts';
import { BrowserThread } from './browser/thread.ts';
import type { BrowserDoor } from './create-egress.ts';
import { EgressError } from './egress.ts';
import type { ProxySession } from './filter-proxy.ts';
import type { RenderedPage, Renderer, RenderRequest } from './renderer.ts';

export interface RendererOptions extends Partial<Omit<BrowserThreadData, 'settings'>> {
  door: BrowserDoor;
  settings: BrowserSettings;
  /** A browser with nothing to do for so long is ended. */
  idleMs?: number;
}

const MAXIMUM_WIRE_BYTES = 40 * 1024 * 1024;
const METER_MS = 100;

/** Renders pages in Chromium: one context and one session of the filter proxy a page. */
export function createRenderer(options: RendererOptions): Renderer {
  const { door, settings } = options;
  const thread = new BrowserThread(
    {
      settings,
      size: options.size ?? 6,
      queue: options.queue ?? 20,
      pagesPerBrowser: options.pagesPerBrowser ?? 100,
    },
    options.idleMs ?? 300_000,
  );

  async function render(request: RenderRequest, deadlineAt: number): Promise<RenderedPage> {
    const session = await door.openSession(request.geo, await addressTowards(settings.browserWsEndpoint));
    const stopping = new AbortController();
    abortWith(stopping, request.signal);
    // Our own proxy's answer must not pass for the site's.
    const judge = (url: string): void => {
      const error = verdictError(session, url);
      if (error) stopping.abort(error);
    };
    const meter = setInterval(() => {
      if (session.receivedBytes() > MAXIMUM_WIRE_BYTES) {
        stopping.abort(new EgressError('too_large', `the page loads more than ${MAXIMUM_WIRE_BYTES} bytes`));
      }
    }, METER_MS);
    try {
      const { signal, geo, paceMs, respectRobots, ...page } = request;
      const order = {
        ...page,
        proxyUrl: session.proxyUrl,
        timeoutMs: Math.max(1, deadlineAt - door.now()),
        asksFirst: respectRobots === true,
      };
      return await thread.visit(order, {
        signal: stopping.signal,
        onDocument: judge,
        onQuestion: async (url) => {
          // The browser follows redirects by itself: each page on the way must be allowed.
          if (url === request.url) return true;
          try {
            await door.admit({ url, deadlineAt, respectRobots: true });
            return true;
          } catch (error) {
            stopping.abort(error);
            return false;
          }
        },
      });
    } catch (error) {
      if (!(error instanceof EgressError) || error.fault !== 'connection') throw error;
      throw verdictError(session, request.url) ?? error;
    } finally {
      clearInterval(meter);
      session.close();
    }
  }

  return {
    unavailable: () => whyNoBrowser(settings),
    load: () => thread.load,
    render: async (request) => {
      const deadlineAt = door.now() + request.timeoutMs;
      await door.admit({ ...request, deadlineAt });
      return render(request, deadlineAt).catch((error: unknown) => {
        // As for every other client: once more when a connection broke, and only then.
        if (!(error instanceof EgressError) || error.fault !== 'connection') throw error;
        return render(request, deadlineAt);
      });
    },
    close: () => thread.close(),
  };
}

function verdictError(session: ProxySession, url: string): EgressError | undefined {
  if (!/^https?:/i.test(url)) return undefined;
  switch (session.verdict(url)) {
    case 'refused':
      return new EgressError('refused', refusalText(session.refusal()));
    case 'unresolved':
      return new EgressError('unresolved', 'the name of the site could not be resolved');
    case 'unreachable':
      return new EgressError('connection', 'the connection to the site failed');
    default:
      return undefined;
  }
}
