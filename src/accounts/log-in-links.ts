import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import { createToken, hashToken, isToken } from './sessions.ts';

export const LOG_IN_LINK_MINUTES = 15;
const LIFE_MS = LOG_IN_LINK_MINUTES * MINUTE_MS;

/** A link just created. */
export interface LogInLink {
  /** Contains the token, which is stored only as a hash. */
  url: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * One-time links that log in to an account without its password. The first start
 * creates one; the operator creates others on the command line.
 */
export class LogInLinks {
  readonly #store: Pick<Store, 'logIns' | 'accounts'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'logIns' | 'accounts'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Creates a link; earlier ones stay valid. `baseUrl`: of the dashboard, never taken from a request. */
  async create(accountId: string, baseUrl: string): Promise<LogInLink> {
    const token = createToken();
    const createdAt = this.#clock.now();
    const expiresAt = createdAt + LIFE_MS;
    await this.#store.logIns.saveLink({ hash: hashToken(token), accountId, createdAt, expiresAt });
    return { url: `${baseUrl}/login?token=${token}`, expiresAt };
  }

  /** The account of a link while it works. Does not use it up. */
  async find(token: string): Promise<AccountRecord | undefined> {
    if (!isToken(token)) return undefined;
    const now = this.#clock.now();
    const link = await this.#store.logIns.findLink(hashToken(token), now);
    // The links of a deleted account are deleted a moment after it.
    return link && this.#store.accounts.findById(link.accountId, now);
  }

  /** Uses up the link. Returns its account; undefined if the link is unknown, expired or used. */
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
