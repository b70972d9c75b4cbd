import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import type { Requester, Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';
import { createToken, hashToken, isToken } from './sessions.ts';

const STEP_MS = 10 * MINUTE_MS;
const STEP_TRIES = 5;

export interface LogInOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  factors: SecondFactors;
  clock: Clock;
  onFault(error: unknown): void;
}

export type CodeEnd = { account: AccountRecord } | { refused: 'expired' | 'wrong' };

export class LogIn {
  readonly #options: LogInOptions;

  constructor(options: LogInOptions) {
    this.#options = options;
  }

  /**
   * Returns undefined if the address or the password is wrong. Both cases take the same time. Rejects with
   * `rate_limited` if too many password checks are waiting.
   */
  async check(email: string, password: string, requester: Requester): Promise<AccountRecord | undefined> {
    const { store, accounts, passwords, clock } = this.#options;
    const account = await accounts.findHolder(email);
    const fits = await passwords.verify(password.slice(0, 1000), account?.passwordHash ?? null, requester);
    if (!account) return undefined;
    // The password may have been changed during the check, which takes a while.
    const now = fits ? await store.accounts.findById(account.id, clock.now()) : undefined;
    if (now && now.passwordHash === account.passwordHash) return now;
    this.#countRefusal(account.id);
    return undefined;
  }

  async proves(account: AccountRecord, password: string): Promise<boolean> {
    const { store, passwords, clock } = this.#options;
    if (!(await passwords.verify(password.slice(0, 1000), account.passwordHash, { proved: account.id }))) return false;
    return (await store.accounts.findById(account.id, clock.now()))?.passwordHash === account.passwordHash;
  }

  noteStart(accountId: string): Promise<void> {
    const { store, clock } = this.#options;
    return store.audit.add({ accountId, action: 'session.start', detail: '', at: clock.now() });
  }

  async needsCode(accountId: string): Promise<boolean> {
    return (await this.#options.factors.state(accountId)) === 'on';
  }

  /** Returns a token for a browser that has given a correct password or log-in link and must now enter a code. */
  async startStep(account: AccountRecord): Promise<string> {
    const { store, clock } = this.#options;
    const token = createToken();
    await store.logIns.saveStep({
      hash: hashToken(token),
      accountId: account.id,
      passwordHash: account.passwordHash ?? '',
      expiresAt: clock.now() + STEP_MS,
    });
    return token;
  }

  async stepAccount(token: string | undefined): Promise<string | undefined> {
    const { store, clock } = this.#options;
    return isToken(token) ? (await store.logIns.findStep(hashToken(token), clock.now()))?.accountId : undefined;
  }

  async proveStep(token: string | undefined, code: string): Promise<CodeEnd> {
    const { store, factors, clock } = this.#options;
    if (!isToken(token)) return { refused: 'expired' };
    const step = await store.logIns.tryStep(hashToken(token), STEP_TRIES, clock.now());
    const account = step && (await store.accounts.findById(step.accountId, clock.now()));
    if (!account || (account.passwordHash ?? '') !== step.passwordHash) return { refused: 'expired' };
    try {
      await factors.prove(account.id, code, () => store.logIns.takeStep(step.hash));
      return { account };
    } catch (error) {
      if (!(error instanceof AlreadyUsed)) throw error;
      if (error.what === 'step') return { refused: 'expired' };
      this.#countRefusal(account.id);
      return { refused: 'wrong' };
    }
  }

  /**
   * Returns the ID of the account for which this browser is known, because it logged in or opened a mailed link before.
   * Failed attempts of strangers do not delay a known browser.
   */
  async provedBy(token: string | undefined): Promise<string | undefined> {
    return isToken(token) ? this.#options.store.logIns.findBrowser(hashToken(token)) : undefined;
  }

  async knowBrowser(accountId: string, before: string | undefined): Promise<string> {
    const { store, clock } = this.#options;
    const token = createToken();
    await Promise.all([
      isToken(before) && store.logIns.dropBrowser(hashToken(before)),
      store.logIns.saveBrowser(hashToken(token), accountId, clock.now()),
    ]);
    return token;
  }

  /** Does not wait for the write, because its duration would reveal that the account exists. */
  #countRefusal(accountId: string): void {
    const { store, clock, onFault } = this.#options;
    store.logIns.countRefusal(accountId, clock.now()).catch(onFault);
  }
}
