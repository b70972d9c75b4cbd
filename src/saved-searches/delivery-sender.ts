import type { Egress } from '../egress/egress.ts';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import type { ClaimedDelivery, DeliveryWay, EndedWay, SavedSearchRecord, Store } from '../store/types.ts';
import type { DeliveryContent } from './deliver/content.ts';
import { deliveryMail } from './deliver/mail.ts';
import { linkToken, unsubscribeUrl } from './deliver/secret-links.ts';
import { nextWebhookTry, postWebhook } from './deliver/webhook.ts';
import { createDelivery } from './delivery.ts';

/** Longer than any attempt can take. */
const LEASE_MS = 2 * MINUTE_MS;
const MAIL_MS = 45_000;
/** Attempts of one process at the same time, so that a receiver that hangs holds up few others. */
const AT_ONCE = 4;

export interface DeliverySenderOptions {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'mail'>;
  clock: Clock;
  egress: Egress;
  mailer: Mailer | undefined;
  /** How long to wait for the mail server; 45 seconds by default. */
  mailMs?: number;
  /** SERVICE_NAME. */
  service: string;
  /** The public address of the service. */
  baseUrl: string;
  /** The store's secret that links are made of. */
  linkSecret(): Promise<string>;
  onDelivery?(way: DeliveryWay, outcome: 'sent' | 'retried' | 'failed'): void;
  onFault(error: unknown): void;
}

/**
 * Sends the deliveries that wait, by mail and webhook. Each is claimed by its row. One whose process was killed
 * between sending and noting is sent again with the same id, by which receivers drop the second.
 */
export class DeliverySender {
  readonly #options: DeliverySenderOptions;
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /** Sends what is due. Calls during a round share it. Never rejects. */
  round(): Promise<void> {
    if (this.#closed) return this.#round ?? Promise.resolve();
    return (this.#round ??= this.#sendAll()
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        this.#round = undefined;
      }));
  }

  /** Begins no further attempt and waits briefly for those under way; what is not sent stays in the store. */
  async close(graceMs = 2_000): Promise<void> {
    this.#closed = true;
    if (this.#round) await within(this.#round, graceMs);
  }

  async #sendAll(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#sendOneByOne()));
  }

  async #sendOneByOne(): Promise<void> {
    const { store, clock } = this.#options;
    while (!this.#closed) {
      const delivery = await store.savedSearches.claimDelivery(clock.now(), LEASE_MS);
      if (!delivery) return;
      await this.#deliver(delivery);
    }
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, clock, onDelivery, onFault } = this.#options;
    const { way, searchId } = delivery;
    const search = await store.savedSearches.find(searchId);
    // Deleted, switched off or paused since.
    if (search?.[way] !== 'on') return;
    let outcome: Attempt;
    try {
      outcome = await this.#send(delivery, search);
    } catch (error) {
      // No fault of the receiver: tried again as after one.
      onFault(error);
      outcome = { state: 'failed', fault: 'internal', final: false };
    }
    const now = clock.now();
    const { savedSearches } = store;
    if (outcome.state === 'delivered') {
      await savedSearches.noteAttempt(delivery, { state: 'sent' });
      return onDelivery?.(way, 'sent');
    }
    const { fault } = outcome;
    const retryAt = retryTime(delivery, outcome, now);
    if (retryAt === undefined)
      await savedSearches.failDelivery(delivery, fault, (present) =>
        way === 'webhook' || fault === 'mailbox' ? endWay(present, search, way, now) : undefined,
      );
    else await savedSearches.noteAttempt(delivery, { state: 'waiting', retryAt, fault });
    onDelivery?.(way, retryAt === undefined ? 'failed' : 'retried');
  }

  async #send(delivery: ClaimedDelivery, search: SavedSearchRecord): Promise<Attempt> {
    const { egress, clock, baseUrl } = this.#options;
    const { way, content: stored } = delivery;
    const content = JSON.parse(stored) as DeliveryContent;
    if (way === 'mail') return this.#mail(content, search, delivery);
    const { webhookUrl: url, webhookSecret: secret } = search;
    return postWebhook(content, { url, secret, baseUrl, egress, now: clock.now() });
  }

  async #mail(content: DeliveryContent, search: SavedSearchRecord, delivery: ClaimedDelivery): Promise<Attempt> {
    const { store, clock, mailer, mailMs = MAIL_MS, service, baseUrl, linkSecret, onFault } = this.#options;
    const account = await store.accounts.findById(search.accountId, clock.now());
    if (!mailer || !account) return { state: 'failed', fault: 'no_mail_server', final: true };
    // Whoever has the mailbox has not asked for this, whatever the search is called.
    if ((await store.mail.confirmation(account.id)) === 'pending')
      return { state: 'failed', fault: 'unconfirmed', final: true };
    const token = linkToken(await linkSecret(), 'unsubscribe', search.id);
    const frame = { to: account.email, service, baseUrl, unsubscribeUrl: unsubscribeUrl(baseUrl, search.id, token) };
    try {
      const sending = mailer.send(deliveryMail(content, frame));
      if (await within(sending, mailMs)) return { state: 'delivered' };
      // A slow mail server may still accept it: then it is not sent a second time.
      sending.then(() => store.savedSearches.noteAttempt(delivery, { state: 'sent' })).catch(onFault);
      return { state: 'failed', fault: 'timeout', final: false };
    } catch (error) {
      if (error instanceof MailRefused) return { state: 'failed', fault: 'mailbox', final: true };
      onFault(error);
      return { state: 'failed', fault: 'mail_server', final: false };
    }
  }
}

type Attempt = { state: 'delivered' } | { state: 'failed'; fault: string; final: boolean };

/** Faults of an e-mail that are not the mailbox's. */
const OF_MAIL_SERVER = new Set(['mail_server', 'no_mail_server', 'timeout', 'internal']);

/** Then a mail has waited for a month. Counted in attempts, so that a clock that is wrong ends none. */
const MAIL_TRIES = 36;

/**
 * When to try again: growing pauses for a day, then no more. A mail server that is away, or not set up, is then tried
 * once a day for a month.
 */
function retryTime(
  { way, tries }: ClaimedDelivery,
  { fault, final }: { fault: string; final: boolean },
  now: number,
): number | undefined {
  const retryAt = final ? undefined : nextWebhookTry(tries, now);
  const isWaitedFor = way === 'mail' && OF_MAIL_SERVER.has(fault) && tries < MAIL_TRIES;
  return retryAt === undefined && isWaitedFor ? now + DAY_MS : retryAt;
}

/** Pauses a channel that takes nothing. The search goes on if it has another, and otherwise waits for its owner. */
function endWay(
  present: SavedSearchRecord,
  asked: SavedSearchRecord,
  way: DeliveryWay,
  now: number,
): EndedWay | undefined {
  // Paused already, after another delivery; or its owner has changed the address meanwhile.
  if (present[way] !== 'on' || present.webhookUrl !== asked.webhookUrl) return undefined;
  const pauseReason = way === 'mail' ? 'mailbox' : 'webhook';
  const goesOn = present[way === 'mail' ? 'webhook' : 'mail'] === 'on';
  const content = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null, pauseReason } as const;
  return {
    change: {
      [way]: 'paused',
      lastDeliveredAt: now,
      ...(goesOn || present.state === 'paused' ? {} : { state: 'paused', pauseReason, pauseDetail: null }),
    },
    notice: createDelivery({ ...present, [way]: 'paused' }, { ...content, ...(goesOn ? { goesOn: true } : {}) }, now),
  };
}
