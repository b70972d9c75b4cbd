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
import { LONGEST_PAUSE_MS, nextWebhookTry, postWebhook } from './deliver/webhook.ts';
import { createDelivery, createNotice } from './delivery.ts';

const LEASE_MS = 2 * MINUTE_MS;
const MAIL_MS = 45_000;
/** A process without a mail server leaves a due mail to other processes for this long. */
const OTHERS_FIRST_MS = MINUTE_MS;
const NO_MAIL_SERVER = 'no_mail_server';
/**
 * Maximum number of simultaneous attempts of one process. Each channel has a separate maximum, so a mail server that
 * hangs does not delay webhooks.
 */
const AT_ONCE: Readonly<Record<DeliveryChannel, number>> = { mail: 4, webhook: 8 };
/**
 * Maximum number of simultaneous attempts of one process in one channel for one account, so that receivers that hang do
 * not delay other accounts.
 */
const AT_ONCE_EACH = 2;
/**
 * In one turn, each account sends at most one delivery. The turn ends after this many accounts, even if others still
 * wait.
 */
const TURN_ACCOUNTS = 500;

export interface DeliverySenderOptions {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'mail'>;
  clock: Clock;
  egress: Egress;
  mailer: Mailer | undefined;
  mailMs?: number;
  service: string;
  baseUrl: string;
  linkSecret(): Promise<string>;
  onDelivery?(way: DeliveryChannel, outcome: 'sent' | 'retried' | 'failed'): void;
  onFault(error: unknown): void;
}

/**
 * Sends the waiting deliveries by mail and webhook; one process claims each delivery. If a process is killed after it
 * has sent a delivery and before the store has noted this, the delivery is sent again with the same ID, so receivers
 * can drop the duplicate.
 */
