import type { Egress } from '../egress/egress.ts';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';
import { within } from '../lib/within.ts';
import { MailRefused, type Mailer } from '../mail/mailer.ts';
import { OWNER_NOTICE } from '../store/owner-notice.ts';
import type {
  ClaimedDelivery,
  DeliveryChoice,
  DeliveryChannel,
  EndedChannel,
  SavedSearchRecord,
  Store,
} from '../store/types.ts';
import type { DeliveryContent } from './deliver/content.ts';
import { deliveryMail } from './deliver/mail.ts';
import { linkToken, unsubscribeUrl } from './deliver/secret-links.ts';
import { nextWebhookTry, postWebhook, WEBHOOK_TRIES_MS } from './deliver/webhook.ts';
import { createDelivery, createNotice } from './delivery.ts';

/** Longer than any attempt takes. */
const LEASE_MS = 2 * MINUTE_MS;
const MAIL_MS = 45_000;
/** A process without a mail server leaves a due mail this long to those that have one. */
const OTHERS_FIRST_MS = MINUTE_MS;
const NO_MAIL_SERVER = 'no_mail_server';
/**
 * Maximum number of simultaneous attempts of one process. Each channel has its own maximum, so that a mail server that
 * hangs does not delay webhooks.
 */
const AT_ONCE: Readonly<Record<DeliveryChannel, number>> = { mail: 4, webhook: 8 };
/** Maximum number of simultaneous attempts for one account, so that receivers that hang delay few other accounts. */
const AT_ONCE_EACH = 2;
/** When this many accounts have had their turn, the next turn begins. */
const TURN_ACCOUNTS = 500;

export interface DeliverySenderOptions {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'mail'>;
  clock: Clock;
  egress: Egress;
  mailer: Mailer | undefined;
  /** How long to wait for the mail server, in milliseconds; default 45,000. */
  mailMs?: number;
  /** The operator's name for the service (SERVICE_NAME). */
  service: string;
  /** The public address of the service, without a path. */
  baseUrl: string;
  /** The secret for `linkToken`. */
  linkSecret(): Promise<string>;
  onDelivery?(way: DeliveryChannel, outcome: 'sent' | 'retried' | 'failed'): void;
  onFault(error: unknown): void;
}

/**
 * Sends the waiting deliveries by mail and webhook; one process claims each. A delivery whose process is killed after
 * sending it is sent again with the same id, by which receivers can drop the second copy.
 */
