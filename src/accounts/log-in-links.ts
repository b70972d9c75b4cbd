import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import { createToken, hashToken, isToken } from './sessions.ts';

export const LOG_IN_LINK_MINUTES = 15;
const LIFE_MS = LOG_IN_LINK_MINUTES * MINUTE_MS;

export interface LogInLink {
  url: string;
  expiresAt: number;
}

/**
 * One-time links that log in to an account without its password. The first start creates one; the operator creates
 * others on the command line.
 */
export class LogInLinks {
  readonly #store: Pick<Store, 'logIns' | 'accounts'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'logIns' | 'accounts'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Earlier links stay valid. `baseUrl` is the service's own address, never an address from a request, which could be
   * forged.
   */
  async create(accountId: string, baseUrl: string): Promise<LogInLink> {
    const token = createToken();
    const createdAt = this.#clock.now();
    const expiresAt = createdAt + LIFE_MS;
    await this.#store.logIns.saveLink({ hash: hashToken(token), accountId, createdAt, expiresAt });
    return { url: `${baseUrl}/login?token=${token}`, expiresAt };
  }

  async find(token: string): Promise<AccountRecord | undefined> {
    if (!isToken(token)) return undefined;
    const now = this.#clock.now();
    const link = await this.#store.logIns.findLink(hashToken(token), now);
    // The account may already be deleted, because its links are deleted a moment later.
    return link && this.#store.accounts.findById(link.accountId, now);
  }

  async use(token: string): Promise<AccountRecord | undefined> {
    const account = await this.find(token);
    if (account === undefined) return undefined;
    try {
      await this.#store.logIns.spendLink(hashToken(token), this.#clock.now());
      return account;
    } catch (error) {
      if (error instanceof AlreadyUsed) return undefined;
      throw error;
    }
  }
}
