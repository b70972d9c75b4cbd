import type { Clock } from '../lib/clock.ts';
import type { LinkText, MailText, Postbox } from '../mail/postbox.ts';
import type { AccountRecord, MailPurpose, Store } from '../store/types.ts';
import { requirePassword, type Accounts } from './accounts.ts';
import { requireEmail } from './email-address.ts';
import type { Passwords } from './passwords.ts';
import { createToken, hashToken } from './sessions.ts';

const HOUR_MS = 3_600_000;
const LIFE_MS: Record<MailPurpose, number> = {
  confirm: 72 * HOUR_MS,
  reset: HOUR_MS,
  address: 24 * HOUR_MS,
  unlock: HOUR_MS,
};

export interface MailLinksOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
  postbox: Postbox;
  /** Where links in mails lead; never taken from a request. */
  baseUrl: string;
}

/** What a link asked for by address is mailed with; `unknown` to an address that has no account. */
export interface AskedWords {
  link: LinkText;
  unknown: MailText;
}

/** Ways into an account by its mailbox: confirming, a forgotten password, another address, a proof for a log-in. */
export class MailLinks {
  readonly #options: MailLinksOptions;

  constructor(options: MailLinksOptions) {
    this.#options = options;
  }

  async sendConfirmation(account: AccountRecord, words: LinkText): Promise<void> {
    this.#options.postbox.post(account.email, words(await this.#createLink(account.id, 'confirm')));
  }

  async canConfirm(token: string): Promise<boolean> {
    return (await this.#find(token, 'confirm')) !== undefined;
  }

  /** Confirms the address of the link's account; false when the link has expired or was used. */
  async confirm(token: string): Promise<boolean> {
    const { store, clock } = this.#options;
    const link = await store.mail.takeLink(hashToken(token), 'confirm', clock.now());
    if (!link) return false;
    await store.mail.confirm(link.accountId, clock.now());
    await store.audit.add({ accountId: link.accountId, action: 'account.confirm', detail: '', at: clock.now() });
    return true;
  }

  /** Mails a link to set a new password. The asker learns nothing: a row is written and a mail sent for any address. */
  askReset(email: string, words: AskedWords): Promise<void> {
    return this.#askByAddress(email, 'reset', words);
  }

  /** Mails a link that proves the browser it is opened in, for a log-in that others' wrong tries hold up. */
  askUnlock(email: string, words: AskedWords): Promise<void> {
    return this.#askByAddress(email, 'unlock', words);
  }

  /** The same link for the operator to hand over, where no mail is sent. */
  createUnlockLink(accountId: string): Promise<string> {
    return this.#createLink(accountId, 'unlock');
  }

  async canReset(token: string): Promise<boolean> {
    return (await this.#find(token, 'reset')) !== undefined;
  }

  /** Sets a password by a mailed link and ends all sessions; false when the link has expired or was used. */
  async reset(token: string, password: string, asker: string): Promise<boolean> {
    const { store, accounts, passwords, clock } = this.#options;
    requirePassword(password);
    if (!(await this.canReset(token))) return false;
    // Before the link is used up: hashing may be refused.
    const hash = await passwords.hash(password, asker);
    const link = await store.mail.takeLink(hashToken(token), 'reset', clock.now());
    if (!link) return false;
    await accounts.setPasswordHash(link.accountId, hash);
    // Who reads the mail of an address has confirmed it.
    await store.mail.confirm(link.accountId, clock.now());
    return true;
  }

  async canUnlock(token: string): Promise<boolean> {
    return (await this.#find(token, 'unlock')) !== undefined;
  }

  /** The account whose mailbox the link proved, once. */
  async unlock(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    return (await store.mail.takeLink(hashToken(token), 'unlock', clock.now()))?.accountId;
  }

  /**
   * Asks a new address by a link, and tells the old one. The asker learns
   * nothing of whether the new one has an account: the work is the same.
   */
  async askAddress(
    account: AccountRecord,
    email: string,
    words: { link: LinkText; known: MailText; told: MailText },
  ): Promise<void> {
    const { accounts, postbox } = this.#options;
    const address = requireEmail(email);
    const holder = await accounts.findByEmail(address);
    const link = await this.#createLink(holder ? null : account.id, 'address', address);
    postbox.post(address, holder ? words.known : words.link(link));
    postbox.post(account.email, words.told);
  }

  /** The address that a link would set. */
  async askedAddress(token: string): Promise<string | undefined> {
    return (await this.#find(token, 'address'))?.address ?? undefined;
  }

  /** Sets the address of a link and tells the old one; undefined when the link has expired, or the address is taken by now. */
  async changeAddress(token: string, told: (address: string) => MailText): Promise<AccountRecord | undefined> {
    const { store, accounts, clock, postbox } = this.#options;
    const link = await this.#find(token, 'address');
    if (!link?.address || (await accounts.findByEmail(link.address))) return undefined;
    const before = await accounts.require(link.accountId);
    const account = await accounts.setEmail(link.accountId, link.address);
    await store.mail.askConfirmation(account.id, clock.now());
    await store.mail.confirm(account.id, clock.now());
    postbox.post(before.email, told(account.email));
    return account;
  }

  #find(token: string, purpose: MailPurpose) {
    return this.#options.store.mail.findLink(hashToken(token), purpose, this.#options.clock.now());
  }

  async #askByAddress(email: string, purpose: 'reset' | 'unlock', words: AskedWords): Promise<void> {
    const { accounts, postbox } = this.#options;
    const account = await accounts.findByEmail(email);
    const link = await this.#createLink(account?.id ?? null, purpose);
    postbox.post(account ? account.email : requireEmail(email), account ? words.link(link) : words.unknown);
  }

  /** A link of its own for each asking: nobody's asking ends another's. */
  async #createLink(accountId: string | null, purpose: MailPurpose, address: string | null = null): Promise<string> {
    const { store, clock, baseUrl } = this.#options;
    const token = createToken();
    const expiresAt = clock.now() + LIFE_MS[purpose];
    await store.mail.saveLink({ hash: hashToken(token), accountId, purpose, address, expiresAt });
    return `${baseUrl}/${purpose}?token=${token}`;
  }
}
