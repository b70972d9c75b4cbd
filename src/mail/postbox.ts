import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '../lib/fair-queue.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

/** Subject and text of a mail, without the recipient. */
export type MailText = Omit<Mail, 'to'>;
/** Builds the text of a mail that contains the link. */
export type LinkText = (link: string) => MailText;

/** Maximum number of mails that are sent at the same time. */
const AT_ONCE = 4;
/** Maximum number of mails that are accepted and not yet sent, so that a slow server cannot use up the memory. */
const MAXIMUM_UNSENT = 1_000;
/** Pauses before a failed mail is retried. */
const RETRIES_MS = [10_000, 60_000, 300_000];
/** How long mails in progress have when the service stops. */
const CLOSE_MS = 5_000;

export interface PostboxOptions {
  /** Undefined: nothing is sent. */
  mailer: Mailer | undefined;
  onFault(error: unknown): void;
  /** Called when a mail was not accepted and will be retried after `waitMs`. */
  onRetry?(error: unknown, waitMs: number): void;
  /** Waits; rejects when the signal aborts first. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/**
 * A queue of outgoing mails, a few of which are sent at a time, in turns between mailboxes. Requests do not wait for
 * the mail server, because the time that it takes would reveal, for example, whether an account exists.
 */
export class Postbox {
  readonly #options: PostboxOptions;
  readonly #queue = new FairQueue({
    places: AT_ONCE,
    placesEach: AT_ONCE,
    reserved: 0,
    waiting: MAXIMUM_UNSENT,
    waitingEach: MAXIMUM_UNSENT,
  });
  readonly #held = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #closed = new AbortController();

  constructor(options: PostboxOptions) {
    this.#options = options;
    // Every waiting mail adds a listener to these signals, so Node must not warn of a leak.
    setMaxListeners(Infinity, this.#closing.signal, this.#closed.signal);
  }

  /** True if a mail server is configured. */
  get open(): boolean {
    return this.#options.mailer !== undefined;
  }

  /** Accepts a mail. `onLost` is called if it could not be sent and will not be retried. */
  post(to: string, { subject, text }: MailText, onLost: () => Promise<unknown> = async () => {}): void {
    const { mailer, onFault } = this.#options;
    if (!mailer) return;
    const work = this.#deliver(mailer, { to, subject, text })
      .catch((error: unknown) => {
        onFault(error);
        return onLost().catch(onFault);
      })
      .then(() => void this.#held.delete(work));
    this.#held.add(work);
  }

  /** Sends what it can in a few seconds; the rest is lost and logged. */
  async close(): Promise<void> {
    this.#closing.abort();
    await within(Promise.all(this.#held), CLOSE_MS);
    this.#closed.abort();
    await within(Promise.all(this.#held), 0);
  }

  async #deliver(mailer: Mailer, mail: Mail): Promise<void> {
    const { onRetry, sleep = (ms, signal) => delay(ms, undefined, { signal, ref: false }) } = this.#options;
    if (this.#held.size >= MAXIMUM_UNSENT)
      throw new Error('Too many e-mails are waiting for the mail server, so this one was dropped.');
    for (let tries = 0; ; tries += 1) {
      let fault: unknown;
      const waitMs = RETRIES_MS[tries];
      const release = await this.#queue.acquire(mail.to, this.#closed.signal);
      try {
        return await mailer.send(mail);
      } catch (error) {
        if (error instanceof MailRefused || waitMs === undefined) throw error;
        fault = error;
      } finally {
        release();
      }
      // Reported before the retry, since visitors are waiting for their mails.
      onRetry?.(fault, waitMs);
      await sleep(waitMs, this.#closing.signal).catch(() => {
        throw new Error('The service stopped before the mail server accepted the e-mail.', { cause: fault });
      });
    }
  }
}
