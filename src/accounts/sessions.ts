import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { AccountRecord, SessionRecord, Store } from '../store/types.ts';

const DAY_MS = 86_400_000;
/** Unused for so long, a session ends. */
const IDLE_MS = 7 * DAY_MS;
/** However much it is used, a session ends then. */
const LONGEST_MS = 30 * DAY_MS;
/** Of one account at a time: more than a person has browsers, few enough to look through. */
export const MAXIMUM_SESSIONS = 30;
/** How stale "last seen" may be. */
const TOUCH_MS = 60_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A session with the account that it stands for. */
export interface OpenSession {
  record: SessionRecord;
  account: AccountRecord;
}

/** What is kept of a random token: a fast hash is right for 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 256 random bits as base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of one. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text);
}

/** What a session is called on a page: says nothing of its id, nor of the hash that is kept of it. */
export function nameOf(session: SessionRecord): string {
  return hashToken(`session ${session.hash}`).slice(0, 16);
}

/** Log-ins as rows: an id is made here alone, never taken from a browser, and can be ended at any time. */
export class Sessions {
  readonly #store: Pick<Store, 'sessions' | 'accounts'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'sessions' | 'accounts'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * A new session of a device, as `deviceOf` names it; the session's id goes to
   * the browser and is kept nowhere. Beyond the maximum, those that were idle
   * longest end.
   */
  async start(accountId: string, device: string): Promise<string> {
    const token = createToken();
    const now = this.#clock.now();
    const hash = hashToken(token);
    const session = { hash, accountId, createdAt: now, lastSeenAt: now, expiresAt: now + IDLE_MS, device };
    await this.#store.sessions.create(session, MAXIMUM_SESSIONS);
    return token;
  }

  /** The session of an id, while it lasts. */
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

  /** Ends the one of that name, if it is the account's; false when there is none. */
  async endNamed(accountId: string, name: string): Promise<boolean> {
    const session = (await this.list(accountId)).find((record) => nameOf(record) === name);
    return session ? this.#store.sessions.revoke(session.hash, this.#clock.now()) : false;
  }

  /** Ends all of an account, but for the one given. */
  endAll(accountId: string, except?: SessionRecord): Promise<number> {
    return this.#store.sessions.revokeAll(accountId, this.#clock.now(), except?.hash);
  }
}
