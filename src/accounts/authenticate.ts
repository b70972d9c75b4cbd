import { keyStatus } from '../credits/calls.ts';
import { keyEnded } from '../credits/refusals.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { AccountRecord, KeyRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import {
  ACCESS_TOKEN_PREFIX,
  hashApiKey,
  isWellFormedKey,
  isWellFormedSecret,
  KEY_LENGTH,
  looksLikeKey,
} from './api-key.ts';
import type { Plan } from './plans.ts';

/** Who calls: proven by a key. Balances are never kept here; they are asked for when needed. */
export interface Caller {
  account: AccountRecord;
  key: KeyRecord;
  plan: Plan;
}

/** A caller with what was shown as proof. */
interface Proven {
  caller: Caller;
  /** When the proof ends of itself, apart from its key. */
  expiresAt: number;
}

/** Callers kept in memory at most. */
const CACHE_SIZE = 10_000;
/** How stale a key's "last used" may be. */
const TOUCH_MS = 60_000;

/**
 * Proves keys. Known ones are kept in memory until the store says that
 * anything changed, by this process or another: so a revocation holds from
 * the next request on.
 */
export class Authenticator {
  readonly #store: Store;
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #proven = new Map<string, Proven>();
  readonly #touched = new Map<string, number>();
  #version = Number.NaN;

  /** The resource that access tokens must be for (RFC 8707); undefined where OAuth is off. */
  readonly resource: string | undefined;

  constructor(store: Store, accounts: Accounts, clock: Clock, resource?: string) {
    this.#store = store;
    this.#accounts = accounts;
    this.#clock = clock;
    this.resource = resource;
  }

  /** The key of an `Authorization: Bearer` header; undefined when there is none of that form. */
  static bearerKey(header: string | undefined): string | undefined {
    return header === undefined ? undefined : /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  }

  /**
   * The caller, by an API key or, where OAuth is on, an access token; or a
   * ServiceError `invalid_key`: a DeadToken for what is no key, an UnknownKey
   * when a key is well-formed and nobody's. Each such one costs a look by an
   * index, whoever asks: so a valid one is never kept out by the failures of
   * others. A store that is away is `internal`, and says when to try again.
   */
  async authenticate(bearer: string): Promise<Caller> {
    try {
      return await this.#authenticate(bearer);
    } catch (error) {
      throw error instanceof StoreFault ? refusalOf(error) : error;
    }
  }

  async #authenticate(bearer: string): Promise<Caller> {
    const isToken = this.resource !== undefined && !looksLikeKey(bearer);
    const hash = isToken ? requireToken(bearer) : requireKey(bearer);
    const version = await this.#store.version();
    if (version !== this.#version) {
      this.#proven.clear();
      this.#version = version;
    }
    const now = this.#clock.now();
    let proven = this.#proven.get(hash);
    // A month that has passed may have brought another allowance.
    if (proven === undefined || proven.caller.account.periodEndsAt <= now) {
      if (!isToken && !isWellFormedKey(bearer)) throw mistypedKey();
      proven = isToken ? await this.#findByToken(hash) : await this.#findByKey(hash);
      // What was read while something changed serves this request alone.
      if (version === this.#version) this.#keep(hash, proven);
    }
    const { caller, expiresAt } = proven;
    const status = keyStatus(caller.key, now);
    if (isToken && (status !== 'active' || expiresAt <= now)) throw new DeadToken();
    if (status !== 'active') throw keyEnded(status);
    this.#touch(caller.key.id, now);
    return caller;
  }

  async #findByKey(hash: string): Promise<Proven> {
    const key = await this.#store.keys.findByHash(hash);
    const caller = key && (await this.#callerOf(key));
    if (!caller) throw new UnknownKey();
    return { caller, expiresAt: Number.POSITIVE_INFINITY };
  }

  async #findByToken(hash: string): Promise<Proven> {
    const state = await this.#store.oauth.find(hash);
    if (state?.token.kind !== 'access' || state.grant.resource !== this.resource) throw new DeadToken();
    const key = await this.#store.keys.findById(state.key.id);
    const caller = key && (await this.#callerOf(key));
    if (!caller) throw new DeadToken();
    return { caller, expiresAt: state.token.expiresAt };
  }

  async #callerOf(key: KeyRecord): Promise<Caller | undefined> {
    const account = await this.#store.accounts.findById(key.accountId, this.#clock.now());
    return account && { account, key, plan: this.#accounts.planOf(account) };
  }

  #keep(hash: string, proven: Proven): void {
    if (this.#proven.size >= CACHE_SIZE) this.#proven.delete(this.#proven.keys().next().value as string);
    this.#proven.set(hash, proven);
  }

  #touch(keyId: string, now: number): void {
    if (now - (this.#touched.get(keyId) ?? 0) < TOUCH_MS) return;
    if (this.#touched.size >= CACHE_SIZE) this.#touched.clear();
    this.#touched.set(keyId, now);
    void this.#store.keys.touch(keyId, now);
  }
}

/** A key of the right form that was never issued here, or whose account is gone. */
export class UnknownKey extends ServiceError {
  constructor() {
    super('invalid_key', 'The API key is not known here. Check it, or generate a new key.');
  }
}

/** What is no API key and no access token that still works: its app must log in again. */
class DeadToken extends ServiceError {
  constructor() {
    super(
      'invalid_key',
      'The access token is not known here, has expired, or its app was disconnected. Log in again, or send an API key.',
    );
  }
}

/** The hash of what may be an access token. */
function requireToken(bearer: string): string {
  if (!isWellFormedSecret(ACCESS_TOKEN_PREFIX, bearer)) throw new DeadToken();
  return hashApiKey(bearer);
}

/** The hash of what may be a key; its checksum is looked at where it is not known already. */
function requireKey(bearer: string): string {
  if (bearer.length !== KEY_LENGTH) throw mistypedKey();
  return hashApiKey(bearer);
}

function mistypedKey(): ServiceError {
  return new ServiceError('invalid_key', 'The API key is mistyped: its checksum does not fit.');
}
