import type { Egress } from '../egress/egress.ts';
import { KIB } from '../lib/byte-units.ts';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import { FairQueue, QueueFull } from '../lib/fair-queue.ts';
import type { RateLimiter } from '../shared/types.ts';
import { ClientDocumentError, readClientDocument } from './client-document.ts';
import type { OAuthClient } from './client.ts';
import { findPinned } from './pinned-clients.ts';

const TIMEOUT_MS = 5_000;
/** Real documents have fewer than 2,000 bytes. */
const MAXIMUM_BYTES = 16 * KIB;
const LEAST_KEPT_MS = 5 * MINUTE_MS;
const LONGEST_KEPT_MS = DAY_MS;
const MAXIMUM_CACHED = 500;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export interface ClientDocumentsOptions {
  egress: Pick<Egress, 'fetch'>;
  clock: Clock;
  allowedHosts: readonly string[];
  fetches: RateLimiter;
}

/**
 * Fetches the metadata documents of clients: without redirects, only small JSON, with a short time-out. Failures are
 * not cached, so the next call fetches the document again.
 */
export class ClientDocuments {
  readonly #options: ClientDocumentsOptions;
  readonly #kept = new Map<string, { client: OAuthClient; until: number }>();
  readonly #asking = new Map<string, Promise<OAuthClient>>();
  readonly #waiting = new Map<string, Promise<OAuthClient>>();
  readonly #queue = new FairQueue({ places: 4, placesEach: 2, reserved: 1, waitingEach: 5, waiting: 100 });

  constructor(options: ClientDocumentsOptions) {
    this.#options = options;
  }

  /**
   * Returns the client from the cache, from its site or, if the document cannot be fetched or is invalid, from a pinned
   * copy. Rejects with ClientDocumentError.
   */
  async find(address: URL, accountId: string): Promise<OAuthClient> {
    const { href, hostname } = address;
    const { allowedHosts } = this.#options;
    if (allowedHosts.length > 0 && !allowedHosts.includes(hostname)) {
      throw new ClientDocumentError('not_allowed', 'The operator does not accept documents from this host.');
    }
    const kept = this.#findKept(href);
    if (kept) return kept;
    try {
      return await (this.#asking.get(href) ?? this.#inTurn(address, accountId));
    } catch (error) {
      const pinned = findPinned(href);
      if (pinned) return pinned;
      throw error;
    }
  }

  #findKept(href: string): OAuthClient | undefined {
    const kept = this.#kept.get(href);
    return kept && kept.until > this.#options.clock.now() ? kept.client : undefined;
  }

  #inTurn(address: URL, accountId: string): Promise<OAuthClient> {
    const { href } = address;
    return joinRunning(this.#waiting, `${accountId} ${href}`, async () => {
      if ((await this.#options.fetches.take(accountId)) !== undefined) throw busy();
      const release = await this.#queue.acquire(accountId).catch((error: unknown) => {
        throw error instanceof QueueFull ? busy() : error;
      });
      try {
        // Another account may have fetched the document in the meantime.
        return this.#findKept(href) ?? (await joinRunning(this.#asking, href, () => this.#fetch(address)));
      } finally {
        release();
      }
    });
  }

  async #fetch(address: URL): Promise<OAuthClient> {
    const { client, keptMs } = await this.#ask(address);
    if (this.#kept.size >= MAXIMUM_CACHED) this.#kept.delete(this.#kept.keys().next().value as string);
    this.#kept.delete(address.href);
    this.#kept.set(address.href, { client, until: this.#options.clock.now() + keptMs });
    return client;
  }

  async #ask(address: URL): Promise<{ client: OAuthClient; keptMs: number }> {
    const answer = await this.#options.egress
      .fetch({
        method: 'GET',
        url: address.href,
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS,
        maximumBytes: MAXIMUM_BYTES,
        redirect: 'manual',
      })
      .catch((error: unknown) => {
        throw new ClientDocumentError('unreachable', 'The document could not be fetched.', error);
      });
    if (answer.status !== 200) throw new ClientDocumentError('unreachable', `The site answered ${answer.status}.`);
    if (!JSON_TYPE.test(answer.headers['content-type'] ?? '')) {
      throw new ClientDocumentError('not_a_document', 'What the site gave is no JSON.');
    }
    const client = readClientDocument(address, answer.body.toString('utf8'));
    return { client, keptMs: keptMs(answer.headers['cache-control'] ?? '') };
  }
}

function joinRunning<T>(underWay: Map<string, Promise<T>>, name: string, begin: () => Promise<T>): Promise<T> {
  const known = underWay.get(name);
  if (known) return known;
  const begun = begin().finally(() => underWay.delete(name));
  underWay.set(name, begun);
  return begun;
}

/** Returns the time that the site states (RFC 9111 §5.2.2), but at least LEAST_KEPT_MS and at most LONGEST_KEPT_MS. */
function keptMs(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return LEAST_KEPT_MS;
  const seconds = Number(/\bmax-age="?(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0);
  return Math.min(LONGEST_KEPT_MS, Math.max(LEAST_KEPT_MS, seconds * 1_000));
}

function busy(): ClientDocumentError {
  return new ClientDocumentError('busy', 'Too many documents are being fetched.');
}
