import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { LinkText, MailText, Postbox } from '../mail/postbox.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import { requirePassword, type Accounts } from './accounts.ts';
import { requireEmail } from './email-address.ts';
import type { Passwords } from './passwords.ts';
import { createToken, hashToken } from './sessions.ts';

/** How long a sign-up waits for its mail. */
const SIGNUP_MS = 24 * 3_600_000;

export interface RegistrationOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
  /** Who may register: SPEC §11, REGISTRATION. */
  rule: 'open' | 'closed' | string[];
  postbox: Postbox;
  /** Where links in mails lead; never taken from a request. */
  baseUrl: string;
}

/** How a sign-up ended: an account, or why there is none. */
export type SignupEnd = { account: AccountRecord } | { refused: 'expired' | 'wrong_password' | 'taken' };

/**
 * Signing up (SPEC §9). `asker` is the address that asks: passwords of one
 * address wait for each other. What hashes or checks one rejects with
 * `rate_limited` when too many wait.
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
    return this.#options.postbox.open;
  }

  /** Whether the account's address waits for its confirmation: that of one from before sign-ups did. */
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'> {
    return this.#options.store.mail.confirmation(accountId);
  }

  /** Whether REGISTRATION admits an address of this domain. */
  admits(address: string): boolean {
    const { rule } = this.#options;
    if (rule === 'closed') return false;
    return rule === 'open' || rule.includes(address.slice(address.lastIndexOf('@') + 1));
  }

  /** Without a mail server: an account at once. Rejects with `validation` when there is one. */
  async register(email: string, password: string, asker: string): Promise<AccountRecord> {
    const address = this.#requireAdmitted(email, password);
    // First of all: it may be refused, and an account without its password would be of no use.
    const hash = await this.#options.passwords.hash(password, asker);
    return this.#create(address, hash, asker);
  }

  /**
   * With a mail server: the address is asked by a link, and there is no account
   * before. The asker learns nothing of whether there is one: a password is
   * hashed, a row written and a mail sent for either.
   */
  async ask(email: string, password: string, words: { link: LinkText; known: MailText }, asker: string): Promise<void> {
    const { accounts, passwords, store, clock, postbox, baseUrl } = this.#options;
    const address = this.#requireAdmitted(email, password);
    const passwordHash = await passwords.hash(password, asker);
    const known = await accounts.findByEmail(address);
    const token = createToken();
    // Of a known address nobody gets the token.
    await store.signups.save({
      hash: hashToken(token),
      email: address,
      passwordHash,
      expiresAt: clock.now() + SIGNUP_MS,
    });
    postbox.post(known ? known.email : address, known ? words.known : words.link(`${baseUrl}/confirm?token=${token}`));
  }

  /** Whether a token is of a sign-up that waits. */
  async awaits(token: string): Promise<boolean> {
    return (await this.#options.store.signups.find(hashToken(token), this.#options.clock.now())) !== undefined;
  }

  /**
   * Ends a sign-up by its mailed token and its password: the one proves the
   * address, the other that it was the same person who asked. A stranger's
   * sign-up with somebody's address is thus nobody's account.
   */
  async finish(token: string, password: string, asker: string): Promise<SignupEnd> {
    const { store, accounts, passwords, clock } = this.#options;
    const signup = await store.signups.find(hashToken(token), clock.now());
    if (!signup) return { refused: 'expired' };
    if (!(await passwords.verify(password.slice(0, 1000), signup.passwordHash, asker))) {
      return { refused: 'wrong_password' };
    }
    if (await accounts.findByEmail(signup.email)) return { refused: 'taken' };
    if (!(await store.signups.take(signup.hash, clock.now()))) return { refused: 'expired' };
    const account = await this.#create(signup.email, signup.passwordHash, asker);
    await store.mail.askConfirmation(account.id, clock.now());
    await store.mail.confirm(account.id, clock.now());
    return { account };
  }

  #requireAdmitted(email: string, password: string): string {
    const address = requireEmail(email);
    requirePassword(password);
    const { rule } = this.#options;
    if (rule === 'closed') throw new ServiceError('validation', 'Registration is closed here. Ask the operator.');
    if (!this.admits(address)) {
      const domains = rule === 'open' ? '' : rule.join(', ');
      throw new ServiceError('validation', `Only addresses of these domains may register here: ${domains}.`);
    }
    return address;
  }

  async #create(address: string, passwordHash: string, asker: string): Promise<AccountRecord> {
    const { accounts } = this.#options;
    const spent = await accounts.hadTrial(address, asker);
    const account = await accounts.create({ email: address, spent });
    await accounts.setPasswordHash(account.id, passwordHash);
    return accounts.require(account.id);
  }
}
