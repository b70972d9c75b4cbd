import type { Egress } from '../egress/egress.ts';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import type { ClaimedDelivery, DeliveryAttempt, DeliveryWay, SavedSearchRecord, Store } from '../store/types.ts';
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
    const { id, way, searchId } = delivery;
    const search = await store.savedSearches.find(searchId);
    // Deleted since.
    if (!search) return;
    let outcome: Attempt;
    try {
      outcome = await this.#send(delivery, search);
    } catch (error) {
      // No fault of the receiver: tried again as after one.
      onFault(error);
      outcome = { state: 'failed', fault: 'internal', final: false };
    }
    const attempt = nextStep(outcome, delivery.tries, clock.now());
    await store.savedSearches.noteAttempt(id, way, attempt);
    onDelivery?.(way, attempt.state === 'waiting' ? 'retried' : attempt.state);
    // A mail server that is away is no fault of the mailbox.
    if (attempt.state === 'failed' && (way === 'webhook' || attempt.fault === 'mailbox'))
      await this.#pause(search, way);
  }

  async #send({ way, content: stored }: ClaimedDelivery, search: SavedSearchRecord): Promise<Attempt> {
    const { egress, clock, baseUrl } = this.#options;
    const content = JSON.parse(stored) as DeliveryContent;
    if (way === 'mail') return this.#mail(content, search);
    const { webhookUrl: url, webhookSecret: secret } = search;
    return postWebhook(content, { url, secret, baseUrl, egress, now: clock.now() });
  }

  async #mail(content: DeliveryContent, search: SavedSearchRecord): Promise<Attempt> {
    const { store, clock, mailer, service, baseUrl, linkSecret } = this.#options;
    const account = await store.accounts.findById(search.accountId, clock.now());
    if (!mailer || !account) return { state: 'failed', fault: 'no_mail_server', final: true };
    // Whoever has the mailbox has not asked for this, whatever the search is called.
    if ((await store.mail.confirmation(account.id)) === 'pending')
      return { state: 'failed', fault: 'unconfirmed', final: true };
    const token = linkToken(await linkSecret(), 'unsubscribe', search.id);
    const frame = { to: account.email, service, baseUrl, unsubscribeUrl: unsubscribeUrl(baseUrl, search.id, token) };
    try {
      const sent = await within(mailer.send(deliveryMail(content, frame)), MAIL_MS);
      return sent ? { state: 'delivered' } : { state: 'failed', fault: 'timeout', final: false };
    } catch (error) {
      if (error instanceof MailRefused) return { state: 'failed', fault: 'mailbox', final: true };
      this.#options.onFault(error);
      return { state: 'failed', fault: 'mail_server', final: false };
    }
  }

  /** Ends a way that takes nothing; the search goes on while it has another, and else waits for its owner. */
  async #pause(search: SavedSearchRecord, way: DeliveryWay): Promise<void> {
    const { store, clock } = this.#options;
    const present = await store.savedSearches.find(search.id);
    // Paused already, by another delivery; or its owner has changed the address meanwhile.
    if (present?.[way] !== 'on' || present.webhookUrl !== search.webhookUrl) return;
    const pauseReason = way === 'mail' ? 'mailbox' : 'webhook';
    const goesOn = present[way === 'mail' ? 'webhook' : 'mail'] === 'on';
    const now = clock.now();
    await store.savedSearches.change(present.id, {
      [way]: 'paused',
      lastDeliveredAt: now,
      ...(goesOn || present.state === 'paused' ? {} : { state: 'paused', pauseReason, pauseDetail: null }),
    });
    const content = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null, pauseReason } as const;
    const notice = createDelivery(
      { ...present, [way]: 'paused' },
      { ...content, ...(goesOn ? { goesOn: true } : {}) },
      now,
    );
    await store.savedSearches.addDelivery(notice);
  }
}

type Attempt = { state: 'delivered' } | { state: 'failed'; fault: string; final: boolean };

/** What follows from an attempt: growing pauses for a day, then no more. */
function nextStep(outcome: Attempt, tries: number, now: number): DeliveryAttempt {
  if (outcome.state === 'delivered') return { state: 'sent' };
  const { fault, final } = outcome;
  const retryAt = final ? undefined : nextWebhookTry(tries, now);
  return retryAt === undefined ? { state: 'failed', fault } : { state: 'waiting', retryAt, fault };
}
