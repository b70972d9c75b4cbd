import type { Page, Request, Response } from 'playwright-core';
import { cutAt, shorten } from '../../lib/text.ts';
import type { PageExchange } from '../renderer.ts';

const MAXIMUM_EXCHANGES = 200;
const MAXIMUM_BODY = 200_000;
/** Of all bodies together. */
const MAXIMUM_BODIES = 2_000_000;

/** Keeps a page's XHR and fetch exchanges; bodies are read as they come, for a navigation discards them. */
export class ExchangeLog {
  readonly #kept = new Map<Request, PageExchange>();
  readonly #reading = new Set<Promise<void>>();
  #characters = 0;

  constructor(page: Page) {
    page.on('response', (response) => {
      const request = response.request();
      const kind = request.resourceType();
      if ((kind !== 'xhr' && kind !== 'fetch') || this.#kept.size >= MAXIMUM_EXCHANGES) return;
      this.#kept.set(request, {
        url: request.url(),
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

  /** All of them, after at most `patienceMs` for bodies still on their way. */
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
    const exchange = this.#kept.get(request);
    if (!exchange) return;
    try {
      const body = await response.text();
      exchange.body = cutAt(body, Math.min(MAXIMUM_BODY, MAXIMUM_BODIES - this.#characters));
      exchange.truncated = exchange.body.length < body.length;
      this.#characters += exchange.body.length;
    } catch {
      // A redirect, an empty answer, or one that a navigation cut short.
    }
  }
}
