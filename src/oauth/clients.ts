import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import type { OAuthStore } from '../store/types.ts';
import { documentAddress } from './client-document.ts';
import type { ClientDocuments } from './client-documents.ts';
import { readObject, type OAuthClient } from './client.ts';
import { OAuthError } from './oauth-error.ts';
import { readRegistration, registrationAnswer } from './registration.ts';
import type { OAuthReport } from './token-endpoint.ts';

/** Maximum number of unused registrations; see `OAuthStore.register`. */
const MAXIMUM_UNUSED = 2_000;
const ID = /^app_[0-9a-f]{32}$/;

export interface ClientsOptions {
  store: Pick<OAuthStore, 'register' | 'findClient'>;
  documents: ClientDocuments;
  clock: Clock;
  report: OAuthReport;
}

/**
 * The known apps: those that registered themselves (RFC 7591), and those whose id is the URL of their metadata
 * document.
 */
export class Clients {
  readonly #options: ClientsOptions;
  /** Key for hashing networks, so that no network addresses are stored. */
  readonly #secret = randomBytes(32);

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  /** Registers the client that a request's body describes, and returns the answer. Rejects with OAuthError. */
  async register(body: string, network: string): Promise<object> {
    const { store, clock, report } = this.#options;
    try {
      const registered = readRegistration(readObject(body));
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

  /** True if the id can belong to a client: one that is registered, or a URL, which is not fetched. */
  async knows(id: string): Promise<boolean> {
    if (ID.test(id)) return (await this.#options.store.findClient(id)) !== undefined;
    return documentAddress(id) !== undefined;
  }

  /**
   * The client with this id; undefined if there is none. Only for a logged-in person, because it may fetch a document;
   * rejects with ClientDocumentError.
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
