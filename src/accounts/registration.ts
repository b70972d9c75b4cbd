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
  /** Who may register (REGISTRATION, SPEC §11). */
  rule: 'open' | 'closed' | string[];
  links: MailLinks;
}

/** Result of a sign-up: an account, or why there is none. */
export type SignupEnd = { account: AccountRecord } | { refused: 'expired' | 'taken' };

/**
 * Sign-up (SPEC §9). `asker` is the address of the request: password checks of
 * one address queue behind each other. Methods that hash or check a password
 * reject with `rate_limited` when too many wait.
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
    return this.#options.links.sendsMail;
  }

  /**
   * Whether the account's address still waits for confirmation. Accounts from
   * before confirmations existed were never asked.
   */
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'> {
    return this.#options.store.mail.confirmation(accountId);
  }

  /** Whether REGISTRATION admits the domain of an address. */
  admits(address: string): boolean {
    const { rule } = this.#options;
    if (rule === 'closed') return false;
    return rule === 'open' || rule.includes(address.slice(address.lastIndexOf('@') + 1));
  }

  /**
   * Sign-up without a mail server: creates the account at once. Rejects with
   * `validation` if the service sends mail.
   */
  async register(email: string, password: string, asker: string): Promise<AccountRecord> {
    const address = this.#requireAdmitted(email);
    requirePassword(password);
    const { accounts, passwords } = this.#options;
    const passwordHash = await passwords.hash(password, asker);
    return accounts.create({ email: address, passwordHash, spent: await accounts.hadTrial(address, asker) });
  }

  /**
   * Sign-up with a mail server: mails a link, and creates the account only when it
   * is opened. The answer does not reveal whether the address has an account: a
   * row is written and a mail sent in both cases.
   */
  async ask(email: string, words: AskedWords): Promise<MailLinkOutcome> {
    const { accounts, links } = this.#options;
    const address = this.#requireAdmitted(email);
    const known = await accounts.findHolder(address);
    // The token for a known address is given to nobody.
    const link = { accountId: null, purpose: 'signup', address: known?.email ?? address } as const;
    return links.send(link, known ? () => words.other : words.link);
  }

  /** The address for which a token completes the sign-up. */
  async awaited(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const address = (await store.mail.findLink(hashToken(token), 'signup', clock.now()))?.address;
    // REGISTRATION may have changed since.
    return address !== undefined && this.admits(address) ? address : undefined;
  }

  /**
   * Completes a sign-up: the mailed token proves the address, and its holder
   * chooses the password. A sign-up with someone else's address therefore gains
   * nothing and does not disturb the owner.
   */
  async finish(token: string, password: string): Promise<SignupEnd> {
    const { store, accounts, passwords, clock } = this.#options;
    const email = await this.awaited(token);
    if (email === undefined) return { refused: 'expired' };
    requirePassword(password);
    const asker = { proved: `sign-up of ${email}` };
    const passwordHash = await passwords.hash(password, asker);
    const spent = await accounts.hadTrial(email, asker);
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