export class DeliverySender {
  readonly #options: DeliverySenderOptions;
  readonly #lanes: Readonly<Record<DeliveryChannel, ChannelQueue>> = {
    mail: new ChannelQueue(),
    webhook: new ChannelQueue(),
  };
  /** Accepted deliveries that the store has not noted yet, with the time of acceptance. */
  readonly #unnoted = new Map<ClaimedDelivery, number>();
  #closed = false;

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  /**
   * Sends all due deliveries and resolves when no attempt is running. A call during attempts can start further attempts
   * and waits for all of them. Never rejects.
   */
  async round(): Promise<void> {
    for (const way of CHANNELS) this.#begin(way);
    await this.#settled();
  }

  /**
   * Begins no further attempt, and waits at most `graceMs` for running attempts. Unsent deliveries stay in the store.
   */
  async close(graceMs = 2_000): Promise<void> {
    this.#closed = true;
    await within(this.#settled(), graceMs);
  }

  async #settled(): Promise<void> {
    const workers = (): Promise<void>[] => CHANNELS.flatMap((way) => [...this.#lanes[way].workers]);
    while (workers().length > 0) await Promise.all(workers());
  }

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
      this.#begin(way);
      await this.#deliver(delivery).finally(() => lane.sending.delete(delivery));
    }
  }

  async #claim(way: DeliveryChannel, which: DeliveryChoice): Promise<ClaimedDelivery | undefined> {
    if (this.#closed) return undefined;
    const { store, clock, mailer } = this.#options;
    // Accepted deliveries are noted first, because they would otherwise be claimed and sent again.
    await this.#noteAccepted();
    const now = clock.now();
    const ofMail = mailer ? { evenAfter: NO_MAIL_SERVER } : { dueBy: now - OTHERS_FIRST_MS };
    return store.savedSearches.claimDelivery(now, LEASE_MS, { way, ...(way === 'mail' ? ofMail : {}), ...which });
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { store, clock, onDelivery, onFault } = this.#options;
    const { savedSearches } = store;
    const { way, searchId } = delivery;
    const search = await store.savedSearches.find(searchId);
    if (!search) return;
    const isNotice = delivery.id.startsWith(OWNER_NOTICE);
    // The notice says that the webhook is paused, but by now the owner has resumed it or switched it off.
    if (isNotice && search.webhook !== 'paused')
      return savedSearches.failDelivery(delivery, 'switched_off', () => undefined);
    // The channel was switched off or paused after the claim.
    if (search[way] !== 'on' && !isNotice) return;
    // The webhook has a new address. The change of the address has queued the delivery again or given it up.
    if (way === 'webhook' && search.webhookUrl !== delivery.webhookUrl) return;
    let outcome: Attempt;
    try {
      outcome = await this.#send(delivery, search);
    } catch (error) {
      // The receiver did not cause the error, so the fault is not final.
      onFault(error);
      outcome = { state: 'failed', fault: 'internal', final: false };
    }
    const now = clock.now();
    if (outcome.state === 'delivered') {
      onDelivery?.(way, 'sent');
      return this.#accepted(delivery);
    }
    const { fault } = outcome;
    const retryAt = retryTime(delivery, outcome, now);
    if (retryAt === undefined) {
      const { final } = outcome;
      await savedSearches.failDelivery(delivery, fault, (present, hasAccepted) => {
        // If the receiver has accepted another delivery since the first attempt, the webhook works, so only this
        // delivery is given up, unless the fault is final.
        const isEnd = way === 'webhook' ? final || !hasAccepted : fault === 'mailbox';
        return isEnd ? endChannel(present, { way, now }) : undefined;
      });
    } else await savedSearches.noteAttempt(delivery, { state: 'waiting', retryAt, fault });
    onDelivery?.(way, retryAt === undefined ? 'failed' : 'retried');
  }

  #accepted(delivery: ClaimedDelivery): Promise<void> {
    this.#unnoted.set(delivery, this.#options.clock.now());
    return this.#noteAccepted();
  }

  async #noteAccepted(): Promise<void> {
    const { savedSearches } = this.#options.store;
    for (const [delivery, at] of this.#unnoted) {
      await savedSearches.noteAttempt(delivery, { state: 'sent', at });
      this.#unnoted.delete(delivery);
    }
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
    if (!account) return { state: 'failed', fault: 'internal', final: false };
    // The mailbox may belong to another person, who has not asked for this mail.
    if ((await store.mail.confirmation(account.id)) === 'pending')
      return { state: 'failed', fault: 'unconfirmed', final: true };
    const token = linkToken(await linkSecret(), 'unsubscribe', search.id);
    const frame = { to: account.email, service, baseUrl, unsubscribeUrl: unsubscribeUrl(baseUrl, search.id, token) };
    try {
      const sending = mailer.send(deliveryMail(content, frame));
      if (await within(sending, mailMs)) return { state: 'delivered' };
      // A slow mail server may still accept the mail, which must then not be sent again.
      sending.then(() => this.#accepted(delivery)).catch(onFault);
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
 * Attempts of one channel. Accounts take turns: those that have not sent a delivery in the current turn, and can send
 * one, go first. A turn ends at the latest when TURN_ACCOUNTS accounts have sent one.
 */
class ChannelQueue {
  readonly workers = new Set<Promise<void>>();
  readonly sending = new Set<ClaimedDelivery>();
  readonly #served = new Set<string>();
  #claims: Promise<unknown> = Promise.resolve();

  /** Claims one delivery after the other, because each choice depends on the earlier ones. */
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
      // Only accounts that have had their turn can send a delivery now, so the next turn begins.
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

const OF_MAIL_SERVER = new Set(['mail_server', NO_MAIL_SERVER, 'timeout', 'internal']);

/**
 * A mail is given up at the latest after this many attempts, which take about a month. Counting attempts instead of
 * time prevents a wrong clock from giving up a mail.
 */
const MAIL_TRIES = 36;

/** A webhook delivery is given up at the latest after this many attempts. */
const WEBHOOK_TRIES = 10;

/**
 * Returns undefined if there is no further attempt, for example after a final fault. Pauses grow for about a day. After
 * that, a mail is tried once a day for a month, and a webhook delivery is given up. But if its last attempt was not
 * made when it was due, the webhook delivery is tried further, up to WEBHOOK_TRIES times in all, because a clock that
 * is ahead may have cut the last pause short.
 */
function retryTime(
  { way, tries, isTimely }: ClaimedDelivery,
  { fault, final }: { fault: string; final: boolean },
  now: number,
): number | undefined {
  if (final) return undefined;
  const retryAt = nextWebhookTry(tries, now);
  if (retryAt !== undefined) return retryAt;
  if (way === 'webhook') return isTimely || tries >= WEBHOOK_TRIES ? undefined : now + LONGEST_PAUSE_MS;
  return OF_MAIL_SERVER.has(fault) && tries < MAIL_TRIES ? now + DAY_MS : undefined;
}

/** Pauses a channel whose receiver accepts nothing. The search is paused too, unless its other channel is on. */
function endChannel(
  present: SavedSearchRecord,
  { way, now }: { way: DeliveryChannel; now: number },
): EndedChannel | undefined {
  // Another delivery has paused the channel, or the owner has switched it off.
  if (present[way] !== 'on') return undefined;
  const pauseReason = way === 'mail' ? 'mailbox' : 'webhook';
  const goesOn = present[way === 'mail' ? 'webhook' : 'mail'] === 'on';
  // A search that waits for its plan gets this pause reason instead. Otherwise it would resume without its owner,
  // although it can deliver nothing.
  const isStopped = present.state === 'paused' && present.pauseReason !== 'plan';
  const content = { kind: 'paused', total: 0, jobs: [], platforms: [], receiptId: null, pauseReason } as const;
  // If the search sends no mail, an owner who does not read the feed would not notice that the webhook is paused. The
  // notice is created even if this process has no mail server, because another process may have one.
  const toOwner = way === 'webhook' && present.mail === 'off';
  return {
    change: {
      [way]: 'paused',
      lastDeliveredAt: now,
      ...(goesOn || isStopped ? {} : { state: 'paused', pauseReason, pauseDetail: null }),
    },
    notice: toOwner
      ? createNotice(present, content, now)
      : createDelivery({ ...present, [way]: 'paused' }, { ...content, ...(goesOn ? { goesOn: true } : {}) }, now),
  };
}
