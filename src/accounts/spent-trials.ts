import { DAY_MS, type Clock } from '../lib/clock.ts';
import type { SpentTrialStore } from '../store/types.ts';
import { mailboxOf } from './email-address.ts';
import type { Requester, Passwords } from './passwords.ts';

export const SPENT_TRIAL_MS = 365 * DAY_MS;

/**
 * Addresses of deleted accounts, and former addresses of other accounts. For a year, these addresses get no second
 * trial. They are stored as salted hashes, which are as expensive to guess as a password.
 */
export class SpentTrials {
  readonly #store: SpentTrialStore;
  readonly #passwords: Passwords;
  readonly #clock: Clock;

  constructor(store: SpentTrialStore, passwords: Passwords, clock: Clock) {
    this.#store = store;
    this.#passwords = passwords;
    this.#clock = clock;
  }

  /**
   * Hashes the address now and returns a function that records it. Rejects with `rate_limited` if too many password
   * checks are waiting.
   */
  async prepareNote(email: string, requester: Requester): Promise<() => Promise<void>> {
    const hash = await this.#hash(mailboxOf(email), requester);
    return () => this.#store.note(hash, this.#clock.now());
  }

  async has(email: string, requester: Requester): Promise<boolean> {
    const since = this.#clock.now() - SPENT_TRIAL_MS;
    // Hashing is expensive and useless without records to compare with.
    if (!(await this.#store.hasAny(since))) return false;
    // Earlier releases recorded the address itself instead of its mailbox.
    for (const form of new Set([mailboxOf(email), email])) {
      if (await this.#store.has(await this.#hash(form, requester), since)) return true;
    }
    return false;
  }

  async #hash(email: string, requester: Requester): Promise<string> {
    return this.#passwords.fingerprint(email, await this.#store.salt(), requester);
  }
}
