import type { Clock } from '../lib/clock.ts';
import { Spent } from '../store/spent.ts';
import type { AccountRecord, Store } from '../store/types.ts';
import type { Accounts } from './accounts.ts';
import type { Asker, Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';
import { createToken, hashToken, isToken } from './sessions.ts';

/** How long a right password waits for its code. */
const STEP_MS = 10 * 60_000;
/** Codes that one right password may try: then it is asked again. */
const STEP_TRIES = 5;

export interface LogInOptions {
  store: Store;
  accounts: Accounts;
  passwords: Passwords;
  factors: SecondFactors;
  clock: Clock;
  /** Told of notes that could not be written and that nobody waits for. */
  onFault(error: unknown): void;
}

/** How a code was taken. */
export type CodeEnd = { account: AccountRecord } | { refused: 'expired' | 'wrong' };

/** Proofs that lead to a session: the password, then the code where there is a second factor. */
export class LogIn {
  readonly #options: LogInOptions;

  constructor(options: LogInOptions) {
    this.#options = options;
  }

  /** The account, or undefined: the same, and after the same work, for a wrong address and a wrong password. */
  async check(email: string, password: string, asker: Asker): Promise<AccountRecord | undefined> {
    const { store, accounts, passwords, clock } = this.#options;
    const account = await accounts.findHolder(email);
    const fits = await passwords.verify(password.slice(0, 1000), account?.passwordHash ?? null, asker);
    if (!account) return undefined;
    // Checking takes a while: a password that was changed meanwhile is the right one no more.
    const now = fits ? await store.accounts.findById(account.id, clock.now()) : undefined;
    if (now && now.passwordHash === account.passwordHash) return now;
    this.#countRefusal(account.id);
    return undefined;
  }

  /** Whether `password` is the account's: asked again before what cannot be undone. */
  async proves(account: AccountRecord, password: string): Promise<boolean> {
    const { store, passwords, clock } = this.#options;
    if (!(await passwords.verify(password.slice(0, 1000), account.passwordHash, { proved: account.id }))) return false;
    // One that was changed while it was checked is the right one no more.
    return (await store.accounts.findById(account.id, clock.now()))?.passwordHash === account.passwordHash;
  }

  /** Notes a log-in that is whole. */
  noteStart(accountId: string): Promise<void> {
    const { store, clock } = this.#options;
    return store.audit.add({ accountId, action: 'session.start', detail: '', at: clock.now() });
  }

  async needsCode(accountId: string): Promise<boolean> {
    return (await this.#options.factors.state(accountId)) === 'on';
  }

  /** A token for the browser whose password was right and whose code is asked next. */
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

  /** The account whose code a token waits for. */
  async stepAccount(token: string | undefined): Promise<string | undefined> {
    const { store, clock } = this.#options;
    return isToken(token) ? (await store.logIns.findStep(hashToken(token), clock.now()))?.accountId : undefined;
  }

  /** Takes a code of the app, or a recovery code. */
  async proveStep(token: string | undefined, code: string): Promise<CodeEnd> {
    const { store, factors, clock } = this.#options;
    if (!isToken(token)) return { refused: 'expired' };
    const step = await store.logIns.tryStep(hashToken(token), STEP_TRIES, clock.now());
    const account = step && (await store.accounts.findById(step.accountId, clock.now()));
    if (!account || account.passwordHash !== step.passwordHash) return { refused: 'expired' };
    try {
      await factors.prove(account.id, code, () => store.logIns.takeStep(step.hash));
      return { account };
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      // A new password, or another code, may have ended the step meanwhile.
      if (error.what === 'step') return { refused: 'expired' };
      this.#countRefusal(account.id);
      return { refused: 'wrong' };
    }
  }

  /** The account that a browser has proved before: strangers' wrong tries hold it up no more. */
  async provedBy(token: string | undefined): Promise<string | undefined> {
    return isToken(token) ? this.#options.store.logIns.findBrowser(hashToken(token)) : undefined;
  }

  /** A new token for a browser that has proved the account, in place of the one it had. */
  async knowBrowser(accountId: string, before: string | undefined): Promise<string> {
    const { store, clock } = this.#options;
    const token = createToken();
    await Promise.all([
      isToken(before) && store.logIns.dropBrowser(hashToken(before)),
      store.logIns.saveBrowser(hashToken(token), accountId, clock.now()),
    ]);
    return token;
  }

  /** Not waited for: the write would tell that there is such an account. */
  #countRefusal(accountId: string): void {
    const { store, clock, onFault } = this.#options;
    store.logIns.countRefusal(accountId, clock.now()).catch(onFault);
  }
}
