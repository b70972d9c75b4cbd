import type { Clock } from '../lib/clock.ts';
import type { SavedSearchRecord, Store } from '../store/types.ts';
import { atomFeed, FEED_ENTRIES, feedTag, readFeedPage, type FeedPlace } from './deliver/atom-feed.ts';
import type { DeliveryContent } from './deliver/content.ts';
import { feedUrl, isLinkToken, linkToken } from './deliver/secret-links.ts';
import { deliveredSearch, sampleId } from './delivery.ts';
import { withoutMail } from './search-edit.ts';
import { untilUnchanged } from './until-unchanged.ts';

type LinkStore = Pick<Store, 'savedSearches' | 'secret' | 'audit' | 'transaction'>;

/**
 * Handles secret links, which need no log-in. They lead to the feed of a search, and to the page that stops its mails.
 */
export class SearchLinks {
  readonly #store: LinkStore;
  readonly #clock: Clock;
  readonly #service: string;

  constructor(store: LinkStore, clock: Clock, service: string) {
    this.#store = store;
    this.#clock = clock;
    this.#service = service;
  }

  secret(): Promise<string> {
    return this.#store.secret('saved_search_links');
  }

  async feedAddress({ id, feedVersion }: SavedSearchRecord, baseUrl: string): Promise<string> {
    return feedUrl(baseUrl, id, linkToken(await this.secret(), 'feed', id, feedVersion));
  }

  /**
   * Returns the first page of the feed, or the page that begins at `from`. Returns undefined if the link is invalid or
   * was renewed.
   */
  async feed(
    id: string,
    token: string,
    baseUrl: string,
    from?: FeedPlace,
  ): Promise<{ etag: string; xml(): Promise<string> } | undefined> {
    const { savedSearches } = this.#store;
    const search = await savedSearches.find(id);
    if (!search || !isLinkToken(token, linkToken(await this.secret(), 'feed', id, search.feedVersion)))
      return undefined;
    // Each delivery has at least one entry, so FEED_ENTRIES deliveries fill a page. Of the two others, one shows
    // whether there is a next page, and one may be the sample delivery.
    const all = await savedSearches.deliveryHeads(id, FEED_ENTRIES + 2, from);
    const real = all.filter((head) => head.id !== sampleId(id));
    const heads = real.length > 0 ? real : all;
    const frame = {
      search: deliveredSearch(search),
      service: this.#service,
      baseUrl,
      feedUrl: feedUrl(baseUrl, id, token),
      createdAt: search.createdAt,
    };
    const read = async (one: string): Promise<DeliveryContent | undefined> => {
      const stored = await savedSearches.delivery(one);
      return stored && (JSON.parse(stored.content) as DeliveryContent);
    };
    return {
      etag: feedTag(heads, from, frame),
      xml: async () => atomFeed(await readFeedPage(heads, from, read), frame),
    };
  }

  async mailed(id: string, token: string): Promise<SavedSearchRecord | undefined> {
    const isLink = isLinkToken(token, linkToken(await this.secret(), 'unsubscribe', id));
    return isLink ? this.#store.savedSearches.find(id) : undefined;
  }

  /**
   * Switches off the mails of a search. The account's audit log records the change, because everyone who has such a
   * mail can make it.
   */
  endMails({ id }: SavedSearchRecord): Promise<void> {
    const store = this.#store;
    return untilUnchanged(async () => {
      const before = await store.savedSearches.find(id);
      if (!before || before.mail === 'off') return;
      const at = this.#clock.now();
      const entry = { accountId: before.accountId, action: 'search.unsubscribe', detail: id, at };
      await store.transaction(() =>
        Promise.all([
          store.savedSearches.change(id, { mail: 'off', ...withoutMail(before, at) }, { before }),
          store.savedSearches.endWaiting(id, 'mail'),
          store.audit.add(entry),
        ]),
      );
    });
  }
}
