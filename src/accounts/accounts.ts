import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { DAY_MS, type Clock } from '../lib/clock.ts';
import { toMillicredits } from '../lib/credits.ts';
import { noSuchAccount } from '../store/refusals.ts';
import type { AccountRecord, AddressHolder, Store } from '../store/types.ts';
import { newTestKey } from './api-keys.ts';
import { formsOfEmail, mailboxOf, requireEmail } from './email-address.ts';
import { requirePassword, type Requester, type Passwords } from './passwords.ts';
import { SpentTrials } from './spent-trials.ts';
import {
  requirePlan,
  termsOf,
  savedSearchesOf,
  titleOf,
  TRIAL_DAYS,
  TRIAL_PLAN,
  type Plan,
  type Plans,
} from './plans.ts';

/**
 * Makes further writes in the transaction of a change. A rejection rolls back the whole change. All writes must start
 * before the first `await`.
 */
export type Precondition = () => Promise<unknown>;

/** Creates accounts (SPEC §9), and changes and deletes them. */
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
    this.#trials = new SpentTrials(store.spentTrials, passwords, clock);
  }

  get plans(): Plans {
    return this.#plans;
  }

  /**
   * Returns the account's plan. If PLANS_FILE no longer lists it, returns a plan with the account's allowance, 10 calls
   * per minute and no overage.
   */
  planOf(account: Pick<AccountRecord, 'plan' | 'allowance'>): Plan {
    return (
      this.#plans.get(account.plan) ?? {
        name: account.plan,
        title: titleOf(account.plan),
        trial: account.plan === TRIAL_PLAN,
        allowance: account.allowance,
        overageRate: null,
        monthlyPrice: null,
        rpmLimit: 10,
        platforms: null,
        savedSearches: savedSearchesOf(account.plan),
      }
    );
  }

  /**
   * Creates an account with its test key. `plan` defaults to the trial; with `spent`, the trial is already over.
   * Rejects with `validation` if the plan is unknown, the address is invalid, or another account has the address.
   */
  async create(input: {
    email: string;
    plan?: string;
    subscriptionId?: string;
    operator?: boolean;
    spent?: boolean;
    passwordHash?: string;
    /**
     * Uses up the mailed link that proves that the person owns the address. The address is then recorded as confirmed.
     */
    proof?: Precondition;
  }): Promise<AccountRecord> {
    const { accounts, keys, mail } = this.#store;
    const now = this.#clock.now();
    const plan = requirePlan(this.#plans, input.plan ?? TRIAL_PLAN);
    const id = `acc_${randomUUID().replaceAll('-', '')}`;
    const record = {
      id,
      email: requireEmail(input.email),
      plan: plan.name,
      subscriptionId: plan.trial ? null : (input.subscriptionId ?? newSubscriptionId()),
      createdAt: now,
      trialEndsAt: plan.trial ? (input.spent ? now : now + TRIAL_DAYS * DAY_MS) : null,
      allowance: plan.allowance,
      operator: input.operator ?? false,
      passwordHash: input.passwordHash ?? null,
    };
    await this.#store.transaction(() =>
      Promise.all([
        input.proof?.(),
        accounts.create(record),
        keys.addTest(newTestKey(id, now)),
        input.proof && mail.askConfirmation(id, now),
        input.proof && mail.confirm(id, now),
        this.#note(id, 'account.create', plan.name),
        input.passwordHash && this.#note(id, 'account.password', ''),
      ]),
    );
    return this.require(id);
  }

  async require(idOrEmail: string): Promise<AccountRecord> {
    const now = this.#clock.now();
    const id = idOrEmail.includes('@') ? (await this.findHolder(idOrEmail))?.id : idOrEmail;
    const account = id === undefined ? undefined : await this.#store.accounts.findById(id, now);
    if (!account) throw noSuchAccount(idOrEmail);
    return account;
  }

  /**
   * Finds the account with this address, in any form in which it may be stored. An unknown address takes equally long.
   */
  async findHolder(email: string): Promise<AddressHolder | undefined> {
    const found = await Promise.all(formsOfEmail(email).map((form) => this.#store.accounts.findHolder(form)));
    return found.find((holder) => holder !== undefined);
  }

  /**
   * True if the mailbox of this address belongs to an account, or belonged to one that was deleted or changed its
   * address within the last year. Rejects with `validation` if the address is invalid, and with `rate_limited` if too
   * many password checks are waiting.
   */
  async hadTrial(email: string, requester: Requester): Promise<boolean> {
    const address = requireEmail(email);
    const mailbox = mailboxOf(address);
    // Both checks always run, so that the duration does not show which of them applied.
    const hadOne = await this.#trials.has(address, requester);
    const accounts = await this.list();
    return hadOne || accounts.some((account) => mailboxOf(account.email) === mailbox);
  }

  list(): Promise<AccountRecord[]> {
    return this.#store.accounts.list(this.#clock.now());
  }

  /**
   * Ends the account's month and starts a new one on the new plan at once (SPEC §7). Rejects with `validation` if there
   * is no such account or plan.
   */
  async changePlan(accountId: string, planName: string, subscriptionId?: string): Promise<AccountRecord> {
    const now = this.#clock.now();
    const plan = requirePlan(this.#plans, planName);
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

  async setOverage(accountId: string, limitCredits: number | null): Promise<AccountRecord> {
    const account = await this.require(accountId);
    if (limitCredits !== null) {
      if (this.planOf(account).overageRate === null) {
        throw new ServiceError('validation', `The plan ${account.plan} has no overage. Change the plan first.`);
      }
      if (!(limitCredits >= 0 && limitCredits <= 1e9)) {
        throw new ServiceError('validation', 'The overage limit must be a number of credits, 0 or more.');
      }
    }
    const limit = limitCredits === null ? null : toMillicredits(limitCredits);
    if (limit === account.overageLimit) return account;
    const detail = limitCredits === null ? 'off' : String(limitCredits);
    await this.#store.transaction(() =>
      Promise.all([
        this.#store.accounts.setOverage(account.id, limit),
        this.#note(account.id, 'account.overage', detail, 'lastDetail'),
      ]),
    );
    return this.require(account.id);
  }

  /**
   * Like `setPasswordHash`, but hashes the password first. Rejects with `rate_limited` if too many password checks are
   * waiting, and with `validation` if there is no such account, if the password is too short or too long, or if
   * `before` is given and is no longer the password hash.
   */
  async setPassword(accountId: string, password: string, before?: string | null): Promise<void> {
    const account = await this.require(accountId);
    requirePassword(password);
    await this.setPasswordHash(account.id, await this.#passwords.hash(password, { proved: account.id }), { before });
  }

  /**
   * Sets the password hash. Ends all sessions, unfinished log-ins and log-in links of the account, and its mailed links
   * except those that confirm its address, and forgets its known browsers. `proof` uses up a mailed link, which also
   * confirms an address that was still unconfirmed. Rejects with `validation` if there is no such account, or if
   * `before` is given and is no longer the password hash.
   */
  async setPasswordHash(
    accountId: string,
    hash: string,
    { before, proof }: { before?: string | null | undefined; proof?: Precondition } = {},
  ): Promise<void> {
    const now = this.#clock.now();
    const { accounts, mail, logIns, sessions } = this.#store;
    await this.#store.transaction(() =>
      Promise.all([
        proof?.(),
        accounts.setPassword(accountId, hash, before),
        // The proof is a mailed link, so the person receives mail at the address.
        proof && mail.confirm(accountId, now),
        mail.endLinks(accountId, ['reset', 'address', 'unlock'], now),
        logIns.forget(accountId),
        sessions.revokeAll(accountId, now),
        this.#note(accountId, 'account.password', ''),
      ]),
    );
  }

  /**
   * Changes the address, ends all links mailed for the account, and records the old address so that it gets no second
   * trial. With `proof`, the new address counts as confirmed. If the account already has the address, does nothing and
   * does not call `proof`. Rejects with `validation` if there is no such account, or if the new address is invalid or
   * another account has it, and with `rate_limited` if too many password checks are waiting.
   */
  async setEmail(accountId: string, email: string, proof?: Precondition): Promise<AccountRecord> {
    const account = await this.require(accountId);
    const address = requireEmail(email);
    if (address === account.email) return account;
    // Hashing can be refused, so it must come before any change.
    const noteTrial = await this.#trials.prepareNote(account.email, { proved: account.id });
    const { accounts, mail } = this.#store;
    const now = this.#clock.now();
    await this.#store.transaction(() =>
      Promise.all([
        proof?.(),
        accounts.setEmail(account.id, address),
        noteTrial(),
        mail.endLinks(account.id, ['confirm', 'reset', 'address', 'unlock'], now),
        proof && mail.askConfirmation(account.id, now),
        proof && mail.confirm(account.id, now),
        this.#note(account.id, 'account.email', `${account.email} → ${address}`),
      ]),
    );
    return this.require(account.id);
  }

  async setOperator(accountId: string, operator: boolean): Promise<AccountRecord> {
    const account = await this.require(accountId);
    if (operator === account.operator) return account;
    await this.#store.accounts.setOperator(account.id, operator);
    await this.#note(account.id, 'account.operator', operator ? 'on' : 'off');
    return this.require(account.id);
  }

  /**
   * Deletes the account and everything that refers to it. A hash of its address is kept for a year, so that the address
   * gets no second trial. Rejects with `validation` if there is no such account, and with `rate_limited` if too many
   * password checks are waiting.
   */
  async delete(accountId: string, proof?: Precondition): Promise<void> {
    const account = await this.require(accountId);
    const noteTrial = await this.#trials.prepareNote(account.email, { proved: account.id });
    await this.#store.transaction(() => Promise.all([proof?.(), noteTrial(), this.#store.accounts.delete(account.id)]));
  }

  #note(accountId: string, action: string, detail: string, kept?: 'lastDetail'): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail, at: this.#clock.now() }, kept);
  }
}

function newSubscriptionId(): string {
  return `sub_${randomUUID().replaceAll('-', '')}`;
}
