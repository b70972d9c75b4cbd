import { abortWith } from '../lib/abort.ts';
import { MIB } from '../lib/byte-units.ts';
import { refusalText } from './address-guard.ts';
import { whyNoBrowser, type BrowserSettings } from './browser/settings.ts';
import type { PageSessions } from './browser/page-sessions.ts';
import { addressTowards } from './browser/remote-address.ts';
import type { BrowserOptions } from './browser/render-job.ts';
import type { BrowserEgress } from './create-egress.ts';
import { EgressError, FAULT_TEXTS } from './egress.ts';
import type { ProxySession } from './filter-proxy.ts';
import { NETWORK_FAULTS } from './network-fault.ts';
import type { RenderedFrame, RenderedPage, Renderer, RenderRequest } from './renderer.ts';

export interface RendererOptions extends Partial<Omit<BrowserOptions, 'settings'>> {
  egress: BrowserEgress;
  settings: BrowserSettings;
}

const MAXIMUM_WIRE_BYTES = 40 * MIB;
const METER_MS = 100;
/** Without TLS, the proxy library replaces a site's status 407 with this status. */
const PROXY_LOGIN = 597;

export function createRenderer(options: RendererOptions): Renderer {
  const { egress, settings } = options;
  const { size = 6, queue = 20, pagesPerBrowser = 100, idleMs = 300_000 } = options;
  let opening: Promise<PageSessions> | undefined;
  let sessions: PageSessions | undefined;
  let closed = false;

  async function loadSessions(): Promise<PageSessions> {
    if (closed) throw new EgressError('no_browser', FAULT_TEXTS.closing);
    const { PageSessions } = await import('./browser/page-sessions.ts');
    sessions = new PageSessions({ settings, size, queue, pagesPerBrowser, idleMs });
    return sessions;
  }

  async function render(request: RenderRequest, deadlineAt: number): Promise<RenderedPage> {
    const session = await egress.openSession(request.geo, await addressTowards(settings.browserWsEndpoint));
    const stopping = new AbortController();
    abortWith(stopping, request.signal);
    // If the proxy did not reach the site, the document is the proxy's answer, which must not be delivered as the
    // site's.
    const stopIfRefused = (url: string): void => {
      const error = verdictError(session, url);
      if (error) stopping.abort(error);
    };
    const meter = setInterval(() => {
      if (session.receivedBytes() > MAXIMUM_WIRE_BYTES) {
        stopping.abort(new EgressError('too_large', `the page loads more than ${MAXIMUM_WIRE_BYTES} bytes`));
      }
    }, METER_MS);
    try {
      const { signal, geo, minIntervalMs, respectRobots, ...page } = request;
      const job = {
        ...page,
        proxyUrl: session.proxyUrl,
        timeoutMs: Math.max(1, deadlineAt - egress.now()),
        asksFirst: respectRobots === true,
      };
      const opened = await (
        await (opening ??= loadSessions())
      ).open(job, {
        signal: stopping.signal,
        onDocument: stopIfRefused,
        mayLoad: async (url) => {
          // The browser follows redirects itself, so each document on the way must be checked.
          if (url === request.url) return true;
          try {
            await egress.admit({ url, deadlineAt, respectRobots: true });
            return true;
          } catch (error) {
            stopping.abort(error);
            return false;
          }
        },
        mayLoadFrame: async (url) => {
          if (!/^https?:/i.test(url)) return true;
          const admitted = egress.admit({ url, deadlineAt, respectRobots: true });
          return admitted.then(
            () => true,
            () => false,
          );
        },
      });
      const isLogin = opened.status === PROXY_LOGIN && session.asksLogin(opened.url);
      const rendered = isLogin ? { ...opened, status: 407 } : opened;
      if (rendered.frames === undefined) return rendered;
      const frames = rendered.frames.map((frame) => readable(frame, session, deadlineAt, respectRobots === true));
      return { ...rendered, frames: await Promise.all(frames) };
    } catch (error) {
      if (!(error instanceof EgressError) || error.fault !== 'connection') throw error;
      throw verdictError(session, request.url) ?? error;
    } finally {
      clearInterval(meter);
      session.close();
    }
  }

  async function readable(
    { html, ...frame }: RenderedFrame,
    session: ProxySession,
    deadlineAt: number,
    respectRobots: boolean,
  ): Promise<RenderedFrame> {
    if (html === undefined || verdictError(session, frame.url)) return frame;
    try {
      await egress.admit({ url: frame.url, deadlineAt, respectRobots });
      return { ...frame, html };
    } catch {
      return frame;
    }
  }

  return {
    unavailable: () => whyNoBrowser(settings),
    load: () => sessions?.load ?? { places: size, working: 0, waiting: 0 },
    render: async (request) => {
      const deadlineAt = egress.now() + request.timeoutMs;
      const { account } = request;
      await egress.admit({
        ...request,
        deadlineAt,
        ...(account === undefined ? {} : { accounts: new Set([account]) }),
      });
      return render(request, deadlineAt).catch((error: unknown) => {
        if (!(error instanceof EgressError) || error.fault !== 'connection') throw error;
        return render(request, deadlineAt);
      });
    },
    close: async () => {
      closed = true;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

function verdictError(session: ProxySession, url: string): EgressError | undefined {
  if (!/^https?:/i.test(url)) return undefined;
  switch (session.verdict(url)) {
    case 'refused':
      return new EgressError('refused', refusalText(session.refusal()));
    case 'unresolved':
      return new EgressError('unresolved', NETWORK_FAULTS.unresolved.one);
    case 'unreachable':
      return new EgressError('connection', NETWORK_FAULTS.connection.one);
    default:
      return undefined;
  }
}
