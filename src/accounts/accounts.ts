import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { toMillicredits } from '../lib/credits.ts';
import type { AccountRecord, AddressHolder, Store } from '../store/types.ts';
import { newTestKey } from './api-keys.ts';
import { formsOfEmail, requireEmail } from './email-address.ts';
import { requirePassword, type Asker, type Passwords } from './passwords.ts';
import { SpentTrials } from './spent-trials.ts';
import { requirePlan, termsOf, titleOf, TRIAL_DAYS, TRIAL_PLAN, type Plan, type Plans } from './plans.ts';

const DAY_MS = 86_400_000;

/** A step that is part of a change: when it rejects, nothing changes. */
export type Condition = () => Promise<unknown>;

/** Accounts and their plans (SPEC §9). Amounts are credits. Changes that change nothing leave no trace. */
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

  /**
   * A new account with its test key; the trial starts now unless another plan
   * is named, and is over where it is `spent`. Rejects with `validation` when
   * the address is taken.
   */
  async create(input: {
    email: string;
    plan?: string;
    subscriptionId?: string;
    operator?: boolean;
    spent?: boolean;
    /** As `Passwords` makes it. */
    passwordHash?: string;
    /** The address is proved by it. */
    proof?: Condition;
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
    await this.#store.together(() =>
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

  /** By id or e-mail address. */
  async require(idOrEmail: string): Promise<AccountRecord> {
    const now = this.#clock.now();
    const id = idOrEmail.includes('@') ? (await this.findHolder(idOrEmail))?.id : idOrEmail;
    const account = id === undefined ? undefined : await this.#store.accounts.findById(id, now);
    if (!account) throw new ServiceError('validation', `There is no account ${idOrEmail}.`);
    return account;
  }

  /** Whose an address is, as somebody typed it: after the same work where it is nobody's. */
  async findHolder(email: string): Promise<AddressHolder | undefined> {
    const found = await Promise.all(formsOfEmail(email).map((form) => this.#store.accounts.findHolder(form)));
    return found.find((holder) => holder !== undefined);
  }

  /** Whether an address had an account, within the last year, that was deleted or left it. */
  hadTrial(email: string, asker: Asker): Promise<boolean> {
    return this.#trials.has(requireEmail(email), asker);
  }

  list(): Promise<AccountRecord[]> {
    return this.#store.accounts.list(this.#clock.now());
  }

  /** Takes effect at once and starts a new month (SPEC §7). */
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
    const limit = limitCredits === null ? null : toMillicredits(limitCredits);
    if (limit === account.overageLimit) return account;
    const detail = limitCredits === null ? 'off' : String(limitCredits);
    await this.#store.together(() =>
      Promise.all([
        this.#store.accounts.setOverage(account.id, limit),
        this.#note(account.id, 'account.overage', detail, 'lastDetail'),
      ]),
    );
    return this.require(account.id);
  }

  /**
   * As `setPasswordHash`. Rejects with `rate_limited` when too many passwords
   * wait, and with `validation` where the password is not that of `before` any more.
   */
  async setPassword(accountId: string, password: string, before?: string | null): Promise<void> {
    const account = await this.require(accountId);
    requirePassword(password);
    await this.setPasswordHash(account.id, await this.#passwords.hash(password, { proved: account.id }), { before });
  }

  /**
   * Takes what `Passwords` made of a password: for steps that must not fail
   * half-way. Whoever came in with the old one is out: sessions, links that
   * were mailed, log-ins half-way and known browsers all end.
   */
  async setPasswordHash(
    accountId: string,
    hash: string,
    { before, proof }: { before?: string | null | undefined; proof?: Condition } = {},
  ): Promise<void> {
    const now = this.#clock.now();
    const { accounts, mail, logIns, sessions } = this.#store;
    await this.#store.together(() =>
      Promise.all([
        proof?.(),
        accounts.setPassword(accountId, hash, before),
        // Who reads the mail of an address has confirmed it.
        proof && mail.confirm(accountId, now),
        mail.endLinks(accountId, ['reset', 'address', 'unlock'], now),
        logIns.forget(accountId),
        sessions.revokeAll(accountId, now),
        this.#note(accountId, 'account.password', ''),
      ]),
    );
  }

  /**
   * Another address for the account. What was mailed to the old one leads
   * nowhere any more; it gets no second trial. Rejects with `validation` when
   * the address is taken.
   */
  async setEmail(accountId: string, email: string, proof?: Condition): Promise<AccountRecord> {
    const account = await this.require(accountId);
    const address = requireEmail(email);
    if (address === account.email) return account;
    // Before anything changes: hashing may be refused.
    const noteTrial = await this.#trials.prepareNote(account.email, { proved: account.id });
    const { accounts, mail } = this.#store;
    const now = this.#clock.now();
    await this.#store.together(() =>
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

  /** All that belongs to it goes; a hash of its address stays for a year, so that it gets no second trial. */
  async delete(accountId: string, proof?: Condition): Promise<void> {
    const account = await this.require(accountId);
    const noteTrial = await this.#trials.prepareNote(account.email, { proved: account.id });
    await this.#store.together(() => Promise.all([proof?.(), noteTrial(), this.#store.accounts.delete(account.id)]));
  }

  #note(accountId: string, action: string, detail: string, kept?: 'lastDetail'): Promise<void> {
    return this.#store.audit.add({ accountId, action, detail, at: this.#clock.now() }, kept);
  }
}

function newSubscriptionId(): string {
  return `sub_${randomUUID().replaceAll('-', '')}`;
}
