import { createHmac, randomUUID } from 'node:crypto';
import { keyStatus } from '../credits/calls.ts';
import { ServiceError } from '../errors.ts';
import { DAY_MS, HOUR_MS, type Clock } from '../lib/clock.ts';
import { base62Of } from '../lib/base62.ts';
import { toCredits, toMillicredits } from '../lib/credits.ts';
import type { KeyRecord, NewKey, NewTestKey, Store, TestKeyRecord } from '../store/types.ts';
import { createApiKey, hashApiKey, isTestKey, KEY_PREFIX, RANDOM_LENGTH, TEST_KEY_PREFIX } from './key-format.ts';
import { requireKeyName } from './key-name.ts';

const MAXIMUM_KEYS = 50;
export const OVERLAPS_MS = { '0': 0, '1h': HOUR_MS, '24h': DAY_MS, '7d': 7 * DAY_MS } as const;
export type Overlap = keyof typeof OVERLAPS_MS;
export const OVERLAPS = Object.keys(OVERLAPS_MS) as Overlap[];

export interface KeyLimits {
  allowedTools?: string[] | null;
  dailyCapCredits?: number | null;
  expiresAt?: number | null;
}

export interface IssuedKey {
  record: NewKey;
  apiKey: string;
  /** The key that an earlier submission of the same form created; absent if this submission created the key. */
  before?: KeyRecord;
}

const FORM_SECRET = 'key_forms';

