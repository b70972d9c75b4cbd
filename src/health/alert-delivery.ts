import type { Egress } from '../egress/egress.ts';
import { MINUTE_MS, type Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import type { AlertChannel, AlertDelivery, HealthStore } from '../store/types.ts';
import { alertMail, sourceLink } from './alert-text.ts';
import type { HealthEvent } from './condition.ts';
import type { Source } from './source.ts';
import { webhookRequest, type Webhook } from './webhook.ts';

/** Pauses between attempts. If the attempt after the last pause fails, the delivery is dropped. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];
/**
 * A process claims a delivery for this long, which is longer than any attempt takes, so that no other process repeats a
 * running attempt.
 */
const LEASE_MS = 2 * MINUTE_MS;
/** Limits one attempt, so that a server that does not answer cannot delay the other alerts for long. */
const TRY_MS = 45_000;
const TRIES_A_ROUND = 20;

export interface AlertDeliveryOptions {
  store: HealthStore;
  clock: Clock;
  egress: Egress;
  webhook: Webhook | undefined;
  mail: { mailer: Mailer; to: readonly string[]; service: string } | undefined;
  sourceOf(code: string): Source | undefined;
  baseUrl: string;
  onDelivery?(channel: AlertChannel, outcome: 'sent' | 'retried' | 'failed'): void;
  onFault(error: unknown): void;
}

/**
 * Sends the alerts that wait in the store, one after another. If an attempt fails, the delivery is tried again for some
 * hours and then dropped. The delivery is dropped at once if the mail server has refused a mailbox and no other mailbox
 * is left to try. A message can arrive twice; webhook messages then have the same ID.
 */
export class AlertDeliveries {
  readonly #options: AlertDeliveryOptions;
  /** For each alert: the mailboxes that need no further attempt, and the error of a mailbox that refused the mail. */
  readonly #mailed = new Map<string, { done: Set<string>; refused?: MailRefused }>();
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(options: AlertDeliveryOptions) {
    this.#options = options;
  }

  round(): Promise<void> {
    if (this.#closed) return this.#round ?? Promise.resolve();
    return (this.#round ??= this.#sendAll()
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        this.#round = undefined;
      }));
  }

  /** Starts no further attempt and waits briefly for the running one. Unsent alerts stay in the store. */
  async close(graceMs = 2_000): Promise<void> {
    this.#closed = true;
    if (this.#round) await within(this.#round, graceMs);
  }

  async #sendAll(): Promise<void> {
    const { store, clock } = this.#options;
    for (let tries = 0; tries < TRIES_A_ROUND && !this.#closed; tries += 1) {
      const delivery = await store.claimDelivery(clock.now(), LEASE_MS);
      if (!delivery) return;
      await this.#deliver(delivery);
    }
  }

  async #deliver(delivery: AlertDelivery): Promise<void> {
    const { store, clock, onDelivery, onFault } = this.#options;
    const { alert, channel, tries } = delivery;
    try {
      if (!(await within(this.#send(delivery), TRY_MS))) throw new Error(`the ${channel} took too long`);
    } catch (error) {
      const waitMs = error instanceof MailRefused ? undefined : RETRIES_MS[tries - 1];
      if (waitMs === undefined) {
        this.#mailed.delete(alert.id);
        onFault(error);
        onDelivery?.(channel, 'failed');
        return store.noteDelivery(alert.id, channel, { state: 'failed' });
      }
      onDelivery?.(channel, 'retried');
      return store.noteDelivery(alert.id, channel, { retryAt: clock.now() + waitMs });
    }
    if (channel === 'mail') this.#mailed.delete(alert.id);
    onDelivery?.(channel, 'sent');
    return store.noteDelivery(alert.id, channel, { state: 'sent' });
  }

  async #send({ alert, channel }: AlertDelivery): Promise<void> {
    const { webhook, mail, egress, clock, baseUrl } = this.#options;
    const what = JSON.parse(alert.value) as HealthEvent;
    const source = this.#options.sourceOf(alert.source) ?? {
      code: alert.source,
      name: alert.source,
      kind: 'platform',
    };
    if (channel === 'mail') {
      if (!mail) throw new Error('no mail server is set any more');
      const { subject, text } = alertMail(source.name, what, {
        link: sourceLink(baseUrl, source.code),
        service: mail.service,
      });
      return this.#mailAll(alert.id, mail.to, (to) => mail.mailer.send({ to, subject, text }));
    }
    if (!webhook) throw new Error('ALERT_WEBHOOK_URL is no longer set');
    const now = clock.now();
    const request = webhookRequest(webhook, { ...alert, what }, source, { baseUrl, now });
    const { status, url } = await egress.fetch(request);
    if (status < 200 || status > 299) throw new Error(`the webhook answered HTTP ${status}`);
    // A redirect can turn the POST into a GET, which drops the body.
    if (url !== new URL(request.url).href) throw new Error('the webhook redirects: set the address that it leads to');
  }

  /**
   * Sends to each mailbox separately, so that a refusal by one neither stops the others nor makes them receive the mail
   * twice.
   */
  async #mailAll(alertId: string, to: readonly string[], send: (to: string) => Promise<void>): Promise<void> {
    const mailed = this.#mailed.get(alertId) ?? { done: new Set() };
    this.#mailed.set(alertId, mailed);
    const faults: unknown[] = [];
    for (const mailbox of to.filter((one) => !mailed.done.has(one))) {
      try {
        await send(mailbox);
        mailed.done.add(mailbox);
      } catch (error) {
        if (error instanceof MailRefused) {
          mailed.done.add(mailbox);
          mailed.refused = error;
        } else faults.push(error);
      }
    }
    if (faults.length > 0) throw faults[0];
    if (mailed.refused) throw mailed.refused;
  }
}
