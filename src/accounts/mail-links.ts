import { activeOf } from './api-keys.ts';
import { ServiceError } from '../errors.ts';
import { HOUR_MS, type Clock } from '../lib/clock.ts';
import type { LinkText, MailText, Postbox } from '../mail/postbox.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { AccountLink, AccountRecord, MailLink, MailPurpose, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import { requireEmail } from './email-address.ts';
import { requirePassword, type Passwords } from './passwords.ts';
import { createToken, hashToken } from './sessions.ts';

const LIFE_MS: Record<MailPurpose, number> = {
  signup: 24 * HOUR_MS,
  confirm: 72 * HOUR_MS,
  reset: HOUR_MS,
  address: 24 * HOUR_MS,
  unlock: HOUR_MS,
};
/**
 * Maximum number of links for one purpose that are mailed to one address within `withinMs`. It does not apply to
 * requests from a known browser. Every link is valid for longer than `withinMs`, so a person who has reached the maximum
 * can still use one of the links that were mailed, unless all of them have been used or ended.
 */
const CAP = { links: 3, withinMs: HOUR_MS / 2 };

export interface MailLinksOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  clock: Clock;
  postbox: Postbox;
  baseUrl: string;
}

/**
 * Builds the mail about a new password. `names`: keys and apps that still have access; `url`: the page where they can
 * be revoked.
 */
export type AccessText = (names: readonly string[], url: string) => MailText;

export interface AskedWords {
  link: LinkText;
  other: MailText;
}

/** `waiting`: nothing was sent, because the mailbox has had the maximum number of links. */
export type MailLinkOutcome = 'sent' | 'waiting';

/** `taken`: another account has the address, so nothing was changed. */
export type AddressEnd = { account: AccountRecord } | { refused: 'expired' | 'taken' };

export class MailLinks {
  readonly #options: MailLinksOptions;

  constructor(options: MailLinksOptions) {
    this.#options = options;
  }

  get sendsMail(): boolean {
    return this.#options.postbox.open;
  }

  async find(token: string, purpose: Exclude<MailPurpose, 'signup'>): Promise<AccountLink | undefined> {
    const link = await this.#options.store.mail.findLink(hashToken(token), purpose, this.#options.clock.now());
    return link?.accountId ? { ...link, accountId: link.accountId } : undefined;
  }

  sendConfirmation({ id, email }: AccountRecord, words: LinkText): Promise<MailLinkOutcome> {
    return this.send({ accountId: id, purpose: 'confirm', address: email }, words);
  }

  async confirm(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const link = await this.find(token, 'confirm');
    if (!link) return undefined;
    const { accountId, hash } = link;
    const at = clock.now();
    const done = await unlessSpent(
      store.transaction(() =>
        Promise.all([
          store.mail.spendLink(hash, 'confirm', at),
          store.mail.endLinks(accountId, ['confirm'], at),
          store.mail.confirm(accountId, at),
          store.audit.add({ accountId, action: 'account.confirm', detail: '', at }),
        ]),
      ),
    );
    return done ? accountId : undefined;
  }

  /**
   * Mails a link that resets the password (`reset`) or marks a browser as the owner's (`unlock`). An address without an
   * account gets a different mail, so the answer does not reveal whether there is one. With `proved` (the request comes
   * from a known browser), the limit for mails does not apply. Rejects with `validation` if the text is not an address.
   */
  async ask(purpose: 'reset' | 'unlock', email: string, words: AskedWords, proved = false): Promise<MailLinkOutcome> {
    const account = await this.#options.accounts.findHolder(email);
    const address = account?.email ?? requireEmail(email);
    const link = { accountId: account?.id ?? null, purpose, address };
    return this.send(link, account ? words.link : () => words.other, proved);
  }

  async createUnlockLink({ id, email }: AccountRecord): Promise<string> {
    const { token, link } = this.#createLink({ accountId: id, purpose: 'unlock', address: email });
    await this.#options.store.mail.saveLink(link);
    return this.#urlOf(link.purpose, token);
  }

