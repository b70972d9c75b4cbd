import { keyStatus } from '../credits/calls.ts';
import { keyEnded } from '../credits/refusals.ts';
import { ServiceError } from '../errors.ts';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { refusalOf, StoreFault } from '../store/store-fault.ts';
import type { AccountRecord, KeyRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import {
  ACCESS_TOKEN_PREFIX,
  hashApiKey,
  isWellFormedKey,
  isWellFormedSecret,
  KEY_LENGTH,
  KEY_PREFIX,
  looksLikeKey,
  isTestKey,
  TEST_KEY_PREFIX,
} from './key-format.ts';
import type { Plan } from './plans.ts';

export interface Caller {
  account: AccountRecord;
  key: KeyRecord;
  plan: Plan;
}

/** Calls per minute of a test key on any plan (SPEC §9). */
const TEST_CALLS_PER_MINUTE = 600;

export function callsPerMinute({ key, plan }: Pick<Caller, 'key' | 'plan'>): number {
  return isTestKey(key) ? TEST_CALLS_PER_MINUTE : plan.rpmLimit;
}

interface CachedCaller {
  caller: Caller;
  expiresAt: number;
}

const CACHE_SIZE = 10_000;
const LAST_USE_INTERVAL_MS = MINUTE_MS;

/**
 * Callers are cached at most until the store's version changes, so a revocation by any process takes effect with the
 * next request. Calls that use credits do not change the version, so the balance of a cached account can be outdated.
 */
export class Authenticator {
  readonly #store: Store;
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #cache = new Map<string, CachedCaller>();
  readonly #touched = new Map<string, number>();
  #version = Number.NaN;

  /** The resource for which access tokens must be issued (RFC 8707); undefined if OAuth is off. */
  readonly resource: string | undefined;

  constructor(store: Store, accounts: Accounts, clock: Clock, resource?: string) {
    this.#store = store;
    this.#accounts = accounts;
    this.#clock = clock;
    this.resource = resource;
  }

  static bearerKey(header: string | undefined): string | undefined {
    return header === undefined ? undefined : /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  }

  /**
   * Accepts an API key or, if OAuth is on, an access token. Rejects with `invalid_key` (as UnknownKey for a well-formed
   * key that does not exist or whose account was deleted), or with `internal` and a time to retry if the store cannot
   * be reached.
   */
  async authenticate(bearer: string): Promise<Caller> {
    try {
      return await this.#authenticate(bearer);
    } catch (error) {
      throw error instanceof StoreFault ? refusalOf(error) : error;
    }
  }

  findCached(hash: string): Caller | undefined {
    const version = this.#store.version();
    if (typeof version !== 'number') return undefined;
    const now = this.#clock.now();
    const cached = this.#readCache(hash, version, now);
    if (cached === undefined || cached.expiresAt <= now || keyStatus(cached.caller.key, now) !== 'active')
      return undefined;
    this.#touch(cached.caller.key.id, now);
    return cached.caller;
  }

  async #authenticate(bearer: string): Promise<Caller> {
    const isToken = this.resource !== undefined && !looksLikeKey(bearer);
    const hash = isToken ? requireToken(bearer) : requireKey(bearer);
    const version = await this.#store.version();
    const now = this.#clock.now();
    let cached = this.#readCache(hash, version, now);
    if (cached === undefined) {
      if (!isToken && !isWellFormedKey(bearer)) throw mistypedKey();
      cached = isToken ? await this.#findByToken(hash) : await this.#findByKey(hash);
      // If the store changed during the query, the result may be outdated, so it is not cached.
      if (version === this.#version) this.#keep(hash, cached);
    }
    const { caller, expiresAt } = cached;
    const status = keyStatus(caller.key, now);
    if (isToken && (status !== 'active' || expiresAt <= now)) throw new InvalidToken();
    if (status !== 'active') throw keyEnded(status);
    this.#touch(caller.key.id, now);
    return caller;
  }

  /**
   * Does not return a cached caller if the store has changed, or if the account's month has ended, because a new month
   * may have another allowance.
   */
  #readCache(hash: string, version: number, now: number): CachedCaller | undefined {
    if (version !== this.#version) {
      this.#cache.clear();
      this.#version = version;
    }
    const cached = this.#cache.get(hash);
    return cached === undefined || cached.caller.account.periodEndsAt <= now ? undefined : cached;
  }

  async #findByKey(hash: string): Promise<CachedCaller> {
    const key = await this.#store.keys.findByHash(hash);
    const caller = key && (await this.#callerOf(key));
    if (!caller) throw new UnknownKey();
    return { caller, expiresAt: Number.POSITIVE_INFINITY };
  }

  async #findByToken(hash: string): Promise<CachedCaller> {
    const state = await this.#store.oauth.find(hash);
    if (state?.token.kind !== 'access' || state.grant.resource !== this.resource) throw new InvalidToken();
    const key = await this.#store.keys.findById(state.key.id);
    const caller = key && (await this.#callerOf(key));
    if (!caller) throw new InvalidToken();
    return { caller, expiresAt: state.token.expiresAt };
  }

  async #callerOf(key: KeyRecord): Promise<Caller | undefined> {
    const account = await this.#store.accounts.findById(key.accountId, this.#clock.now());
    return account && { account, key, plan: this.#accounts.planOf(account) };
  }

  #keep(hash: string, cached: CachedCaller): void {
    if (this.#cache.size >= CACHE_SIZE) this.#cache.delete(this.#cache.keys().next().value as string);
    this.#cache.set(hash, cached);
  }

  #touch(keyId: string, now: number): void {
    if (now - (this.#touched.get(keyId) ?? 0) < LAST_USE_INTERVAL_MS) return;
    if (this.#touched.size >= CACHE_SIZE) this.#touched.clear();
    this.#touched.set(keyId, now);
    void this.#store.keys.touch(keyId, now);
  }
}

export class UnknownKey extends ServiceError {
  constructor() {
    super('invalid_key', 'The API key is not known here. Check it, or generate a new key.');
  }
}

class InvalidToken extends ServiceError {
  constructor() {
    super(
      'invalid_key',
      'The access token is not known here, has expired, or its app was disconnected. Log in again, or send an API key.',
    );
  }
}

function requireToken(bearer: string): string {
  if (!isWellFormedSecret(ACCESS_TOKEN_PREFIX, bearer)) throw new InvalidToken();
  return hashApiKey(bearer);
}

/** Checks only the length of the key. Its checksum is checked later, and only if its hash is not cached. */
function requireKey(bearer: string): string {
  if (bearer.length !== KEY_LENGTH) {
    throw new ServiceError(
      'invalid_key',
      `The API key is mistyped: a key is ${KEY_PREFIX} or ${TEST_KEY_PREFIX} and 38 characters, without quotes around it. If you send the key from a variable, check that the program fills the variable in.`,
    );
  }
  return hashApiKey(bearer);
}

function mistypedKey(): ServiceError {
  return new ServiceError(
    'invalid_key',
    'The API key is mistyped: its checksum does not fit. Copy the whole key again.',
  );
}
