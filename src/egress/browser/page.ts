import type { Browser, BrowserContext, CDPSession, Frame, Page, Request, Response } from 'playwright-core';
import { MIB } from '../../lib/byte-units.ts';
import { refusalText } from '../address-guard.ts';
import { EgressError, FAULT_TEXTS } from '../egress.ts';
import { NETWORK_FAULTS } from '../network-fault.ts';
import { ExchangeLog } from './exchanges.ts';
import { isCharsetGuessed, repairDocument } from './misread-text.ts';
import { navigationError } from './navigation-error.ts';
import type { RenderedPage } from '../renderer.ts';
import type { RenderJob, RenderWatch } from './render-job.ts';
import { preparePage } from './prepare.ts';
import { readDocument } from './read-document.ts';
import { readFrames } from './read-frames.ts';
import { isDataStart, isEmptyAnswer, isJson, toEmptyPage } from './other-answers.ts';
import { pause, PROBE_SCRIPT, SettleWatch } from './settle.ts';
import { readVisibleText, scrollThrough, waitOutPlaceholder } from './whole-page.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const MAXIMUM_REDIRECTS = 5;
const MAXIMUM_NAVIGATIONS = 12;
const SETTLE_CAP_MS = 8_000;
const READ_MS = 2_000;

const MAXIMUM_DECODED_BYTES = 60 * MIB;
/** If a page shows fewer characters, its scripts may have crashed and removed the content. */
const THIN_TEXT = 500;
const SOURCE_MS = 1_000;
/** A page that does not answer a script in this time counts as hung. */
const ANSWER_MS = 10_000;
const ANSWER_STEP_MS = 500;
const EVENTS_MS = 50;
/** A page may navigate only to these schemes. Every page starts at `about:`. */
const OWN_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'about:', 'data:', 'blob:', 'chrome-error:']);

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PAGE_TYPES = /^(?:text\/html|application\/xhtml\+xml)/i;

export async function openPage(
  context: BrowserContext,
  order: RenderJob,
  signal: AbortSignal,
  watch: RenderWatch,
): Promise<RenderedPage> {
  const session = await unlessRefused(context.browser(), async () => {
    await context.addInitScript({ content: PROBE_SCRIPT });
    const page = await context.newPage();
    context.on('page', (other) => {
      if (other !== page) void other.close().catch(() => undefined);
    });
    const session = await context.newCDPSession(page);
    const opened = new PageSession(page, session, order, watch);
    await preparePage(context, session, order, watch);
    return opened;
  });
  return session.run(signal);
}

/**
 * Turns a failure of `work` into `no_browser` if the browser is still running. If the browser has ended, the error is
 * thrown unchanged.
 */
export async function unlessRefused<T>(browser: Browser | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (browser?.isConnected()) throw new EgressError('no_browser', 'the browser did not open the page', error);
    throw error;
  }
}

const OUT_OF_MEMORY = /\b(?:array buffer allocation failed|out of memory)\b/i;

class PageSession {
  readonly #page: Page;
  readonly #order: RenderJob;
  readonly #renderWatch: RenderWatch;
  readonly #startedAt = Date.now();
  readonly #watch: SettleWatch;
  readonly #exchanges: ExchangeLog | undefined;
  readonly #fault: Promise<never>;
  #fail: (error: EgressError) => void = () => {};
  #failed = false;
  #over = false;
  #begun = false;
  #document: Response | undefined;
  readonly #frameStatuses = new WeakMap<Frame, number>();
  #navigations = 0;
  #decodedBytes = 0;