  /**
   * Sets the password, which also ends all sessions, and notifies the mailbox. Returns the account's ID, or undefined
   * if the link is not valid. Rejects with `validation` if the password is too short or too long, and with
   * `rate_limited` if too many password checks are waiting.
   */
  async reset(token: string, password: string, notice: AccessText): Promise<string | undefined> {
    const { store, accounts, passwords, clock, postbox } = this.#options;
    requirePassword(password);
    const link = await this.find(token, 'reset');
    if (!link) return undefined;
    // Hashing can be refused, so it must come before the link is used up.
    const hash = await passwords.hash(password, { proved: link.accountId });
    const proof = (): Promise<void> => store.mail.spendLink(link.hash, 'reset', clock.now());
    const done = await unlessSpent(accounts.setPasswordHash(link.accountId, hash, { proof }));
    if (!done) return undefined;
    const active = activeOf(await store.keys.list(link.accountId), clock.now());
    const names = active.map(({ name }) => name);
    postbox.post(link.address, notice(names, `${this.#options.baseUrl}/access`));
    return link.accountId;
  }

  /**
   * Uses up the link and returns the ID of the account whose mailbox it proves, or undefined if the link is not valid.
   * Other unlock links stay valid for other browsers.
   */
  async unlock(token: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const link = await this.find(token, 'unlock');
    const done = link && (await unlessSpent(store.mail.spendLink(link.hash, 'unlock', clock.now())));
    return done ? link.accountId : undefined;
  }

  /**
   * Mails a link to the new address, or a different text if that address has an account, and mails a notice to the old
   * address. The work is the same in both cases, so neither the answer nor its duration reveals whether there is an
   * account.
   */
  async askAddress(
    account: AccountRecord,
    email: string,
    words: { link: LinkText; known: MailText; notice: MailText },
  ): Promise<MailLinkOutcome> {
    const { accounts, postbox } = this.#options;
    const address = requireEmail(email);
    const holder = await accounts.findHolder(address);
    const link = { accountId: account.id, purpose: 'address', address } as const;
    const outcome = await this.send(link, holder ? () => words.known : words.link);
    if (outcome === 'sent') postbox.post(account.email, words.notice);
    return outcome;
  }

  async changeAddress(token: string, notice: (address: string) => MailText): Promise<AddressEnd> {
    const { store, accounts, clock, postbox } = this.#options;
    const link = await this.find(token, 'address');
    const before = link && (await store.accounts.findById(link.accountId, clock.now()));
    if (!before) return { refused: 'expired' };
    const holder = await accounts.findHolder(link.address);
    if (holder && holder.id !== before.id) return { refused: 'taken' };
    const proof = (): Promise<void> => store.mail.spendLink(link.hash, 'address', clock.now());
    const account = await accounts.setEmail(before.id, link.address, proof).catch(refusalOf);
    if ('refused' in account) return account;
    postbox.post(before.email, notice(account.email));
    return { account };
  }

  /**
   * Stores a link and mails it. Nothing is sent if the mailbox has reached its limit for the purpose, unless the
   * requester has `proved` the account.
   */
  async send(
    details: Pick<MailLink, 'accountId' | 'purpose' | 'address'>,
    words: LinkText,
    proved = false,
  ): Promise<MailLinkOutcome> {
    const { store, postbox } = this.#options;
    const { token, link } = this.#createLink(details);
    const cap = { links: CAP.links, since: link.createdAt - CAP.withinMs };
    if (!(await store.mail.saveLink(link, proved ? undefined : cap))) return 'waiting';
    postbox.post(link.address, words(this.#urlOf(link.purpose, token)), () => store.mail.dropLink(link.hash));
    return 'sent';
  }

  /** Each request has its own link, because a shared link would let one person disable the link of another. */
  #createLink(details: Pick<MailLink, 'accountId' | 'purpose' | 'address'>): { token: string; link: MailLink } {
    const token = createToken();
    const createdAt = this.#options.clock.now();
    const expiresAt = createdAt + LIFE_MS[details.purpose];
    return { token, link: { ...details, hash: hashToken(token), createdAt, expiresAt } };
  }

  #urlOf(purpose: MailPurpose, token: string): string {
    return `${this.#options.baseUrl}/${purpose === 'signup' ? 'confirm' : purpose}?token=${token}`;
  }
}

/**
 * Returns why nothing was changed: the link was used (`expired`) or another account has the address (`taken`). Throws
 * any other error.
 */
export function refusalOf(error: unknown): { refused: 'expired' | 'taken' } {
  if (error instanceof AlreadyUsed) return { refused: 'expired' };
  if (isRefusal(error)) return { refused: 'taken' };
  throw error;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === 'validation';
}

async function unlessSpent(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AlreadyUsed || isRefusal(error)) return false;
    throw error;
  }
}
