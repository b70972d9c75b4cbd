import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import type { AccountRecord, SessionRecord, Store } from '../store/types.ts';

/** A session ends after this time without use. */
const IDLE_MS = 7 * DAY_MS;
/** A session ends after this time in any case. */
const LONGEST_MS = 30 * DAY_MS;
/** Maximum number of sessions of an account. */
export const MAXIMUM_SESSIONS = 30;
/** How old "last seen" may be. */
const TOUCH_MS = MINUTE_MS;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A session with its account. */
export interface OpenSession {
  record: SessionRecord;
  account: AccountRecord;
}

/** The stored form of a random token; a fast hash is safe for 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 256 random bits as base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a token. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** The name of a session on a page. It reveals neither the session's id nor its stored hash. */
export function nameOf(session: SessionRecord): string {
  return hashToken(`session ${session.hash}`).slice(0, 16);
}

/** Log-in sessions as rows. Ids are created here, never taken from a browser, and can be ended at any time. */
export class Sessions {
  readonly #store: Pick<Store, 'sessions' | 'accounts'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'sessions' | 'accounts'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Starts a session for a device, named by `deviceOf`. The id goes to the browser
   * and is not stored. Beyond the maximum, the sessions unused for longest end.
   */
  async start(accountId: string, device: string): Promise<string> {
    const token = createToken();
    const now = this.#clock.now();
    const hash = hashToken(token);
    const session = { hash, accountId, createdAt: now, lastSeenAt: now, expiresAt: now + IDLE_MS, device };
    await this.#store.sessions.create(session, MAXIMUM_SESSIONS);
    return token;
  }

  /** The session of a token, while it is valid. */
  async find(token: string | undefined): Promise<OpenSession | undefined> {
    if (!isToken(token)) return undefined;
    const now = this.#clock.now();
    const record = await this.#store.sessions.find(hashToken(token), now);
    const account = record && (await this.#store.accounts.findById(record.accountId, now));
    if (!record || !account) return undefined;
    if (now - record.lastSeenAt >= TOUCH_MS) {
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

  /** Ends the session with that name if it belongs to the account; false if there is none. */
  async endNamed(accountId: string, name: string): Promise<boolean> {
    const session = (await this.list(accountId)).find((record) => nameOf(record) === name);
    return session ? this.#store.sessions.revoke(session.hash, this.#clock.now()) : false;
  }

  /** Ends all sessions of an account except the given one. */
  endAll(accountId: string, except?: SessionRecord): Promise<number> {
    return this.#store.sessions.revokeAll(accountId, this.#clock.now(), except?.hash);
  }
}
