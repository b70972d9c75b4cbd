import type { BrowserContext, CDPSession, Page, Request, Response } from 'playwright-core';
import { refusalText } from '../address-guard.ts';
import { EgressError } from '../egress.ts';
import { ExchangeLog } from './exchanges.ts';
import type { RenderedPage } from '../renderer.ts';
import type { VisitOrder } from './orders.ts';
import { READ_SCRIPT } from './read-script.ts';
import { PROBE_SCRIPT, SettleWatch } from './settle.ts';

const MAXIMUM_REDIRECTS = 5;
/** Documents that a page may go through by script or refresh. */
const MAXIMUM_NAVIGATIONS = 12;
const SETTLE_CAP_MS = 8_000;
/** Kept back from the time there is, for reading the document. */
const READ_MS = 2_000;

const NOT_LOADED = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'avif',
  'ico',
  'bmp',
  'woff',
  'woff2',
  'ttf',
  'otf',
  'eot',
  'mp4',
  'webm',
  'mp3',
  'm4a',
  'ogg',
  'wav',
  'm3u8',
].map((ending) => `*.${ending}`);

const PAGE_TYPES = /^(?:text\/html|application\/xhtml\+xml)/i;

/** Who ordered the page, as far as the visit needs them. */
export interface VisitHost {
  /** A document came, or failed to: what the way out says of it decides. */
  onDocument(url: string): void;
  /** Resolves when the document may be loaded. */
  leaveFor(question: string, url: string): Promise<void>;
}

/** Opens one URL in a fresh context and gives what became of it; rejects with EgressError. */
export async function openPage(
  context: BrowserContext,
  order: VisitOrder,
  signal: AbortSignal,
  host: VisitHost,
): Promise<RenderedPage> {
  await context.addInitScript({ content: PROBE_SCRIPT });
  const page = await context.newPage();
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined);
  });
  await prepare(context, page, order, host);
  const visit = new Visit(page, order, host);
  return visit.run(signal);
}

/** As the browser would say it if it had a window. */
export function userAgentOf(version: string): string {
  const major = /(\d+)\./.exec(version)?.[1] ?? '140';
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

async function prepare(context: BrowserContext, page: Page, order: VisitOrder, host: VisitHost): Promise<void> {
  const session = await context.newCDPSession(page);
  await Promise.all([
    session.send('Network.enable'),
    // Images, fonts and media by their endings: names tell nearly all, and cost no round trip each.
    session.send('Network.setBlockedURLs', { urls: NOT_LOADED }).catch(() => undefined),
    // The context's locale alone would say one language without its weights.
    order.acceptLanguage === undefined
      ? undefined
      : session.send('Emulation.setUserAgentOverride', {
          userAgent: userAgentOf(context.browser()?.version() ?? ''),
          acceptLanguage: order.acceptLanguage.replace(/;q=[\d.]+/g, ''),
        }),
    order.asksFirst ? askFirst(session, host) : undefined,
  ]);
}

/** Holds each document that the page itself goes to until there is leave for it; frames in it are part of it. */
async function askFirst(session: CDPSession, host: VisitHost): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const leave = frameId === frameTree.frame.id ? host.leaveFor(requestId, request.url) : Promise.resolve();
    void leave.then(() => session.send('Fetch.continueRequest', { requestId })).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}

const OUT_OF_MEMORY = /\b(?:array buffer allocation failed|out of memory)\b/i;

/** One visit to one address. */
class Visit {
  readonly #page: Page;
  readonly #order: VisitOrder;
  readonly #host: VisitHost;
  readonly #startedAt = Date.now();
  readonly #watch: SettleWatch;
  readonly #exchanges: ExchangeLog | undefined;
  readonly #fault: Promise<never>;
  #fail: (error: EgressError) => void = () => {};
  #failed = false;
  #document: Response | undefined;
  #navigations = 0;

