import { randomUUID } from 'node:crypto';
import { keyStatus } from '../credits/calls.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { toCredits, toMillicredits } from '../lib/credits.ts';
import type { AccountRecord, KeyRecord, NewKey, NewTestKey, Store, TestKeyRecord } from '../store/types.ts';
import { createApiKey, hashApiKey, isTestKey, KEY_PREFIX, TEST_KEY_PREFIX } from './api-key.ts';
import { formsOfEmail, requireEmail } from './email-address.ts';
import type { Passwords } from './passwords.ts';
import { SpentTrials } from './spent-trials.ts';
import { termsOf, titleOf, TRIAL_DAYS, TRIAL_PLAN, type Plan, type Plans } from './plans.ts';

const DAY_MS = 86_400_000;
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
}

/** Registration, plans and keys (SPEC §9). Amounts are credits. */
export class Accounts {
  readonly #store: Store;
  readonly #plans: Plans;
  readonly #clock: Clock;
  readonly #passwords: Passwords;
  readonly #trials: SpentTrials;

  constructor(store: Store, plans: Plans, clock: Clock, passwords: Passwords) {
    this.#store = store;
    this.#plans = plans;
    this.#clock = clock;
    this.#passwords = passwords;
    this.#trials = new SpentTrials(store.signups, passwords, clock);
  }

  get plans(): Plans {
    return this.#plans;
  }

