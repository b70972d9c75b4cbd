import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '../lib/fair-queue.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mail, type Mailer } from './mailer.ts';

export type MailText = Omit<Mail, 'to'>;
export type LinkText = (link: string) => MailText;

const AT_ONCE = 4;
/**
 * Maximum number of unsent mails. Further mails are dropped, because a slow mail server must not exhaust the memory.
 */
const MAXIMUM_UNSENT = 1_000;
const RETRIES_MS = [10_000, 60_000, 300_000];
const CLOSE_MS = 5_000;

export interface PostboxOptions {
  mailer: Mailer | undefined;
  onFault(error: unknown): void;
  onRetry?(error: unknown, waitMs: number): void;
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/**
 * Queue of outgoing mails, in which recipients take turns. Requests do not wait for the mail server, because the
 * duration would reveal, for example, whether an account exists.
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
    // Every waiting mail adds a listener to these signals, which Node would otherwise report as a leak.
    setMaxListeners(Infinity, this.#closing.signal, this.#closed.signal);
  }

  get open(): boolean {
    return this.#options.mailer !== undefined;
  }

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

  /**
   * Gives up mails that are waiting for a retry, and continues to send the others for up to CLOSE_MS. Mails that are
   * still unsent then are lost. `onFault` receives an error for each mail that is given up or lost.
   */
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
      onRetry?.(fault, waitMs);
      await sleep(waitMs, this.#closing.signal).catch(() => {
        throw new Error('The service stopped before the mail server accepted the e-mail.', { cause: fault });
      });
    }
  }
}