  constructor(page: Page, order: VisitOrder, host: VisitHost) {
    this.#page = page;
    this.#order = order;
    this.#host = host;
    this.#fault = new Promise<never>((_, reject) => {
      this.#fail = (error) => {
        this.#failed = true;
        reject(error);
      };
    });
    this.#fault.catch(() => undefined);
    this.#watch = new SettleWatch(page);
    this.#exchanges = order.captureExchanges ? new ExchangeLog(page) : undefined;
    this.#listen();
  }

  async run(signal: AbortSignal): Promise<RenderedPage> {
    const abort = (): void => this.#fail(new EgressError('timeout', 'the page was not ready in time'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([this.#visit(), this.#fault]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  #listen(): void {
    const page = this.#page;
    const main = (request: Request): boolean => request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on('request', (request) => {
      if (!main(request)) return;
      this.#navigations += 1;
      if (redirectsBefore(request) > MAXIMUM_REDIRECTS || this.#navigations > MAXIMUM_NAVIGATIONS) {
        this.#fail(new EgressError('too_many_redirects', 'the site redirects too many times'));
      }
    });
    page.on('response', (response) => {
      if (!main(response.request())) return;
      this.#host.onDocument(response.url());
      this.#document = response;
    });
    page.on('requestfailed', (request) => {
      if (main(request)) this.#host.onDocument(request.url());
    });
    page.on('download', (download) => {
      void download.cancel().catch(() => undefined);
      this.#fail(new EgressError('not_a_page', 'the address gives a file, not a page'));
    });
    page.on('pageerror', (error) => {
      // Its script was stopped by the memory limit: what stands before it is not the page.
      if (OUT_OF_MEMORY.test(error.message)) {
        this.#fail(new EgressError('crashed', 'the page needs more memory than a page may have'));
      }
    });
    page.on('crash', () => this.#fail(new EgressError('crashed', 'the page brought the browser down')));
    page.on('close', () => this.#fail(new EgressError('crashed', 'the page was closed before it was ready')));
  }

  async #visit(): Promise<RenderedPage> {
    const deadlineAt = this.#startedAt + this.#order.timeoutMs;
    try {
      await this.#page.goto(this.#order.url, {
        waitUntil: 'domcontentloaded',
        timeout: Math.max(1, deadlineAt - READ_MS - Date.now()),
      });
    } catch (error) {
      throw this.#toError(error);
    }
    const cap = Math.min(SETTLE_CAP_MS, deadlineAt - READ_MS - Date.now());
    await this.#watch.settle(cap, () => this.#failed);
    const document = this.#document;
    if (!document) throw new EgressError('connection', 'the site gave no page');
    const contentType = document.headers()['content-type'] ?? '';
    if (contentType && !PAGE_TYPES.test(contentType)) {
      throw new EgressError('not_a_page', 'the address gives a file, not a page');
    }
    const url = this.#page.url();
    if (url.startsWith('chrome-error:')) throw new EgressError('connection', 'the connection to the site failed');
    const html = await this.#page.evaluate<string>(READ_SCRIPT);
    return {
      status: document.status(),
      url,
      contentType: contentType || 'text/html',
      html: new TextEncoder().encode(`<!DOCTYPE html>${html}`),
      exchanges: (await this.#exchanges?.take(READ_MS / 2)) ?? [],
    };
  }

  #toError(error: unknown): EgressError {
    const text = error instanceof Error ? error.message : '';
    if (/Download is starting/i.test(text))
      return new EgressError('not_a_page', 'the address gives a file, not a page');
    if (/Timeout \d+ms exceeded/.test(text)) return new EgressError('timeout', 'the page was not ready in time', error);
    if (/ERR_CERT_|ERR_SSL_/.test(text))
      return new EgressError('certificate', "the site's certificate is not valid", error);
    if (/ERR_TOO_MANY_REDIRECTS/.test(text)) {
      return new EgressError('too_many_redirects', 'the site redirects too many times', error);
    }
    if (/ERR_UNSAFE_PORT|ERR_UNKNOWN_URL_SCHEME|ERR_UNSAFE_REDIRECT|ERR_DISALLOWED_URL_SCHEME/.test(text)) {
      return new EgressError('refused', refusalText(undefined), error);
    }
    if (/crash/i.test(text)) return new EgressError('crashed', 'the page brought the browser down', error);
    return new EgressError('connection', 'the connection to the site failed', error);
  }
}

function redirectsBefore(request: Request): number {
  let count = 0;
  for (let at = request.redirectedFrom(); at; at = at.redirectedFrom()) count += 1;
  return count;
}
