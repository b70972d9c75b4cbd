import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import { requireEmail } from './email-address.ts';
import { refusalOf, type MailLinkOutcome, type AskedWords, type MailLinks } from './mail-links.ts';
import { requirePassword, type Passwords } from './passwords.ts';
import { hashToken } from './sessions.ts';

export interface RegistrationOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
  /** The value of REGISTRATION (SPEC §11): a list contains the allowed domains. */
  rule: 'open' | 'closed' | string[];
  links: MailLinks;
}

/** The new account, or why there is none. `taken`: the address has an account. */
export type SignupEnd = { account: AccountRecord } | { refused: 'expired' | 'taken' };

/**
 * Sign-up (SPEC §9). `requester`: the network of the request; password checks of different networks take turns. Methods
 * that hash or check a password reject with `rate_limited` if too many checks wait.
 */
export class Registration {
  readonly #options: RegistrationOptions;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  get rule(): RegistrationOptions['rule'] {
    return this.#options.rule;
  }

  get sendsMail(): boolean {
    return this.#options.links.sendsMail;
  }

  /**
   * `pending`: the owner must still confirm the account's address. `not_asked`: the account is from a release without
   * confirmations.
   */
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'> {
    return this.#options.store.mail.confirmation(accountId);
  }

  /** True if REGISTRATION allows the domain of the address. */
  admits(address: string): boolean {
    const { rule } = this.#options;
    if (rule === 'closed') return false;
    return rule === 'open' || rule.includes(address.slice(address.lastIndexOf('@') + 1));
  }

  /** Sign-up on a service that sends no mail: creates the account at once. */
  async register(email: string, password: string, requester: string): Promise<AccountRecord> {
    const address = this.#requireAdmitted(email);
    requirePassword(password);
    const { accounts, passwords } = this.#options;
    const passwordHash = await passwords.hash(password, requester);
    return accounts.create({ email: address, passwordHash, spent: await accounts.hadTrial(address, requester) });
  }

  /**
   * Sign-up on a service that sends mail: mails a link that completes the sign-up. A mail is sent in any case, so that
   * the answer does not tell whether the address has an account.
   */
  async ask(email: string, words: AskedWords): Promise<MailLinkOutcome> {
    const { accounts, links } = this.#options;
    const address = this.#requireAdmitted(email);
    const known = await accounts.findHolder(address);
    // The mail to a known address does not contain the token.
    const link = { accountId: null, purpose: 'signup', address: known?.email ?? address } as const;
    return links.send(link, known ? () => words.other : words.link);
  }

  /** The address whose sign-up the token completes; undefined if the token is unknown, expired or used. */
  async awaited(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const address = (await store.mail.findLink(hashToken(token), 'signup', clock.now()))?.address;
    // REGISTRATION may have changed since the mail was sent.
    return address !== undefined && this.admits(address) ? address : undefined;
  }

  /**
   * Completes a sign-up with the token from the mail, which proves the address. A sign-up with another person's address
   * therefore gives no account.
   */
  async finish(token: string, password: string): Promise<SignupEnd> {
    const { store, accounts, passwords, clock } = this.#options;
    const email = await this.awaited(token);
    if (email === undefined) return { refused: 'expired' };
    requirePassword(password);
    const requester = { proved: `sign-up of ${email}` };
    const passwordHash = await passwords.hash(password, requester);
    const spent = await accounts.hadTrial(email, requester);
    const proof = (): Promise<unknown> =>
      Promise.all([
        store.mail.spendLink(hashToken(token), 'signup', clock.now()),
        store.mail.endSignups(email, clock.now()),
      ]);
    return accounts.create({ email, passwordHash, spent, proof }).then((account) => ({ account }), refusalOf);
  }

  #requireAdmitted(email: string): string {
    const address = requireEmail(email);
    const { rule } = this.#options;
    if (rule === 'closed') throw new ServiceError('validation', 'Registration is closed here. Ask the operator.');
    if (!this.admits(address)) {
      const domains = rule === 'open' ? '' : rule.join(', ');
      throw new ServiceError('validation', `Only addresses at these domains can register: ${domains}.`);
    }
    return address;
  }
}
