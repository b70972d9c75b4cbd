import type { Egress } from '../egress/egress.ts';
import type { Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import type { AlertChannel, AlertDelivery, HealthStore } from '../store/types.ts';
import { alertMail, sourceLink } from './alert-text.ts';
import type { HealthEvent } from './judge.ts';
import type { Source } from './source.ts';
import { webhookRequest, type Webhook } from './webhook.ts';

const MINUTE_MS = 60_000;
/** After each try that failed; after the last of them there is none. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * 60 * MINUTE_MS, 6 * 60 * MINUTE_MS];
/** Longer than any try takes. */
const LEASE_MS = 2 * MINUTE_MS;
/** A server that holds on to one message must not hold on to all. */
const TRY_MS = 45_000;
/** Of one round: the next comes soon. */
const TRIES_A_ROUND = 20;

export interface AlertDeliveryOptions {
  store: HealthStore;
  clock: Clock;
  egress: Egress;
  webhook: Webhook | undefined;
  /** `service`: the name that mails go out in. */
  mail: { mailer: Mailer; to: readonly string[]; service: string } | undefined;
  sourceOf(code: string): Source | undefined;
  /** The service's own address. */
  baseUrl: string;
  onDelivery?(channel: AlertChannel, outcome: 'sent' | 'retried' | 'failed'): void;
  onFault(error: unknown): void;
}

/**
 * Sends alerts that wait in the store, one after another, beside all else: who
 * does not take them is tried again a few times in some hours, and then given
 * up. A message may come twice (its id tells), never not at all before that.
 */
export class AlertDeliveries {
  readonly #options: AlertDeliveryOptions;
  /** By alert: mailboxes that are done with while others are tried again, and why one of them refused. */
  readonly #mailed = new Map<string, { done: Set<string>; refused?: MailRefused }>();
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(options: AlertDeliveryOptions) {
    this.#options = options;
  }

  /** Sends what may be sent now. A round that still runs is the one that is given. Never rejects. */
  round(): Promise<void> {
    if (this.#closed) return this.#round ?? Promise.resolve();
    return (this.#round ??= this.#sendAll()
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => {
        this.#round = undefined;
      }));
  }

  /** Begins no further try, and waits a moment for the one that runs: what is not sent waits in the store. */
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
    // One that is not offered any more is told of by its code.
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
    if (!webhook) throw new Error('ALERT_WEBHOOK_URL is not set any more');
    const now = clock.now();
    const request = webhookRequest(webhook, { ...alert, what }, source, { baseUrl, now });
    const { status, url } = await egress.fetch(request);
    if (status < 200 || status > 299) throw new Error(`the webhook answered HTTP ${status}`);
    // What was posted stays behind where a redirect turns a POST into a GET.
    if (url !== new URL(request.url).href) throw new Error('the webhook redirects: set the address that it leads to');
  }

  /** Each mailbox for itself: one that does not take it keeps it from no other, and nobody gets it twice for that. */
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
