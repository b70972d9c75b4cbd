import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import { requireEmail } from './email-address.ts';
import { refusalOf, type Asked, type AskedWords, type MailLinks } from './mail-links.ts';
import { requirePassword, type Passwords } from './passwords.ts';
import { hashToken } from './sessions.ts';

export interface RegistrationOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
  /** Who may register: SPEC §11, REGISTRATION. */
  rule: 'open' | 'closed' | string[];
  links: MailLinks;
}

/** How a sign-up ended: an account, or why there is none. */
export type SignupEnd = { account: AccountRecord } | { refused: 'expired' | 'taken' };

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
    return this.#options.links.sendsMail;
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
    const address = this.#requireAdmitted(email);
    requirePassword(password);
    const { accounts, passwords } = this.#options;
    const passwordHash = await passwords.hash(password, asker);
    return accounts.create({ email: address, passwordHash, spent: await accounts.hadTrial(address, asker) });
  }

  /**
   * With a mail server: the address is asked by a link, and there is no account
   * before. The asker learns nothing of whether there is one: a row is written
   * and a mail sent for either.
   */
  async ask(email: string, words: AskedWords): Promise<Asked> {
    const { accounts, links } = this.#options;
    const address = this.#requireAdmitted(email);
    const known = await accounts.findHolder(address);
    // Of a known address nobody gets the token.
    const link = { accountId: null, purpose: 'signup', address: known?.email ?? address } as const;
    return links.send(link, known ? () => words.other : words.link);
  }

  /** The address whose sign-up a token ends. */
  async awaited(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const address = (await store.mail.findLink(hashToken(token), 'signup', clock.now()))?.address;
    // The rule may have been changed since.
    return address !== undefined && this.admits(address) ? address : undefined;
  }

  /**
   * Ends a sign-up: the mailed token proves the address, and the password is
   * chosen by who has it. So a stranger's sign-up with somebody's address gets
   * the stranger nothing, and is as good as any to the owner.
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
      throw new ServiceError('validation', `Only addresses of these domains may register here: ${domains}.`);
    }
    return address;
  }
}
