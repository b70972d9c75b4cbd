import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { AlreadyUsed } from '../store/already-used.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import type { Requester, Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';
import { createToken, hashToken, isToken } from './sessions.ts';

/** How long a code can be entered after a correct password. */
const STEP_MS = 10 * MINUTE_MS;
/** Number of codes that can be tried before the password is asked again. */
const STEP_TRIES = 5;

export interface LogInOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  factors: SecondFactors;
  clock: Clock;
  /** Called with errors of writes that no caller waits for. */
  onFault(error: unknown): void;
}

/** `expired`: the log-in must start again with the password. */
export type CodeEnd = { account: AccountRecord } | { refused: 'expired' | 'wrong' };

/** The steps of a log-in: the password, then a code if the account has a second factor. */
export class LogIn {
  readonly #options: LogInOptions;

  constructor(options: LogInOptions) {
    this.#options = options;
  }

  /** The account; undefined if the address or the password is wrong. Both cases take the same time. */
  async check(email: string, password: string, requester: Requester): Promise<AccountRecord | undefined> {
    const { store, accounts, passwords, clock } = this.#options;
    const account = await accounts.findHolder(email);
    const fits = await passwords.verify(password.slice(0, 1000), account?.passwordHash ?? null, requester);
    if (!account) return undefined;
    // The check takes a while, in which the password may have been changed.
    const now = fits ? await store.accounts.findById(account.id, clock.now()) : undefined;
    if (now && now.passwordHash === account.passwordHash) return now;
    this.#countRefusal(account.id);
    return undefined;
  }

  /** True if `password` is the account's; asked again before an irreversible change. */
  async proves(account: AccountRecord, password: string): Promise<boolean> {
    const { store, passwords, clock } = this.#options;
    if (!(await passwords.verify(password.slice(0, 1000), account.passwordHash, { proved: account.id }))) return false;
    // The check takes a while, in which the password may have been changed.
    return (await store.accounts.findById(account.id, clock.now()))?.passwordHash === account.passwordHash;
  }

  /** Records a completed log-in in the audit log. */
  noteStart(accountId: string): Promise<void> {
    const { store, clock } = this.#options;
    return store.audit.add({ accountId, action: 'session.start', detail: '', at: clock.now() });
  }

  async needsCode(accountId: string): Promise<boolean> {
    return (await this.#options.factors.state(accountId)) === 'on';
  }

  /** Returns a token for a browser whose password or log-in link was correct and that must enter a code next. */
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

  /**
   * Id of the account for which the token's browser must enter a code; undefined if the token is unknown or has
   * expired.
   */
  async stepAccount(token: string | undefined): Promise<string | undefined> {
    const { store, clock } = this.#options;
    return isToken(token) ? (await store.logIns.findStep(hashToken(token), clock.now()))?.accountId : undefined;
  }

  /** Checks a code of the authenticator app, or a recovery code. */
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
      // A new password or another correct code may have ended the step meanwhile.
      if (error.what === 'step') return { refused: 'expired' };
      this.#countRefusal(account.id);
      return { refused: 'wrong' };
    }
  }

  /**
   * Id of the account that was logged in to with this browser before; undefined if the browser is not known. Failed
   * attempts of strangers do not delay a known browser.
   */
  async provedBy(token: string | undefined): Promise<string | undefined> {
    return isToken(token) ? this.#options.store.logIns.findBrowser(hashToken(token)) : undefined;
  }

  /** Returns a new token for a browser that has logged in, in place of its token `before`. */
  async knowBrowser(accountId: string, before: string | undefined): Promise<string> {
    const { store, clock } = this.#options;
    const token = createToken();
    await Promise.all([
      isToken(before) && store.logIns.dropBrowser(hashToken(before)),
      store.logIns.saveBrowser(hashToken(token), accountId, clock.now()),
    ]);
    return token;
  }

  /** Not awaited, because the duration of the write would tell that the account exists. */
  #countRefusal(accountId: string): void {
    const { store, clock, onFault } = this.#options;
    store.logIns.countRefusal(accountId, clock.now()).catch(onFault);
  }
}
