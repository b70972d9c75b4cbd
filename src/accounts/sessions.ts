import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import type { AccountRecord, SessionRecord, Store } from '../store/types.ts';

/** A session ends after this time without use, and after LONGEST_MS in any case. */
const IDLE_MS = 7 * DAY_MS;
const LONGEST_MS = 30 * DAY_MS;
export const MAXIMUM_SESSIONS = 30;
const LAST_USE_INTERVAL_MS = MINUTE_MS;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface OpenSession {
  record: SessionRecord;
  account: AccountRecord;
}

/** A fast hash is safe, because a token has 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** Identifies a session on a page without revealing the session's ID or its stored hash. */
export function nameOf(session: SessionRecord): string {
  return hashToken(`session ${session.hash}`).slice(0, 16);
}

export class Sessions {
  readonly #store: Pick<Store, 'sessions' | 'accounts'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'sessions' | 'accounts'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Returns the session's ID, of which only the hash is stored. `device` is from `deviceOf`. Beyond MAXIMUM_SESSIONS,
   * the sessions that have been unused for longest are revoked.
   */
  async start(accountId: string, device: string): Promise<string> {
    const token = createToken();
    const now = this.#clock.now();
    const hash = hashToken(token);
    const session = { hash, accountId, createdAt: now, lastSeenAt: now, expiresAt: now + IDLE_MS, device };
    await this.#store.sessions.create(session, MAXIMUM_SESSIONS);
    return token;
  }

  async find(token: string | undefined): Promise<OpenSession | undefined> {
    if (!isToken(token)) return undefined;
    const now = this.#clock.now();
    const record = await this.#store.sessions.find(hashToken(token), now);
    const account = record && (await this.#store.accounts.findById(record.accountId, now));
    if (!record || !account) return undefined;
    if (now - record.lastSeenAt >= LAST_USE_INTERVAL_MS) {
      await this.#store.sessions.touch(record.hash, now, Math.min(now + IDLE_MS, record.createdAt + LONGEST_MS));
    }
    return { record, account };
  }

  list(accountId: string): Promise<SessionRecord[]> {
    return this.#store.sessions.list(accountId, this.#clock.now());
  }

  async end(session: SessionRecord): Promise<void> {
    await this.#store.sessions.revoke(session.hash, this.#clock.now());
  }

  async endNamed(accountId: string, name: string): Promise<boolean> {
    const session = (await this.list(accountId)).find((record) => nameOf(record) === name);
    return session ? this.#store.sessions.revoke(session.hash, this.#clock.now()) : false;
  }

  endAll(accountId: string, except?: SessionRecord): Promise<number> {
    return this.#store.sessions.revokeAll(accountId, this.#clock.now(), except?.hash);
  }
}
