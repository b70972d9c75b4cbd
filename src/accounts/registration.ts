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
  /** The setting REGISTRATION (SPEC §11): everybody, nobody, or only addresses at the listed domains. */
  rule: 'open' | 'closed' | string[];
  links: MailLinks;
}

export type SignupEnd = { account: AccountRecord } | { refused: 'expired' | 'taken' };

/**
 * Sign-up (SPEC §9). `requester` is the network of the request; password checks of different networks take turns.
 * Methods that check or hash a password reject with `rate_limited` if too many checks are waiting.
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

  /** `pending`: the owner must still confirm the address. `not_asked`: no confirmation was asked for. */
  confirmation(accountId: string): Promise<'not_asked' | 'pending' | 'confirmed'> {
    return this.#options.store.mail.confirmation(accountId);
  }

  admits(address: string): boolean {
    const { rule } = this.#options;
    if (rule === 'closed') return false;
    return rule === 'open' || rule.includes(address.slice(address.lastIndexOf('@') + 1));
  }

  async register(email: string, password: string, requester: string): Promise<AccountRecord> {
    const address = this.#requireAdmitted(email);
    requirePassword(password);
    const { accounts, passwords } = this.#options;
    const passwordHash = await passwords.hash(password, requester);
    return accounts.create({ email: address, passwordHash, spent: await accounts.hadTrial(address, requester) });
  }

  /**
   * Mails a link that completes the sign-up. An address that has an account gets a different mail, so the answer does
   * not reveal whether there is one. Rejects with `validation` if the address is invalid or may not register here.
   */
  async ask(email: string, words: AskedWords): Promise<MailLinkOutcome> {
    const { accounts, links } = this.#options;
    const address = this.#requireAdmitted(email);
    const known = await accounts.findHolder(address);
    // The mail to a known address does not contain the token.
    const link = { accountId: null, purpose: 'signup', address: known?.email ?? address } as const;
    return links.send(link, known ? () => words.other : words.link);
  }

  /**
   * Returns the address whose sign-up the token completes, or undefined if the token is not valid or the address may no
   * longer register.
   */
  async awaited(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const address = (await store.mail.findLink(hashToken(token), 'signup', clock.now()))?.address;
    return address !== undefined && this.admits(address) ? address : undefined;
  }

  /** Completes a sign-up. The mailed token proves that the person owns the address. */
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
