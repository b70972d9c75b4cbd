import type { Accounts } from '../accounts/accounts.ts';
import { watchCaller } from '../accounts/watch-caller.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import type {
  AccountRecord,
  KeyRecord,
  SavedDeliveryHead,
  SavedSearchChange,
  SavedSearchRecord,
  Store,
} from '../store/types.ts';
import type { DeliveryContent } from './deliver/content.ts';
import { newWebhookSecret } from './deliver/secret-links.ts';
import { createDelivery, platformsOf, sampleId } from './delivery.ts';
import { readSearch, type ReadContext, type SavedSearchInput } from './read-input.ts';
import { isAllowed, type SavedSearchCall } from './run-search.ts';
import { SavedSearchRefused } from './saved-search-refused.ts';
import { isZone, nextRun, spreadMs } from './schedule.ts';
import { runArguments, type SearchArguments } from './search-arguments.ts';
import { listStatuses, type SavedSearchStatus } from './search-status.ts';
import { editOf, isEdit, isSameQuestion, resumed, waitingForPlan } from './search-edit.ts';

export interface SavedSearchesOptions extends Pick<ReadContext, 'checkArguments' | 'sendsMail' | 'guard'> {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'usage' | 'audit' | 'transaction'>;
  accounts: Pick<Accounts, 'planOf'>;
  clock: Clock;
  /** A call on sample data, which costs nothing; absent where there is none. */
  sampleCall?: SavedSearchCall;
}

/** A search as it was stored; `webhookSecret` is shown now, and never again. */
export interface StoredSearch {
  search: SavedSearchRecord;
  webhookSecret?: string;
}

/** The searches that accounts keep (SPEC §14), as their owners make and change them. */
export class SavedSearches {
  readonly #options: SavedSearchesOptions;

  constructor(options: SavedSearchesOptions) {
    this.#options = options;
  }

  get sendsMail(): boolean {
    return this.#options.sendsMail;
  }