/** Creates, rotates, limits and revokes API keys (SPEC §9). */
export class ApiKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #issuing = new Map<string, Promise<IssuedKey>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Creates a key. Rejects with `validation` if there is no such account, if the name is invalid or if the account has
   * the maximum number of active keys. `form` identifies a form: submitting it again with the same name and limits
   * (double click, reload) returns the same key.
   */
  create(accountId: string, name = 'default', limits: KeyLimits = {}, form?: string): Promise<IssuedKey> {
    return this.#issueOnce(accountId, form, ['create', name, limits], (apiKey) =>
      this.#create(this.#issue(accountId, name, limits, apiKey)),
    );
  }

  async #create(issued: IssuedKey): Promise<IssuedKey> {
    const { accountId } = issued.record;
    await this.#store.transaction(() =>
      Promise.all([
        this.#store.keys.create(issued.record, MAXIMUM_KEYS),
        this.#note(accountId, 'key.create', issued.record.id),
      ]),
    );
    return issued;
  }

  /**
   * Creates a successor with the same name and limits. The old key works for another `overlapMs`, unless it expires
   * earlier. `form` is as in `create`. Rejects with `validation` if the key does not exist, is a test key, belongs to
   * an app or is not active, or if the account would have too many active keys during the overlap.
   */
  async rotate(keyId: string, overlapMs: number, form?: string): Promise<IssuedKey> {
    const key = await this.#requireLive(keyId);
    return this.#issueOnce(key.accountId, form, ['rotate', keyId], (apiKey) => this.#rotate(key, overlapMs, apiKey));
  }

  async #rotate(key: KeyRecord, overlapMs: number, apiKey: string): Promise<IssuedKey> {
    const at = this.#clock.now();
    if (key.kind === 'app') throw new ServiceError('validation', 'A connected app has no key to rotate.');
    if (keyStatus(key, at) !== 'active') throw notActive();
    const limits = {
      allowedTools: key.allowedTools,
      dailyCapCredits: key.dailyCap === null ? null : toCredits(key.dailyCap),
      expiresAt: key.expiresAt,
    };
    const issued = this.#issue(key.accountId, key.name, limits, apiKey);
    const rotation = { endsAt: at + overlapMs, at, maximum: MAXIMUM_KEYS };
    if (!(await this.#store.keys.rotate(key.id, issued.record, rotation))) {
      throw notActive();
    }
    await this.#note(key.accountId, 'key.rotate', `${key.id} → ${issued.record.id}`);
    return issued;
  }

  async revoke(keyId: string): Promise<void> {
    const key = await this.#requireLive(keyId);
    if (key.revokedAt !== null) return;
    await this.#change(key, key.kind === 'app' ? 'app.disconnect' : 'key.revoke', () =>
      this.#store.keys.revoke(key.id, this.#clock.now()),
    );
  }

  async listActive(accountId: string): Promise<KeyRecord[]> {
    return activeOf(await this.#store.keys.list(accountId), this.#clock.now());
  }

  async revokeAll(accountId: string): Promise<void> {
    for (const { id } of await this.listActive(accountId)) await this.revoke(id);
  }

  async disconnect(keyId: string): Promise<void> {
    const key = await this.#store.keys.findById(keyId);
    if (!key) throw new ServiceError('validation', `There is no connected app ${keyId}.`);
    if (key.kind !== 'app') throw new ServiceError('validation', `${keyId} is a key, not a connected app.`);
    await this.revoke(keyId);
  }

  async rename(keyId: string, name: string): Promise<void> {
    const key = await this.#require(keyId);
    const wished = requireKeyName(name);
    if (wished === key.name) return;
    await this.#change(key, 'key.rename', () => this.#store.keys.rename(key.id, wished));
  }

  async limit(keyId: string, limits: Required<KeyLimits>): Promise<void> {
    const key = await this.#require(keyId);
    const { allowedTools, dailyCapCredits, expiresAt } = limits;
    const dailyCap = dailyCapCredits === null ? null : toMillicredits(dailyCapCredits);
    const isAsBefore =
      dailyCap === key.dailyCap &&
      expiresAt === key.expiresAt &&
      JSON.stringify(allowedTools) === JSON.stringify(key.allowedTools);
    if (isAsBefore) return;
    await this.#change(key, key.kind === 'app' ? 'app.limits' : 'key.limits', () =>
      this.#store.keys.setLimits(key.id, { allowedTools, dailyCap, expiresAt }),
    );
  }

  list(accountId: string): Promise<KeyRecord[]> {
    return this.#store.keys.list(accountId);
  }

  /** Returns undefined for the test key and for keys of other accounts. */
  async find(accountId: string, by: { id: string } | { apiKey: string }): Promise<KeyRecord | undefined> {
    const { keys } = this.#store;
    const key = await ('id' in by ? keys.findById(by.id) : keys.findByHash(hashApiKey(by.apiKey)));
    return key?.accountId === accountId && !isTestKey(key) ? key : undefined;
  }

  /** Returns the test key, which is created if the account has none. */
  async test(accountId: string): Promise<TestKeyRecord> {
    return (
      (await this.#store.keys.findTest(accountId)) ?? this.#store.keys.addTest(newTestKey(accountId, this.#clock.now()))
    );
  }

  async replaceTest(accountId: string): Promise<TestKeyRecord> {
    const { allowedTools } = await this.test(accountId);
    const now = this.#clock.now();
    const successor = { ...newTestKey(accountId, now), allowedTools };
    await this.#store.transaction(() =>
      Promise.all([
        this.#store.keys.replaceTest(successor, now),
        this.#note(accountId, 'key.replace_test', successor.id),
      ]),
    );
    return this.test(accountId);
  }

  async #require(keyId: string): Promise<KeyRecord> {
    const key = await this.#store.keys.findById(keyId);
    if (!key) throw new ServiceError('validation', `There is no key ${keyId}.`);
    return key;
  }

  /** Refuses the test key, because an account must always have one. */
  async #requireLive(keyId: string): Promise<KeyRecord> {
    const key = await this.#require(keyId);
    if (!isTestKey(key)) return key;
    throw new ServiceError('validation', `The key ${keyId} is the account's test key: replace it instead.`);
  }

  /**
   * Derives the key from the form, its fields and a stored secret, because the key itself is not stored. If the first
   * answer was lost, submitting the form again therefore returns the same key.
   */
  async #issueOnce(
    accountId: string,
    form: string | undefined,
    fields: readonly unknown[],
    make: (apiKey: string) => Promise<IssuedKey>,
  ): Promise<IssuedKey> {
    if (form === undefined) return make(createApiKey());
    const secret = await this.#store.secret(FORM_SECRET);
    const mac = createHmac('sha512', secret).update(JSON.stringify([accountId, form, ...fields]));
    const apiKey = createApiKey(KEY_PREFIX, base62Of(mac.digest(), RANDOM_LENGTH));
    const running = this.#issuing.get(apiKey);
    if (running) return running;
    const find = async (): Promise<IssuedKey | undefined> => {
      const before = await this.find(accountId, { apiKey });
      return before && { record: before, apiKey, before };
    };
    const issue = async (): Promise<IssuedKey> => {
      const known = await find();
      if (known) return known;
      try {
        return await make(apiKey);
      } catch (error) {
        // Another process may have handled the same form at the same time.
        const made = await find();
        if (made) return made;
        throw error;
      }
    };
    const issuing = issue().finally(() => this.#issuing.delete(apiKey));
    this.#issuing.set(apiKey, issuing);
    return issuing;
  }

  #issue(accountId: string, name: string, limits: KeyLimits, apiKey: string): IssuedKey {
    const cap = limits.dailyCapCredits ?? null;
    return {
      apiKey,
      record: {
        id: newKeyId(),
        accountId,
        name: requireKeyName(name),
        hash: hashApiKey(apiKey),
        prefix: KEY_PREFIX,
        lastFour: apiKey.slice(-4),
        createdAt: this.#clock.now(),
        expiresAt: limits.expiresAt ?? null,
        allowedTools: limits.allowedTools ?? null,
        dailyCap: cap === null ? null : toMillicredits(cap),
      },
    };
  }

  async #change(key: KeyRecord, action: string, change: () => Promise<unknown>): Promise<void> {
    await this.#store.transaction(() => Promise.all([change(), this.#note(key.accountId, action, key.id)]));
  }

  #note(accountId: string, action: string, detail: string): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail, at: this.#clock.now() });
  }
}

function notActive(): ServiceError {
  return new ServiceError('validation', 'Only an active key can be rotated.');
}

export function newTestKey(accountId: string, now: number): NewTestKey {
  const apiKey = createApiKey(TEST_KEY_PREFIX);
  return {
    apiKey,
    id: newKeyId(),
    accountId,
    name: 'test',
    hash: hashApiKey(apiKey),
    prefix: TEST_KEY_PREFIX,
    lastFour: apiKey.slice(-4),
    createdAt: now,
    expiresAt: null,
    allowedTools: null,
    dailyCap: null,
  };
}

export function newKeyId(): string {
  return `key_${randomUUID().replaceAll('-', '')}`;
}

/** Leaves out the test key, because calls with it are answered from sample data and cost nothing. */
export function activeOf(keys: readonly KeyRecord[], now: number): KeyRecord[] {
  return keys.filter((key) => !isTestKey(key) && keyStatus(key, now) === 'active');
}
