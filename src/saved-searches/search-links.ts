import type { Clock } from '../lib/clock.ts';
import type { SavedSearchRecord, Store } from '../store/types.ts';
import { atomFeed } from './deliver/atom-feed.ts';
import type { DeliveryContent } from './deliver/content.ts';
import { feedUrl, isLinkToken, linkToken } from './deliver/secret-links.ts';
import { deliveredSearch } from './delivery.ts';

type LinkStore = Pick<Store, 'savedSearches' | 'secret' | 'audit' | 'transaction'>;

/** Deliveries that a feed is made of; it shows their newest entries. */
const FEED_DELIVERIES = 100;

/** What is reached by a secret link, without a log-in: the feed of a search, and the end of its mails. */
export class SearchLinks {
  readonly #store: LinkStore;
  readonly #clock: Clock;
  /** SERVICE_NAME. */
  readonly #service: string;

  constructor(store: LinkStore, clock: Clock, service: string) {
    this.#store = store;
    this.#clock = clock;
    this.#service = service;
  }

  /** The secret that all links are made of. */
  secret(): Promise<string> {
    return this.#store.secret('saved_search_links');
  }

  async feedAddress({ id, feedVersion }: SavedSearchRecord, baseUrl: string): Promise<string> {
    return feedUrl(baseUrl, id, linkToken(await this.secret(), 'feed', id, feedVersion));
  }

  /** Undefined where the link is none, or was renewed. */
  async feed(id: string, token: string, baseUrl: string): Promise<{ xml: string; etag: string } | undefined> {
    const search = await this.#store.savedSearches.find(id);
    if (!search || !isLinkToken(token, linkToken(await this.secret(), 'feed', id, search.feedVersion)))
      return undefined;
    const stored = await this.#store.savedSearches.deliveries(id, FEED_DELIVERIES);
    const all = stored.map(({ content }) => JSON.parse(content) as DeliveryContent);
    const real = all.filter(({ kind }) => kind !== 'sample');
    return atomFeed(real.length > 0 ? real : all, {
      search: deliveredSearch(search),
      service: this.#service,
      baseUrl,
      selfUrl: feedUrl(baseUrl, id, token),
      createdAt: search.createdAt,
    });
  }

  /** The search whose mails the link ends; undefined where it is none. */
  async mailed(id: string, token: string): Promise<SavedSearchRecord | undefined> {
    const isLink = isLinkToken(token, linkToken(await this.secret(), 'unsubscribe', id));
    return isLink ? this.#store.savedSearches.find(id) : undefined;
  }

  /** Noted with the changes of the account: whoever has the mail can do it. */
  async endMails({ id, accountId, mail }: SavedSearchRecord): Promise<void> {
    const store = this.#store;
    if (mail === 'off') return;
    const entry = { accountId, action: 'search.unsubscribe', detail: id, at: this.#clock.now() };
    await store.transaction(() =>
      Promise.all([
        store.savedSearches.change(id, { mail: 'off' }),
        store.savedSearches.endWaiting(id, 'mail'),
        store.audit.add(entry),
      ]),
    );
  }
}
