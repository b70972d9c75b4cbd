import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccountRecord, KeyRecord, Store } from '../store/types.ts';
import { keyStatus, type Accounts } from './accounts.ts';
import { hashApiKey, isWellFormedKey } from './api-key.ts';
import type { Plan } from './plans.ts';

/** Who calls: proven by a key. Balances are never kept here; they are asked for when needed. */
export interface Caller {
  account: AccountRecord;
  key: KeyRecord;
  plan: Plan;
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
  readonly #callers = new Map<string, Caller>();
  readonly #touched = new Map<string, number>();
  #version = Number.NaN;

  constructor(store: Store, accounts: Accounts, clock: Clock) {
    this.#store = store;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** The key of an `Authorization: Bearer` header; undefined when there is none of that form. */
  static bearerKey(header: string | undefined): string | undefined {
    return header === undefined ? undefined : /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  }

  /**
   * The caller, or a ServiceError `invalid_key`.
   * `mayLookUp` is asked before the database is: an address that failed too
   * often is not served from there.
   */
  async authenticate(apiKey: string, mayLookUp: () => Promise<boolean>): Promise<Caller | 'limited'> {
    if (!isWellFormedKey(apiKey)) throw invalidKey('The API key is mistyped: its checksum does not fit.');
    const hash = hashApiKey(apiKey);
    const version = await this.#store.version();
    if (version !== this.#version) {
      this.#callers.clear();
      this.#version = version;
    }
    let caller = this.#callers.get(hash);
    if (!caller) {
      if (!(await mayLookUp())) return 'limited';
      caller = await this.#find(hash, version);
    }
    const now = this.#clock.now();
    const status = keyStatus(caller.key, now);
    if (status !== 'active') {
      throw invalidKey(
        `The API key has ${status === 'revoked' ? 'been revoked' : 'expired'}. Use another one, or generate a new key.`,
      );
    }
    this.#touch(caller.key.id, now);
    return caller;
  }

  async #find(hash: string, version: number): Promise<Caller> {
    const key = await this.#store.keys.findByHash(hash);
    const account = key && (await this.#store.accounts.findById(key.accountId, this.#clock.now()));
    if (!account) throw invalidKey('The API key is not known here. Check it, or generate a new key.');
    const caller = { account, key, plan: this.#accounts.planOf(account) };
    // What was read while something changed serves this request alone.
    if (version !== this.#version) return caller;
    if (this.#callers.size >= CACHE_SIZE) this.#callers.delete(this.#callers.keys().next().value as string);
    this.#callers.set(hash, caller);
    return caller;
  }

  #touch(keyId: string, now: number): void {
    if (now - (this.#touched.get(keyId) ?? 0) < TOUCH_MS) return;
    if (this.#touched.size >= CACHE_SIZE) this.#touched.clear();
    this.#touched.set(keyId, now);
    void this.#store.keys.touch(keyId, now);
  }
}

function invalidKey(message: string): ServiceError {
  return new ServiceError('invalid_key', message);
}
