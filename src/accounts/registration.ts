import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AccountRecord, MailPurpose, Store } from '../store/types.ts';
import { requireEmail, requirePassword, type Accounts } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { createToken, hashToken } from './sessions.ts';

const HOUR_MS = 3_600_000;
const LIFE_MS: Record<MailPurpose, number> = { confirm: 72 * HOUR_MS, reset: HOUR_MS };

/** The words of a mail, in the language of the page that asked for it. */
export type MailText = (link: string) => { subject: string; text: string };

export interface RegistrationOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
  /** Who may register: SPEC §11, REGISTRATION. */
  rule: 'open' | 'closed' | string[];
  mailer: Mailer | undefined;
  /** Where links in mails lead; never taken from a request. */
  baseUrl: string;
  /** Told of mails that could not be sent, and of other work that nobody waits for. */
  onFault(error: unknown): void;
}

/**
 * Registering, logging in, and the ways back in (SPEC §9). `asker` is the
 * address that asks: passwords of one address wait for each other. What hashes
 * or checks one rejects with `rate_limited` when too many wait.
 */
export class Registration {
  readonly #options: RegistrationOptions;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  get rule(): RegistrationOptions['rule'] {
    return this.#options.rule;
  }

  /** Whether confirmations, resets and alerts can be mailed. */
  get sendsMail(): boolean {
    return this.#options.mailer !== undefined;
  }

  /** A new account on trial. With a mail server its address waits for confirmation. */
  async register(email: string, password: string, confirmation: MailText, asker: string): Promise<AccountRecord> {
    const { accounts, passwords, store, clock, rule } = this.#options;
    const address = requireEmail(email);
    requirePassword(password);
    if (rule === 'closed') throw new ServiceError('validation', 'Registration is closed here. Ask the operator.');
    if (rule !== 'open' && !rule.includes(address.slice(address.lastIndexOf('@') + 1))) {
      throw new ServiceError('validation', `Only addresses of these domains may register here: ${rule.join(', ')}.`);
    }
    // First of all: it may be refused, and an account without its password would be of no use.
    const hash = await passwords.hash(password, asker);
    const account = await accounts.create({ email: address });
    await accounts.setPasswordHash(account.id, hash);
    if (this.sendsMail) {
      await store.mail.askConfirmation(account.id, clock.now());
      await this.sendConfirmation(account, confirmation);
    }
    return accounts.require(account.id);
  }

  /** The account, or undefined: the same, and after the same time, for a wrong address and a wrong password. */
  async logIn(email: string, password: string, asker: string): Promise<AccountRecord | undefined> {
    const { store, passwords, clock, onFault } = this.#options;
    const account = await store.accounts.findByEmail(email.trim().toLowerCase().slice(0, 254), clock.now());
    const fits = await passwords.verify(password.slice(0, 1000), account?.passwordHash ?? null, asker);
    if (account) {
      // Not waited for: the write would tell that there is such an account.
      store.audit
        .add({ accountId: account.id, action: fits ? 'session.start' : 'session.refused', detail: '', at: clock.now() })
        .catch(onFault);
    }
    return fits ? account : undefined;
  }

  /** Whether `password` is the account's: asked again before what cannot be undone. */
  proves(account: AccountRecord, password: string): Promise<boolean> {
    return this.#options.passwords.verify(password.slice(0, 1000), account.passwordHash, account.id);
  }

  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'> {
    return this.#options.store.mail.confirmation(accountId);
  }

  async sendConfirmation(account: AccountRecord, words: MailText): Promise<void> {
    await this.#sendLink(account, 'confirm', words);
  }

  /** Confirms the address of the link's account; false when the link has expired or was used. */
  async confirm(token: string): Promise<boolean> {
    const { store, clock } = this.#options;
    const accountId = await store.mail.takeToken(hashToken(token), 'confirm', clock.now());
    if (accountId === undefined) return false;
    await store.mail.confirm(accountId, clock.now());
    await store.audit.add({ accountId, action: 'account.confirm', detail: '', at: clock.now() });
    return true;
  }

  /** Mails a link to set a new password, where there is such an account; the asker learns nothing of that. */
  async forgot(email: string, words: MailText): Promise<void> {
    const { store, clock } = this.#options;
    const account = await store.accounts.findByEmail(email.trim().toLowerCase().slice(0, 254), clock.now());
    if (account) await this.#sendLink(account, 'reset', words);
  }

  async canReset(token: string): Promise<boolean> {
    const { store, clock } = this.#options;
    return (await store.mail.findToken(hashToken(token), 'reset', clock.now())) !== undefined;
  }

  /** Sets a password by a mailed link and ends all sessions; false when the link has expired or was used. */
  async reset(token: string, password: string, asker: string): Promise<boolean> {
    const { store, accounts, passwords, clock } = this.#options;
    requirePassword(password);
    if (!(await this.canReset(token))) return false;
    // Before the link is used up: hashing may be refused.
    const hash = await passwords.hash(password, asker);
    const accountId = await store.mail.takeToken(hashToken(token), 'reset', clock.now());
    if (accountId === undefined) return false;
    await accounts.setPasswordHash(accountId, hash);
    // Who reads the mail of an address has confirmed it.
    await store.mail.confirm(accountId, clock.now());
    return true;
  }

  async #sendLink(account: AccountRecord, purpose: MailPurpose, words: MailText): Promise<void> {
    const { store, clock, mailer, baseUrl, onFault } = this.#options;
    if (!mailer) return;
    const token = createToken();
    await store.mail.saveToken({
      hash: hashToken(token),
      accountId: account.id,
      purpose,
      expiresAt: clock.now() + LIFE_MS[purpose],
    });
    const mail = { to: account.email, ...words(`${baseUrl}/${purpose}?token=${token}`) };
    // Not waited for: how long the server takes would tell whether there is such an account.
    mailer.send(mail).catch(onFault);
  }
}
