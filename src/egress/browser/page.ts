import type { Browser, BrowserContext, CDPSession, Page, Request, Response } from 'playwright-core';
import { refusalText } from '../address-guard.ts';
import { EgressError } from '../egress.ts';
import { ExchangeLog } from './exchanges.ts';
import { identityOf } from '../identity.ts';
import type { RenderedPage } from '../renderer.ts';
import type { VisitOrder } from './orders.ts';
import { READ_SCRIPT } from './read-script.ts';
import { pause, PROBE_SCRIPT, SettleWatch } from './settle.ts';

const MAXIMUM_REDIRECTS = 5;
/** Documents that a page may go through by script or refresh. */
const MAXIMUM_NAVIGATIONS = 12;
const SETTLE_CAP_MS = 8_000;
/** Kept back from the time there is, for reading the document. */
const READ_MS = 2_000;

/** Of all that a page loads, as the browser decoded it. */
const MAXIMUM_DECODED_BYTES = 60 * 1024 * 1024;
/** A page that leaves a question unanswered for so long does not answer at all. */
const ANSWER_MS = 10_000;
const ANSWER_STEP_MS = 500;
const EVENTS_MS = 50;
/** Where a page may go; `about:` is where it comes from. */
const OWN_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'about:', 'data:', 'blob:', 'chrome-error:']);

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
  const visit = await unlessRefused(context.browser(), async () => {
    await context.addInitScript({ content: PROBE_SCRIPT });
    const page = await context.newPage();
    context.on('page', (other) => {
      if (other !== page) void other.close().catch(() => undefined);
    });
    const session = await context.newCDPSession(page);
    const opened = new Visit(page, session, order, host);
    await prepare(context, session, order, host);
    return opened;
  });
  return visit.run(signal);
}

/** A browser that does not do what was asked of it is none the worse for that: only one that is gone has crashed. */
export async function unlessRefused<T>(browser: Browser | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (browser?.isConnected()) throw new EgressError('no_browser', 'the browser did not open the page', error);
    throw error;
  }
}

async function prepare(
  context: BrowserContext,
  session: CDPSession,
  order: VisitOrder,
  host: VisitHost,
): Promise<void> {
  const identity = identityOf(context.browser()?.version() ?? '');
  await Promise.all([
    session.send('Network.enable'),
    // Images, fonts and media by their endings: names tell nearly all, and cost no round trip each.
    session.send('Network.setBlockedURLs', { urls: NOT_LOADED }).catch(() => undefined),
    // The context's locale alone would say one language without its weights, and its user agent no brands.
    session.send('Emulation.setUserAgentOverride', {
      userAgent: identity.userAgent,
      ...(order.acceptLanguage === undefined ? {} : { acceptLanguage: order.acceptLanguage.replace(/;q=[\d.]+/g, '') }),
      userAgentMetadata: {
        brands: [...identity.brands],
        platform: identity.platform,
        platformVersion: '',
        architecture: 'x86',
        bitness: '64',
        model: '',
        mobile: false,
      },
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
  #over = false;
  #begun = false;
  #document: Response | undefined;
  #navigations = 0;
  #decodedBytes = 0;

  constructor(page: Page, session: CDPSession, order: VisitOrder, host: VisitHost) {
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
    // On the wire it was little: what it has become counts.
    session.on('Network.dataReceived', ({ dataLength }) => {
      this.#decodedBytes += dataLength;
      if (this.#decodedBytes > MAXIMUM_DECODED_BYTES) {
        this.#fail(new EgressError('too_large', `the page loads more than ${MAXIMUM_DECODED_BYTES} bytes`));
      }
    });
  }

  async run(signal: AbortSignal): Promise<RenderedPage> {
    const abort = (): void => this.#fail(new EgressError('timeout', 'the page was not ready in time'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([this.#visit(), this.#fault]);
    } finally {
      this.#over = true;
      signal.removeEventListener('abort', abort);
    }
  }

  #listen(): void {
    const page = this.#page;
    const main = (request: Request): boolean => request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on('request', (request) => {
      if (!main(request)) return;
      this.#navigations += 1;
      this.#refuseTarget(request.url());
      if (redirectsBefore(request) > MAXIMUM_REDIRECTS || this.#navigations > MAXIMUM_NAVIGATIONS) {
        this.#fail(new EgressError('too_many_redirects', 'the site redirects too many times'));
      }
    });
    page.on('response', (response) => {
      if (!main(response.request())) return;
      this.#host.onDocument(response.url());
      const { location } = response.headers();
      if (location !== undefined && response.status() >= 300 && response.status() < 400) {
        if (URL.canParse(location, response.url())) this.#refuseTarget(new URL(location, response.url()).href);
      }
      this.#document = response;
      this.#begin();
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

  /** What the way out cannot see: other schemes, and credentials in the URL. */
  #refuseTarget(href: string): void {
    const { protocol, username, password } = new URL(href);
    if (!OWN_SCHEMES.has(protocol)) this.#fail(new EgressError('refused', refusalText('scheme')));
    else if (username !== '' || password !== '') this.#fail(new EgressError('refused', refusalText('credentials')));
  }

  /** From the first document on: a page whose script lets nobody else have a word only keeps others waiting. */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    void (async () => {
      while (!this.#over && (await this.#answers())) await pause(ANSWER_STEP_MS);
      this.#fail(new EgressError('timeout', 'a script of the page does not end'));
    })();
  }

  async #answers(): Promise<boolean> {
    const alive = (): boolean => true;
    return Promise.race([this.#page.evaluate('0').then(alive, alive), pause(ANSWER_MS).then(() => false)]);
  }

  async #visit(): Promise<RenderedPage> {
    const deadlineAt = this.#startedAt + this.#order.timeoutMs;
    try {
      await this.#page.goto(this.#order.url, {
        waitUntil: 'domcontentloaded',
        timeout: Math.max(1, deadlineAt - READ_MS - Date.now()),
      });
    } catch (error) {
      // What was seen of it says more, and may come a moment later.
      await pause(EVENTS_MS);
      if (this.#failed) await this.#fault;
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
    // Chromium's own answer to redirects that it does not follow; a file or an empty answer has a response.
    if (/ERR_ABORTED/.test(text) && !this.#document) return new EgressError('refused', refusalText('scheme'), error);
    if (/crash/i.test(text)) return new EgressError('crashed', 'the page brought the browser down', error);
    return new EgressError('connection', 'the connection to the site failed', error);
  }
}

function redirectsBefore(request: Request): number {
  let count = 0;
  for (let at = request.redirectedFrom(); at; at = at.redirectedFrom()) count += 1;
  return count;
}
