import type { Page, Request, Response } from 'playwright-core';
import { cutAt, shorten } from '../../lib/text.ts';
import type { PageExchange } from '../renderer.ts';

const MAXIMUM_EXCHANGES = 200;
const MAXIMUM_URL = 8_000;
const MAXIMUM_BODY = 200_000;
const MAXIMUM_BODIES = 2_000_000;

const TOO_LONG = /answer is too long/i;

/**
 * Records the XHR and fetch exchanges of a page, up to MAXIMUM_EXCHANGES. Bodies are read while the page is open,
 * because a navigation discards them.
 */
export class ExchangeLog {
  readonly #kept = new Map<Request, PageExchange>();
  readonly #reading = new Set<Promise<void>>();
  /** Bodies are read one at a time, because decoding one takes several times its size in memory. */
  #turn: Promise<void> = Promise.resolve();
  #characters = 0;

  constructor(page: Page) {
    page.on('response', (response) => {
      const request = response.request();
      const kind = request.resourceType();
      if ((kind !== 'xhr' && kind !== 'fetch') || this.#kept.size >= MAXIMUM_EXCHANGES) return;
      this.#kept.set(request, {
        url: shorten(request.url(), MAXIMUM_URL),
        method: request.method(),
        status: response.status(),
        contentType: response.headers()['content-type'] ?? '',
        requestBody: shorten(request.postData() ?? '', MAXIMUM_BODY),
        body: '',
        truncated: false,
      });
      const reading = this.#read(request, response).finally(() => this.#reading.delete(reading));
      this.#reading.add(reading);
    });
  }

  async take(patienceMs: number): Promise<PageExchange[]> {
    await Promise.race([
      Promise.all(this.#reading),
      new Promise((resolve) => {
        setTimeout(resolve, patienceMs).unref();
      }),
    ]);
    return [...this.#kept.values()].map((exchange) => ({ ...exchange }));
  }

  async #read(request: Request, response: Response): Promise<void> {
    // Bodies are queued only after they have loaded, so that a slow body does not block the queue.
    if ((await response.finished().catch((error: Error) => error)) !== null) return;
    this.#turn = this.#turn.then(() => this.#readBody(request, response));
    return this.#turn;
  }

  async #readBody(request: Request, response: Response): Promise<void> {
    const exchange = this.#kept.get(request);
    if (!exchange) return;
    exchange.truncated = true;
    if (this.#characters >= MAXIMUM_BODIES) return;
    try {
      const body = await response.text();
      const kept = cutAt(body, Math.min(MAXIMUM_BODY, MAXIMUM_BODIES - this.#characters));
      // The part is copied, because a slice of a string keeps the whole string in memory.
      exchange.body = kept.length < body.length ? Buffer.from(kept, 'utf16le').toString('utf16le') : kept;
      exchange.truncated = kept.length < body.length;
      this.#characters += kept.length;
    } catch (error) {
      // The body is too long, or there is no body, for example after a redirect.
      exchange.truncated = TOO_LONG.test(String(error));
    }
  }
}