  /** A plan by name; an account may be on one that PLANS_FILE no longer has. */
  planOf(account: Pick<AccountRecord, 'plan' | 'allowance'>): Plan {
    return (
      this.#plans.get(account.plan) ?? {
        name: account.plan,
        title: titleOf(account.plan),
        trial: account.plan === TRIAL_PLAN,
        allowance: account.allowance,
        overageRate: null,
        rpmLimit: 10,
        platforms: null,
      }
    );
  }

  /** A new account; the trial starts now unless another plan is named, and is over where it is `spent`. */
  async create(input: {
    email: string;
    plan?: string;
    subscriptionId?: string;
    operator?: boolean;
    spent?: boolean;
  }): Promise<AccountRecord> {
    const now = this.#clock.now();
    const plan = this.#requirePlan(input.plan ?? TRIAL_PLAN);
    const account = await this.#store.accounts.create({
      id: `acc_${randomUUID().replaceAll('-', '')}`,
      email: requireEmail(input.email),
      plan: plan.name,
      subscriptionId: plan.trial ? null : (input.subscriptionId ?? newSubscriptionId()),
      createdAt: now,
      trialEndsAt: plan.trial ? (input.spent ? now : now + TRIAL_DAYS * DAY_MS) : null,
      allowance: plan.allowance,
      operator: input.operator ?? false,
    });
    await this.#note(account.id, 'account.create', plan.name);
    await this.testKey(account.id);
    return account;
  }

  /** By id or e-mail address. */
  async require(idOrEmail: string): Promise<AccountRecord> {
    const now = this.#clock.now();
    const account = idOrEmail.includes('@')
      ? await this.findByEmail(idOrEmail)
      : await this.#store.accounts.findById(idOrEmail, now);
    if (!account) throw new ServiceError('validation', `There is no account ${idOrEmail}.`);
    return account;
  }

  /** By an address as somebody typed it. */
  async findByEmail(email: string): Promise<AccountRecord | undefined> {
    for (const form of formsOfEmail(email)) {
      const account = await this.#store.accounts.findByEmail(form, this.#clock.now());
      if (account) return account;
    }
    return undefined;
  }

  /** Whether an address had an account, within the last year, that was deleted or left it. */
  hadTrial(email: string, asker: string): Promise<boolean> {
    return this.#trials.has(requireEmail(email), asker);
  }

  list(): Promise<AccountRecord[]> {
    return this.#store.accounts.list(this.#clock.now());
  }

  /** Takes effect at once and starts a new month (SPEC §7). */
  async changePlan(accountId: string, planName: string, subscriptionId?: string): Promise<AccountRecord> {
    const now = this.#clock.now();
    const plan = this.#requirePlan(planName);
    const account = await this.require(accountId);
    await this.#store.accounts.setPlan(account.id, {
      plan: plan.name,
      subscriptionId: plan.trial ? null : (subscriptionId ?? account.subscriptionId ?? newSubscriptionId()),
      trialEndsAt: plan.trial ? (account.trialEndsAt ?? now + TRIAL_DAYS * DAY_MS) : null,
      terms: termsOf(plan),
      at: now,
    });
    await this.#note(account.id, 'account.plan', `${account.plan} → ${plan.name}`);
    return this.require(account.id);
  }

  /** Switches overage on with a limit in credits a month, or off with null. */
  async setOverage(accountId: string, limitCredits: number | null): Promise<AccountRecord> {
    const account = await this.require(accountId);
    if (limitCredits !== null) {
      if (this.planOf(account).overageRate === null) {
        throw new ServiceError('validation', `The plan ${account.plan} has no overage. Change the plan first.`);
      }
      if (!(limitCredits >= 0 && limitCredits <= 1e9)) {
        throw new ServiceError('validation', 'The overage limit must be a number of credits from 0 on.');
      }
    }
    await this.#store.accounts.setOverage(account.id, limitCredits === null ? null : toMillicredits(limitCredits));
    await this.#note(account.id, 'account.overage', limitCredits === null ? 'off' : String(limitCredits));
    return this.require(account.id);
  }

  /** As `setPasswordHash`. Rejects with `rate_limited` when too many passwords wait. */
  async setPassword(accountId: string, password: string): Promise<void> {
    const account = await this.require(accountId);
    requirePassword(password);
    await this.setPasswordHash(account.id, await this.#passwords.hash(password, account.id));
  }

  /**
   * Takes what `Passwords` made of a password: for steps that must not fail
   * half-way. Whoever came in with the old one is out: sessions, links that
   * were mailed, log-ins half-way and known browsers all end.
   */
  async setPasswordHash(accountId: string, hash: string): Promise<void> {
    const account = await this.require(accountId);
    // Begun in one turn, the four fall into one transaction.
    await Promise.all([
      this.#store.accounts.setPassword(account.id, hash),
      this.#store.mail.dropLinks(account.id, ['reset', 'address', 'unlock']),
      this.#store.logIns.forget(account.id),
      this.#store.sessions.revokeAll(account.id, this.#clock.now()),
    ]);
    await this.#note(account.id, 'account.password', '');
  }

  /**
   * Another address for the account, proved by its owner before. What was
   * mailed to the old one leads nowhere any more; it gets no second trial.
   */
  async setEmail(accountId: string, email: string): Promise<AccountRecord> {
    const account = await this.require(accountId);
    const address = requireEmail(email);
    await this.#trials.note(account.email, account.id);
    await this.#store.accounts.setEmail(account.id, address);
    await this.#store.mail.dropLinks(account.id, ['confirm', 'reset', 'address', 'unlock']);
    await this.#note(account.id, 'account.email', `${account.email} → ${address}`);
    return this.require(account.id);
  }

  async setOperator(accountId: string, operator: boolean): Promise<AccountRecord> {
    const account = await this.require(accountId);
    await this.#store.accounts.setOperator(account.id, operator);
    await this.#note(account.id, 'account.operator', operator ? 'on' : 'off');
    return this.require(account.id);
  }

  /** All that belongs to it goes; a hash of its address stays for a year, so that it gets no second trial. */
  async delete(accountId: string): Promise<void> {
    const account = await this.require(accountId);
    await this.#trials.note(account.email, account.id);
    await this.#store.accounts.delete(account.id);
  }

  async createKey(accountId: string, name = 'default', limits: KeyLimits = {}): Promise<IssuedKey> {
    const account = await this.require(accountId);
    const keys = await this.#store.keys.list(account.id);
    const now = this.#clock.now();
    if (keys.filter((key) => keyStatus(key, now) === 'active').length >= MAXIMUM_KEYS) {
      throw new ServiceError('validation', `An account has at most ${MAXIMUM_KEYS} active keys. Revoke one first.`);
    }
    const issued = this.#issue(account.id, name, limits);
    await this.#store.keys.create(issued.record);
    await this.#note(account.id, 'key.create', issued.record.id);
    return issued;
  }

  /** A successor with the same name and limits; the old key works for `overlapMs` more. */
  async rotateKey(keyId: string, overlapMs: number): Promise<IssuedKey> {
    const key = await this.#requireLiveKey(keyId);
    const now = this.#clock.now();
    if (keyStatus(key, now) !== 'active') throw new ServiceError('validation', 'Only an active key can be rotated.');
    const issued = this.#issue(key.accountId, key.name, {
      allowedTools: key.allowedTools,
      dailyCapCredits: key.dailyCap === null ? null : toCredits(key.dailyCap),
      expiresAt: key.expiresAt,
    });
    if (!(await this.#store.keys.rotate(key.id, issued.record, now + overlapMs, now))) {
      throw new ServiceError('validation', 'Only an active key can be rotated.');
    }
    await this.#note(key.accountId, 'key.rotate', `${key.id} → ${issued.record.id}`);
    return issued;
  }

  async revokeKey(keyId: string): Promise<void> {
    const key = await this.#requireLiveKey(keyId);
    await this.#store.keys.revoke(key.id, this.#clock.now());
    await this.#note(key.accountId, 'key.revoke', key.id);
  }

  async renameKey(keyId: string, name: string): Promise<void> {
    const key = await this.#requireKey(keyId);
    await this.#store.keys.rename(key.id, requireName(name));
    await this.#note(key.accountId, 'key.rename', key.id);
  }

  async limitKey(keyId: string, limits: Required<KeyLimits>): Promise<void> {
    const key = await this.#requireKey(keyId);
    await this.#store.keys.setLimits(key.id, {
      allowedTools: limits.allowedTools,
      dailyCap: limits.dailyCapCredits === null ? null : toMillicredits(limits.dailyCapCredits),
      expiresAt: limits.expiresAt,
    });
    await this.#note(key.accountId, 'key.limits', key.id);
  }

  /** Without the test key. */
  keys(accountId: string): Promise<KeyRecord[]> {
    return this.#store.keys.list(accountId);
  }

  /** A key of the account by its id, or by itself; undefined when it is another's, nobody's or the test key. */
  async findKey(accountId: string, by: { id: string } | { apiKey: string }): Promise<KeyRecord | undefined> {
    const { keys } = this.#store;
    const key = await ('id' in by ? keys.findById(by.id) : keys.findByHash(hashApiKey(by.apiKey)));
    return key?.accountId === accountId && !isTestKey(key) ? key : undefined;
  }

  /** The account's test key, which may be shown at any time; one that has none yet (an older account) gets it now. */
  async testKey(accountId: string): Promise<TestKeyRecord> {
    return (await this.#store.keys.findTest(accountId)) ?? this.#store.keys.addTest(this.#issueTest(accountId));
  }

  /** Revokes the account's test key at once; its successor may call what it might. */
  async replaceTestKey(accountId: string): Promise<TestKeyRecord> {
    const account = await this.require(accountId);
    const { allowedTools } = await this.testKey(account.id);
    const successor = { ...this.#issueTest(account.id), allowedTools };
    await this.#store.keys.replaceTest(successor, this.#clock.now());
    await this.#note(account.id, 'key.replace_test', successor.id);
    return this.testKey(account.id);
  }

  /** By id, or by the last four characters where they name one key. */
  async #requireKey(keyId: string): Promise<KeyRecord> {
    const key = await this.#store.keys.findById(keyId);
    if (!key) throw new ServiceError('validation', `There is no key ${keyId}.`);
    return key;
  }

  /** An account always has a test key: it is neither revoked nor rotated, but replaced. */
  async #requireLiveKey(keyId: string): Promise<KeyRecord> {
    const key = await this.#requireKey(keyId);
    if (!isTestKey(key)) return key;
    throw new ServiceError('validation', `The key ${keyId} is the account's test key: replace it instead.`);
  }

  #issueTest(accountId: string): NewTestKey {
    const apiKey = createApiKey(TEST_KEY_PREFIX);
    return {
      apiKey,
      id: `key_${randomUUID().replaceAll('-', '')}`,
      accountId,
      name: 'test',
      hash: hashApiKey(apiKey),
      prefix: TEST_KEY_PREFIX,
      lastFour: apiKey.slice(-4),
      createdAt: this.#clock.now(),
      expiresAt: null,
      allowedTools: null,
      dailyCap: null,
    };
  }

  #issue(accountId: string, name: string, limits: KeyLimits): IssuedKey {
    const apiKey = createApiKey();
    const cap = limits.dailyCapCredits ?? null;
    return {
      apiKey,
      record: {
        id: `key_${randomUUID().replaceAll('-', '')}`,
        accountId,
        name: requireName(name),
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

  #requirePlan(name: string): Plan {
    const plan = this.#plans.get(name);
    if (!plan) {
      throw new ServiceError('validation', `There is no plan ${name}. Plans: ${[...this.#plans.keys()].join(', ')}.`, {
        details: { allowed: [...this.#plans.keys()] },
      });
    }
    return plan;
  }

  #note(accountId: string, action: string, detail: string): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail, at: this.#clock.now() });
  }
}

function newSubscriptionId(): string {
  return `sub_${randomUUID().replaceAll('-', '')}`;
}

/** Long enough to withstand guessing, short enough not to be a burden to hash. */
export function isPassword(text: string): boolean {
  return text.length >= 10 && text.length <= 1000;
}

export function requirePassword(password: string): void {
  if (!isPassword(password)) {
    throw new ServiceError('validation', 'A password has at least 10 characters.');
  }
}

function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length === 0 || trimmed.length > 80) {
    throw new ServiceError('validation', 'A key has a name of 1 to 80 characters.');
  }
  return trimmed;
}