  /** Rejects with SavedSearchRefused, or with what the tool says of the arguments. */
  async create(account: AccountRecord, input: SavedSearchInput): Promise<StoredSearch> {
    const { store, accounts, clock } = this.#options;
    const plan = accounts.planOf(account);
    const read = await readSearch(input, { ...this.#options, account, plan });
    const now = clock.now();
    const id = `sea_${randomHex(24)}`;
    const webhookSecret = read.webhookUrl === '' ? '' : newWebhookSecret();
    const search = {
      ...read,
      id,
      accountId: account.id,
      webhookSecret,
      createdAt: now,
      nextRunAt: nextRun(read, now, spreadMs(account.id)),
    };
    try {
      await store.transaction(() =>
        Promise.all([
          // Of two forms that are sent at once the second sees the first.
          store.savedSearches.create(search, plan.savedSearches.maximum, (held) => refuseEqual(read.arguments, held)),
          this.#note(account.id, 'search.create', id),
        ]),
      );
    } catch (error) {
      const isRefused = error instanceof ServiceError && !(error instanceof SavedSearchRefused);
      if (isRefused && error.reason === 'validation') {
        throw new SavedSearchRefused('maximum', error.message);
      }
      throw error;
    }
    return { search: await this.require(account.id, id), ...(webhookSecret === '' ? {} : { webhookSecret }) };
  }

  /** Rejects as `create` does. What waited for a change of this kind runs again. */
  async change(accountId: string, id: string, input: SavedSearchInput): Promise<StoredSearch> {
    const { store, accounts, clock } = this.#options;
    const before = await this.require(accountId, id);
    const account = await this.#account(accountId);
    const plan = accounts.planOf(account);
    const read = await readSearch(input, { ...this.#options, account, plan, before });
    const { savedSearches } = store;
    const mayRun = isAllowed({ ...before, ...read }, plan, await savedSearches.list(accountId));
    const { change, isNewWebhook, webhookSecret } = editOf(before, read, clock.now(), mayRun);
    await store.transaction(() =>
      Promise.all([
        // Of two edits that are sent at once the second sees the first.
        savedSearches.change(id, change, (others) => refuseEqual(read.arguments, others)),
        ...(isEdit(before, change) ? [this.#note(accountId, 'search.change', id)] : []),
        ...(isNewWebhook ? [savedSearches.resend(id, 'webhook', clock.now(), RESENT.webhook)] : []),
        // What waited for a receiver that its owner switches off is not sent when it is switched on again.
        ...WAYS.filter((way) => change[way] === 'off').map((way) => savedSearches.endWaiting(id, way)),
      ]),
    );
    return { search: await this.require(accountId, id), ...(webhookSecret === undefined ? {} : { webhookSecret }) };
  }

  async pause(accountId: string, id: string): Promise<void> {
    await this.require(accountId, id);
    const change = { state: 'paused', pauseReason: 'owner', pauseDetail: null } as const;
    await this.#changeNoted(accountId, id, 'search.pause', change);
  }

  /**
   * Runs again from its next time on, and sends what a paused receiver did not take. Refused where it cannot run, unless
   * there is something to send: then it only waits for the plan.
   */
  async resume(accountId: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    const search = await this.require(accountId, id);
    const ways = WAYS.filter((way) => search[way] === 'paused');
    const fault = await this.#whyNotRunnable(search);
    if (fault && (fault.fault !== 'plan' || ways.length === 0)) throw fault;
    const now = clock.now();
    const change: SavedSearchChange = {
      ...(fault ? waitingForPlan(search, now) : resumed(search, now)),
      ...Object.fromEntries(ways.map((way) => [way, 'on'])),
    };
    // Two clicks: it runs already.
    if (Object.keys(change).length === 0) return;
    await this.#changeNoted(accountId, id, 'search.resume', change, () =>
      ways.map((way) => store.savedSearches.resend(id, way, now, RESENT[way])),
    );
  }

  /** Is due at once; one that was paused runs again from now on. Refused while a run is not finished, as `resume` is. */
  async runNow(accountId: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    const search = await this.require(accountId, id);
    if (search.runDueAt !== null) throw isRunning();
    const fault = await this.#whyNotRunnable(search);
    if (fault) throw fault;
    if (search.state === 'paused') await this.resume(accountId, id);
    await store.savedSearches.runNow(id, clock.now());
  }

  /** Refused while a run is under way, and until what it costs is delivered. */
  async delete(accountId: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    await this.require(accountId, id);
    try {
      await store.transaction(() =>
        Promise.all([store.savedSearches.delete(id, clock.now()), this.#note(accountId, 'search.delete', id)]),
      );
    } catch (error) {
      throw error instanceof ServiceError && error.reason === 'validation' ? isRunning() : error;
    }
  }

  /** Ends the address of the feed; there is another one then. */
  async renewFeed(accountId: string, id: string): Promise<void> {
    const { feedVersion } = await this.require(accountId, id);
    await this.#changeNoted(accountId, id, 'search.feed', { feedVersion: feedVersion + 1 });
  }

  /** Replaces the webhook's secret; returns the new one, which is shown now alone. */
  async renewSecret(accountId: string, id: string): Promise<string> {
    await this.require(accountId, id);
    const webhookSecret = newWebhookSecret();
    await this.#changeNoted(accountId, id, 'search.secret', { webhookSecret });
    return webhookSecret;
  }

  /** Puts an example from sample data into the feed until the first run. False where the sample data has none. */
  async preview(account: AccountRecord, id: string): Promise<boolean> {
    const { store, clock, sampleCall } = this.#options;
    const search = await this.require(account.id, id);
    if (!sampleCall || search.hasRun) return false;
    const { result } = await sampleCall({
      account,
      search,
      arguments: runArguments(JSON.parse(search.arguments) as SearchArguments),
      idempotencyKey: '',
      signal: AbortSignal.timeout(60_000),
    });
    const content = {
      kind: 'sample',
      total: result.jobs.length,
      jobs: result.jobs.slice(0, 10),
      platforms: platformsOf(result),
      receiptId: null,
    } as const;
    const silent = { ...search, mail: 'off', webhook: 'off' } as const;
    await store.savedSearches.addDelivery(createDelivery(silent, content, clock.now(), sampleId(id)));
    return true;
  }

  /** The oldest first. */
  list(account: AccountRecord): Promise<SavedSearchStatus[]> {
    const { store, accounts } = this.#options;
    return listStatuses(store, account, accounts.planOf(account));
  }

  /** All that is kept of what a search has delivered, the newest first. */
  async delivered(id: string): Promise<DeliveryContent[]> {
    const stored = await this.#options.store.savedSearches.deliveries(id, 10_000);
    return stored.map(({ content }) => JSON.parse(content) as DeliveryContent);
  }

  /** One delivery of a search; undefined where it is none, or is no longer kept. */
  async delivery({ id }: SavedSearchRecord, deliveryId: string): Promise<DeliveryContent | undefined> {
    const stored = await this.#options.store.savedSearches.delivery(deliveryId);
    return stored?.searchId === id ? (JSON.parse(stored.content) as DeliveryContent) : undefined;
  }

  /** The newest first, from one of them on; without the example. */
  async deliveryHeads(
    { id }: SavedSearchRecord,
    limit: number,
    from?: { at: number; id: string },
  ): Promise<SavedDeliveryHead[]> {
    const heads = await this.#options.store.savedSearches.deliveryHeads(id, limit, from);
    return heads.filter((head) => head.id !== sampleId(id));
  }

  /** The account's searches as the callers that the ledger names: for lists of calls. */
  async callers(account: AccountRecord): Promise<KeyRecord[]> {
    const plan = this.#options.accounts.planOf(account);
    const searches = await this.#options.store.savedSearches.list(account.id);
    return searches.map(({ id, name }) => ({ ...watchCaller(account, plan, id).key, name }));
  }

  /** A search of the account; rejects with SavedSearchRefused `missing`. */
  async require(accountId: string, id: string): Promise<SavedSearchRecord> {
    const search = await this.#options.store.savedSearches.find(id);
    if (search?.accountId !== accountId) throw new SavedSearchRefused('missing', `There is no saved search ${id}.`);
    return search;
  }

  /** What would only be paused again is refused, so that the page says why, and no message does each time. */
  async #whyNotRunnable(search: SavedSearchRecord): Promise<SavedSearchRefused | undefined> {
    const { store, accounts } = this.#options;
    const { accountId, zone } = search;
    if (!isZone(zone)) return new SavedSearchRefused('zone', `There is no time zone "${zone}": change the search.`);
    const account = await this.#account(accountId);
    return isAllowed(search, accounts.planOf(account), await store.savedSearches.list(accountId))
      ? undefined
      : new SavedSearchRefused('plan', 'This plan allows fewer saved searches, or less frequent ones.');
  }

  async #account(id: string): Promise<AccountRecord> {
    const account = await this.#options.store.accounts.findById(id, this.#options.clock.now());
    if (!account) throw new SavedSearchRefused('missing', 'The account is gone.');
    return account;
  }

  /** `more`: begins further writes of the same transaction. */
  async #changeNoted(
    accountId: string,
    id: string,
    action: string,
    change: SavedSearchChange,
    more: () => Promise<void>[] = () => [],
  ): Promise<void> {
    const { store } = this.#options;
    await store.transaction(() =>
      Promise.all([store.savedSearches.change(id, change), this.#note(accountId, action, id), ...more()]),
    );
  }

  #note(accountId: string, action: string, detail: string): Promise<void> {
    const { store, clock } = this.#options;
    return store.audit.add({ accountId, action, detail, at: clock.now() });
  }
}

const WAYS = ['mail', 'webhook'] as const;
/** Deliveries that a resumed way gets of those that it missed: the newest. The feed has the others. */
const RESENT = { mail: 10, webhook: 100 };

function isRunning(): SavedSearchRefused {
  return new SavedSearchRefused('running', 'The search is running. Try again in a few minutes.');
}

function refuseEqual(args: string, others: readonly SavedSearchRecord[]): void {
  const equal = others.find((other) => isSameQuestion(args, other.arguments));
  if (equal) throw new SavedSearchRefused('equal', `The search "${equal.name}" asks the same: change that one.`);
}
