import type { Clock } from '../lib/clock.ts';
import type { SpentTrialStore } from '../store/types.ts';
import { mailboxOf } from './email-address.ts';
import type { Asker, Passwords } from './passwords.ts';

/** How long an address whose account is gone gets no second trial. */
export const SPENT_TRIAL_MS = 365 * 86_400_000;

/** Addresses that had an account: kept as salted hashes alone, as dear to guess as a password. */
export class SpentTrials {
  readonly #store: SpentTrialStore;
  readonly #passwords: Passwords;
  readonly #clock: Clock;

  constructor(store: SpentTrialStore, passwords: Passwords, clock: Clock) {
    this.#store = store;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  /** Gives the step that notes it, from then on for a year. Rejects with `rate_limited` when too many passwords wait. */
  async prepareNote(email: string, asker: Asker): Promise<() => Promise<void>> {
    const hash = await this.#hash(mailboxOf(email), asker);
    return () => this.#store.note(hash, this.#clock.now());
  }

  async has(email: string, asker: Asker): Promise<boolean> {
    const since = this.#clock.now() - SPENT_TRIAL_MS;
    // Where no account has gone there is nothing to work out.
    if (!(await this.#store.hasAny(since))) return false;
    // Earlier releases noted addresses as they stood.
    for (const form of new Set([mailboxOf(email), email])) {
      if (await this.#store.has(await this.#hash(form, asker), since)) return true;
    }
    return false;
  }

  async #hash(email: string, asker: Asker): Promise<string> {
    return this.#passwords.fingerprint(email, await this.#store.salt(), asker);
  }
}
