import { createHmac, randomUUID } from 'node:crypto';
import { keyStatus } from '../credits/calls.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { base62Of } from '../lib/base62.ts';
import { toCredits, toMillicredits } from '../lib/credits.ts';
import type { KeyRecord, NewKey, NewTestKey, Store, TestKeyRecord } from '../store/types.ts';
import { createApiKey, hashApiKey, isTestKey, KEY_PREFIX, RANDOM_LENGTH, TEST_KEY_PREFIX } from './api-key.ts';
import { requireKeyName } from './key-name.ts';

/** Of an account, active ones. */
const MAXIMUM_KEYS = 50;

export interface KeyLimits {
  allowedTools?: string[] | null;
  /** Credits of a UTC day. */
  dailyCapCredits?: number | null;
  expiresAt?: number | null;
}

export interface IssuedKey {
  record: NewKey;
  /** The key itself: shown once, kept nowhere. */
  apiKey: string;
  /** As it stands, where the form had been sent before: no other key was made. */
  before?: KeyRecord;
}

/** What keys are derived with from the forms that ask for them. */
const FORM_SECRET = 'key_forms';

/** The keys of accounts (SPEC §9). Amounts are credits. Changes that change nothing leave no trace. */
export class ApiKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Keys being made from forms, by themselves. */
  readonly #issuing = new Map<string, Promise<IssuedKey>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Rejects with `validation` for a bad name, and where the account has as many
   * active keys as it may. `form` names the sending page: the same form sent
   * twice, by a double click or a reload, gives the same key.
   */
  create(accountId: string, name = 'default', limits: KeyLimits = {}, form?: string): Promise<IssuedKey> {
    return this.#once(accountId, form, ['create', name, limits], (apiKey) =>
      this.#create(this.#issue(accountId, name, limits, apiKey)),
    );
  }

  async #create(issued: IssuedKey): Promise<IssuedKey> {
    const { accountId } = issued.record;
    await this.#store.together(() =>
      Promise.all([
        this.#store.keys.create(issued.record, MAXIMUM_KEYS),
        this.#note(accountId, 'key.create', issued.record.id),
      ]),
    );
    return issued;
  }

  /** A successor with the same name and limits; the old key works for `overlapMs` more. `form` as in `create`. */
  async rotate(keyId: string, overlapMs: number, form?: string): Promise<IssuedKey> {
    const key = await this.#requireLive(keyId);
    return this.#once(key.accountId, form, ['rotate', keyId], (apiKey) => this.#rotate(key, overlapMs, apiKey));
  }

  async #rotate(key: KeyRecord, overlapMs: number, apiKey: string): Promise<IssuedKey> {
    const at = this.#clock.now();
    if (key.kind === 'app') throw new ServiceError('validation', 'A connected app has no key that could be rotated.');
    if (keyStatus(key, at) !== 'active') throw new ServiceError('validation', 'Only an active key can be rotated.');
    const limits = {
      allowedTools: key.allowedTools,
      dailyCapCredits: key.dailyCap === null ? null : toCredits(key.dailyCap),
      expiresAt: key.expiresAt,
    };
    const issued = this.#issue(key.accountId, key.name, limits, apiKey);
    const rotation = { endsAt: at + overlapMs, at, maximum: MAXIMUM_KEYS };
    if (!(await this.#store.keys.rotate(key.id, issued.record, rotation))) {
      throw new ServiceError('validation', 'Only an active key can be rotated.');
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

  /** The same for a connected app; a key is none. */
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

  /** Connected apps among them; without the test key. */
  list(accountId: string): Promise<KeyRecord[]> {
    return this.#store.keys.list(accountId);
  }

  /** A key of the account by its id, or by itself; undefined when it is another's, nobody's or the test key. */
  async find(accountId: string, by: { id: string } | { apiKey: string }): Promise<KeyRecord | undefined> {
    const { keys } = this.#store;
    const key = await ('id' in by ? keys.findById(by.id) : keys.findByHash(hashApiKey(by.apiKey)));
    return key?.accountId === accountId && !isTestKey(key) ? key : undefined;
  }

  /** The account's test key, which may be shown at any time; one that has none yet (an older account) gets it now. */
  async test(accountId: string): Promise<TestKeyRecord> {
    return (
      (await this.#store.keys.findTest(accountId)) ?? this.#store.keys.addTest(newTestKey(accountId, this.#clock.now()))
    );
  }

  /** Revokes the account's test key at once; its successor may call what it might. */
  async replaceTest(accountId: string): Promise<TestKeyRecord> {
    const { allowedTools } = await this.test(accountId);
    const now = this.#clock.now();
    const successor = { ...newTestKey(accountId, now), allowedTools };
    await this.#store.together(() =>
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

  /** An account always has a test key: it is neither revoked nor rotated, but replaced. */
  async #requireLive(keyId: string): Promise<KeyRecord> {
    const key = await this.#require(keyId);
    if (!isTestKey(key)) return key;
    throw new ServiceError('validation', `The key ${keyId} is the account's test key: replace it instead.`);
  }

  /**
   * The answer to a form may never arrive, and a key cannot be had again: so the
   * key of a form follows from the form and a secret, and a form that was sent
   * before gets the key that was made then, which is kept nowhere all the same.
   */
  async #once(
    accountId: string,
    form: string | undefined,
    asked: readonly unknown[],
    make: (apiKey: string) => Promise<IssuedKey>,
  ): Promise<IssuedKey> {
    if (form === undefined) return make(createApiKey());
    const secret = await this.#store.secret(FORM_SECRET);
    const mac = createHmac('sha512', secret).update(JSON.stringify([accountId, form, ...asked]));
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
        // Another process may have had the same form at the same moment.
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

  /** A change and its note are one. */
  async #change(key: KeyRecord, action: string, change: () => Promise<unknown>): Promise<void> {
    await this.#store.together(() => Promise.all([change(), this.#note(key.accountId, action, key.id)]));
  }

  #note(accountId: string, action: string, detail: string): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail, at: this.#clock.now() });
  }
}

/** A test key to be stored. */
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

/** An id for a key that is to be stored. */
export function newKeyId(): string {
  return `key_${randomUUID().replaceAll('-', '')}`;
}