export class DeliverySender {
  readonly #options: DeliverySenderOptions;
  readonly #lanes: Readonly<Record<DeliveryChannel, ChannelQueue>> = {
    mail: new ChannelQueue(),
    webhook: new ChannelQueue(),
  };
  #closed = false;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /**
   * Sends all due deliveries; resolves when none is left. A call during attempts lets further ones begin, and waits for
   * all. Never rejects.
   */
  async round(): Promise<void> {
    for (const way of CHANNELS) this.#begin(way);
    await this.#settled();
  }

  /** Begins no further attempt and waits at most `graceMs` for those under way. Unsent deliveries stay in the store. */
  async close(graceMs = 2_000): Promise<void> {
    this.#closed = true;
    await within(this.#settled(), graceMs);
  }

  async #settled(): Promise<void> {
    const workers = (): Promise<void>[] => CHANNELS.flatMap((way) => [...this.#lanes[way].workers]);
    while (workers().length > 0) await Promise.all(workers());
  }

  /** Starts one more worker for the channel, unless it has the maximum number. */
  #begin(way: DeliveryChannel): void {
    const { workers } = this.#lanes[way];
    if (this.#closed || workers.size >= AT_ONCE[way]) return;
    const worker = this.#sendOneByOne(way)
      .catch((error: unknown) => this.#options.onFault(error))
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }

  async #sendOneByOne(way: DeliveryChannel): Promise<void> {
    const lane = this.#lanes[way];
    while (!this.#closed) {
      const delivery = await lane.claim((which) => this.#claim(way, which));
      if (!delivery) return;
      // If one delivery is due, another may be due too.
      this.#begin(way);
      await this.#deliver(delivery).finally(() => lane.sending.delete(delivery));
    }
  }

  async #claim(way: DeliveryChannel, which: DeliveryChoice): Promise<ClaimedDelivery | undefined> {
    if (this.#closed) return undefined;
    const { store, clock, mailer } = this.#options;
    const now = clock.now();
    const ofMail = mailer ? { evenAfter: NO_MAIL_SERVER } : { dueBy: now - OTHERS_FIRST_MS };
    return store.savedSearches.claimDelivery(now, LEASE_MS, { way, ...(way === 'mail' ? ofMail : {}), ...which });
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, clock, mailer, onDelivery, onFault } = this.#options;
    const { savedSearches } = store;
    const { way, searchId } = delivery;
    const search = await store.savedSearches.find(searchId);
    // The search was deleted after the claim.
    if (!search) return;
    const isNotice = delivery.id.startsWith(OWNER_NOTICE);
    // The notice says that the webhook is paused, but the owner has resumed it since.
    if (isNotice && search.webhook !== 'paused')
      return savedSearches.failDelivery(delivery, 'switched_off', () => undefined);
    // The channel was switched off or paused after the claim.
    if (search[way] !== 'on' && !isNotice) return;
    let outcome: Attempt;
    try {
      outcome = await this.#send(delivery, search);
    } catch (error) {
      // The error is not the receiver's, so the delivery is tried again.
      onFault(error);
      outcome = { state: 'failed', fault: 'internal', final: false };
    }
    const now = clock.now();
    if (outcome.state === 'delivered') {
      await savedSearches.noteAttempt(delivery, { state: 'sent', at: now });
      return onDelivery?.(way, 'sent');
    }
    const { fault } = outcome;
    const retryAt = retryTime(delivery, outcome, now);
    if (retryAt === undefined) {
      // A receiver that accepts others since the first attempt at this one works, so only this one is given up.
      const accepts =
        way === 'webhook' &&
        !outcome.final &&
        (await savedSearches.hasSent(searchId, way, now - WEBHOOK_TRIES_MS, now));
      const isEnd = way === 'webhook' ? !accepts : fault === 'mailbox';
      await savedSearches.failDelivery(delivery, fault, (present) =>
        isEnd ? endChannel(present, search, { way, now, sendsMail: mailer !== undefined }) : undefined,
      );
    } else await savedSearches.noteAttempt(delivery, { state: 'waiting', retryAt, fault });
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
    if (!mailer) return { state: 'failed', fault: NO_MAIL_SERVER, final: false };
    // The account was deleted after the claim.
    if (!account) return { state: 'failed', fault: 'internal', final: false };
    // The mailbox may belong to someone else, who has not asked for this mail.
    if ((await store.mail.confirmation(account.id)) === 'pending')
      return { state: 'failed', fault: 'unconfirmed', final: true };
    const token = linkToken(await linkSecret(), 'unsubscribe', search.id);
    const frame = { to: account.email, service, baseUrl, unsubscribeUrl: unsubscribeUrl(baseUrl, search.id, token) };
    try {
      const sending = mailer.send(deliveryMail(content, frame));
      if (await within(sending, mailMs)) return { state: 'delivered' };
      // A slow mail server may still accept the mail, which must then not be sent again.
      sending.then(() => store.savedSearches.noteAttempt(delivery, { state: 'sent', at: clock.now() })).catch(onFault);
      return { state: 'failed', fault: 'timeout', final: false };
    } catch (error) {
      if (error instanceof MailRefused) return { state: 'failed', fault: 'mailbox', final: true };
      onFault(error);
      return { state: 'failed', fault: 'mail_server', final: false };
    }
  }
}

const CHANNELS = ['mail', 'webhook'] as const;

/**
 * The attempts of one channel. Accounts take turns: each account with a due delivery sends one before any account sends
 * its next.
 */
class ChannelQueue {
  readonly workers = new Set<Promise<void>>();
  readonly sending = new Set<ClaimedDelivery>();
  /** Ids of accounts that have had their turn. */
  readonly #served = new Set<string>();
  #claims: Promise<unknown> = Promise.resolve();

  /** Claims one delivery after the other, because each choice depends on those made before. */
  claim(take: (which: DeliveryChoice) => Promise<ClaimedDelivery | undefined>): Promise<ClaimedDelivery | undefined> {
    const claimed = this.#claims.then(() => this.#claim(take));
    this.#claims = claimed.catch(() => {});
    return claimed;
  }

  async #claim(
    take: (which: DeliveryChoice) => Promise<ClaimedDelivery | undefined>,
  ): Promise<ClaimedDelivery | undefined> {
    const sending = [...this.sending];
    const accounts = sending.map(({ accountId }) => accountId);
    const full = accounts.filter((id) => accounts.filter((other) => other === id).length >= AT_ONCE_EACH);
    const withoutSearches = sending.map(({ searchId }) => searchId);
    let claimed = await take({ withoutAccounts: [...new Set([...full, ...this.#served])], withoutSearches });
    if (!claimed && this.#served.size > 0) {
      // Only accounts that have had their turn have due deliveries, so the next turn begins.
      this.#served.clear();
      claimed = await take({ withoutAccounts: [...new Set(full)], withoutSearches });
    }
    if (!claimed) return undefined;
    this.sending.add(claimed);
    if (this.#served.size >= TURN_ACCOUNTS) this.#served.clear();
    this.#served.add(claimed.accountId);
    return claimed;
  }
}

type Attempt = { state: 'delivered' } | { state: 'failed'; fault: string; final: boolean };

/** Faults of a mail that are not the mailbox's. */
const OF_MAIL_SERVER = new Set(['mail_server', NO_MAIL_SERVER, 'timeout', 'internal']);

/**
 * Attempts until a mail has waited for a month. Attempts are counted, not time, so that a wrong clock does not give up
 * a mail.
 */
const MAIL_TRIES = 36;

/**
 * Time of the next attempt: with growing pauses for about a day; after a fault of the mail server, then once a day for
 * a month. Undefined if there is none.
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

/**
 * Pauses a channel whose receiver accepts nothing. The search continues if it has another channel that is on; otherwise
 * it is paused too.
 */
function endChannel(
  present: SavedSearchRecord,
  asked: SavedSearchRecord,
  { way, now, sendsMail }: { way: DeliveryChannel; now: number; sendsMail: boolean },
): EndedChannel | undefined {
  // The channel was paused after another delivery, or the owner has changed its address.
  if (present[way] !== 'on' || present.webhookUrl !== asked.webhookUrl) return undefined;
  const pauseReason = way === 'mail' ? 'mailbox' : 'webhook';
  const goesOn = present[way === 'mail' ? 'webhook' : 'mail'] === 'on';
  const content = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null, pauseReason } as const;
  // The search sends no mail, so an owner who does not read the feed would not learn that the webhook is paused.
  const toOwner = way === 'webhook' && present.mail === 'off' && sendsMail;
  return {
    change: {
      [way]: 'paused',
      lastDeliveredAt: now,
      ...(goesOn || present.state === 'paused' ? {} : { state: 'paused', pauseReason, pauseDetail: null }),
    },
    notice: toOwner
      ? createNotice(present, content, now)
      : createDelivery({ ...present, [way]: 'paused' }, { ...content, ...(goesOn ? { goesOn: true } : {}) }, now),
  };
}
