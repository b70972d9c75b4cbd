import { parseObject } from '../lib/json-object.ts';
import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import type { OAuthStore } from '../store/types.ts';
import { documentAddress } from './client-document.ts';
import type { ClientDocuments } from './client-documents.ts';
import type { OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { readRegistration, registrationAnswer } from './registration.ts';
import type { OAuthReport } from './token-endpoint.ts';

/**
 * Maximum number of registered apps that nobody has ever allowed. Beyond it, some of these apps are deleted, beginning
 * with the oldest app of the network that has registered the most of them.
 */
const MAXIMUM_UNUSED = 2_000;
const ID = /^app_[0-9a-f]{32}$/;

export interface ClientsOptions {
  store: Pick<OAuthStore, 'register' | 'findClient'>;
  documents: ClientDocuments;
  clock: Clock;
  report: OAuthReport;
}

export class Clients {
  readonly #options: ClientsOptions;
  /** The network of a registration is stored only as a hash with this key. */
  readonly #secret = randomBytes(32);

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  async register(body: string, network: string): Promise<object> {
    const { store, clock, report } = this.#options;
    try {
      const registered = readRegistration(parseObject(body));
      const now = clock.now();
      const id = `app_${randomHex(32)}`;
      const registeredBy = createHmac('sha256', this.#secret).update(network).digest('hex').slice(0, 16);
      await store.register({ id, ...registered, registeredBy, createdAt: now, lastUsedAt: null }, MAXIMUM_UNUSED);
      report('register', 'ok');
      return registrationAnswer(id, registered, now);
    } catch (error) {
      report('register', error instanceof OAuthError ? error.code : 'server_error');
      throw error;
    }
  }

  /** True if the ID is registered or could be the URL of a document. The document is not fetched. */
  async knows(id: string): Promise<boolean> {
    if (ID.test(id)) return (await this.#options.store.findClient(id)) !== undefined;
    return documentAddress(id) !== undefined;
  }

  /**
   * Returns undefined if the ID is not registered and is not the URL of a document. May be called only for a person who
   * has logged in, because it may fetch a document. Rejects with ClientDocumentError.
   */
  async find(id: string, accountId: string): Promise<OAuthClient | undefined> {
    const { store, documents, report } = this.#options;
    if (ID.test(id)) {
      const found = await store.findClient(id);
      return found && { id, name: found.name, redirectUris: found.redirectUris, host: null };
    }
    const address = documentAddress(id);
    if (!address) return undefined;
    try {
      const client = await documents.find(address, accountId);
      report('document', 'ok');
      return client;
    } catch (error) {
      report('document', 'failed');
      throw error;
    }
  }
}