  constructor(page: Page, session: CDPSession, order: RenderJob, watch: RenderWatch) {
    this.#page = page;
    this.#order = order;
    this.#renderWatch = watch;
    this.#fault = new Promise<never>((_, reject) => {
      this.#fail = (error) => {
        this.#failed = true;
        reject(error);
      };
    });
    this.#fault.catch(() => undefined);
    this.#watch = new SettleWatch(page, session);
    this.#exchanges = order.captureExchanges ? new ExchangeLog(page) : undefined;
    this.#listen();
    session.on('Network.dataReceived', ({ dataLength }) => {
      this.#decodedBytes += dataLength;
      if (this.#decodedBytes > MAXIMUM_DECODED_BYTES) {
        this.#fail(new EgressError('too_large', `the page loads more than ${MAXIMUM_DECODED_BYTES} bytes`));
      }
    });
  }

  async run(signal: AbortSignal): Promise<RenderedPage> {
    const abort = (): void => this.#fail(new EgressError('timeout', FAULT_TEXTS.pageTimeout));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([this.#session(), this.#fault]);
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
        this.#fail(new EgressError('too_many_redirects', FAULT_TEXTS.tooManyRedirects));
      }
    });
    page.on('response', (response) => {
      const request = response.request();
      if (request.isNavigationRequest()) this.#frameStatuses.set(request.frame(), response.status());
      if (!main(request)) return;
      this.#renderWatch.onDocument(response.url());
      const { location } = response.headers();
      if (location !== undefined && response.status() >= 300 && response.status() < 400) {
        if (canParseUrl(location, response.url())) this.#refuseTarget(new URL(location, response.url()).href);
      }
      this.#document = response;
      this.#begin();
    });
    page.on('requestfailed', (request) => {
      if (main(request)) this.#renderWatch.onDocument(request.url());
    });
    page.on('download', (download) => {
      void download.cancel().catch(() => undefined);
      this.#fail(new EgressError('not_a_page', FAULT_TEXTS.notAPage));
    });
    page.on('pageerror', (error) => {
      // A script reached the memory limit, so the document may be incomplete.
      if (OUT_OF_MEMORY.test(error.message)) {
        this.#fail(new EgressError('crashed', 'the page needs more memory than allowed'));
      }
    });
    page.on('crash', () => this.#fail(new EgressError('crashed', FAULT_TEXTS.crashed)));
    page.on('close', () => this.#fail(new EgressError('crashed', 'the page was closed before it was ready')));
  }

  /**
   * The proxy sees neither the credentials in a URL nor URLs with schemes other than http and https. Both are therefore
   * checked here.
   */
  #refuseTarget(href: string): void {
    const { protocol, username, password } = new URL(href);
    if (!OWN_SCHEMES.has(protocol)) this.#fail(new EgressError('refused', refusalText('scheme')));
    else if (username !== '' || password !== '') this.#fail(new EgressError('refused', refusalText('credentials')));
  }

  /**
   * Abandons the page if it does not answer for ANSWER_MS, because an endless script would delay other pages. Only the
   * first call has an effect.
   */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    void (async () => {
      while (!this.#over && (await this.#answers())) await pause(ANSWER_STEP_MS);
      this.#fail(new EgressError('timeout', 'a script on the page does not end'));
    })();
  }

  async #answers(): Promise<boolean> {
    const alive = (): boolean => true;
    return Promise.race([this.#page.evaluate('0').then(alive, alive), pause(ANSWER_MS).then(() => false)]);
  }

  async #session(): Promise<RenderedPage> {
    const deadlineAt = this.#startedAt + this.#order.timeoutMs;
    try {
      await this.#page.goto(this.#order.url, {
        waitUntil: 'domcontentloaded',
        timeout: Math.max(1, deadlineAt - READ_MS - Date.now()),
      });
    } catch (error) {
      // The event that explains the failure may arrive a little later than the failure.
      await pause(EVENTS_MS);
      if (this.#failed) await this.#fault;
      // If the answer has no body, the browser still shows the previous document.
      if (this.#document && isEmptyAnswer(this.#document)) return toEmptyPage(this.#document);
      throw navigationError(error, this.#document !== undefined);
    }
    const until = Math.min(Date.now() + SETTLE_CAP_MS, deadlineAt - READ_MS);
    const hasFailed = (): boolean => this.#failed;
    await this.#watch.settle(until - Date.now(), hasFailed);
    if (this.#order.whole) await waitOutPlaceholder(this.#page, this.#watch, until, hasFailed);
    const document = this.#document;
    if (!document) throw new EgressError('connection', 'the site returned no page');
    // If the browser does not follow a redirect, it shows the body of the redirect, which is not a page.
    if (REDIRECTS.has(document.status())) {
      throw new EgressError('connection', FAULT_TEXTS.noRedirectTarget);
    }
    const contentType = document.headers()['content-type'] ?? '';
    if (contentType && !PAGE_TYPES.test(contentType)) {
      throw new EgressError('not_a_page', FAULT_TEXTS.notAPage);
    }
    let url = this.#page.url();
    if (url.startsWith('chrome-error:')) throw new EgressError('connection', NETWORK_FAULTS.connection.one);
    const moreOnScroll = this.#order.whole && (await scrollThrough(this.#page, this.#watch, until, hasFailed));
    // Scripts can change the page's URL while it is scrolled. Therefore the URL from before scrolling counts, unless
    // the page has navigated.
    if (this.#document !== document) url = this.#page.url();
    const frames = this.#order.whole
      ? await readFrames(this.#page, (frame) => this.#frameStatuses.get(frame), until)
      : [];
    const source = this.#order.whole ? await this.#readSource(document) : undefined;
    const isGuessed = await isCharsetGuessed(this.#page, contentType);
    const read = await readDocument(this.#page);
    const html = isGuessed ? repairDocument(read) : read;
    return {
      status: document.status(),
      url,
      contentType: contentType || 'text/html',
      html,
      exchanges: (await this.#exchanges?.take(READ_MS / 2)) ?? [],
      ...(source !== undefined && { source: isGuessed ? repairDocument(source) : source }),
      ...(moreOnScroll && { moreOnScroll }),
      ...(frames.length > 0 && { frames }),
    };
  }

  async #readSource(document: Response): Promise<Uint8Array | undefined> {
    const { text } = await readVisibleText(this.#page.mainFrame(), SOURCE_MS);
    if (text.length >= THIN_TEXT && !isDataStart(text)) return undefined;
    // The browser returns UTF-8, whatever charset the site used.
    const sent = document.body().catch(() => undefined);
    const body = await Promise.race([sent, pause(SOURCE_MS).then(() => undefined)]);
    if (body && isDataStart(text) && isJson(body)) {
      throw new EgressError('not_a_page', 'the address leads to data, not a page');
    }
    return body && body.length > THIN_TEXT && text.length < THIN_TEXT ? body : undefined;
  }
}

function redirectsBefore(request: Request): number {
  let count = 0;
  for (let at = request.redirectedFrom(); at; at = at.redirectedFrom()) count += 1;
  return count;
}
