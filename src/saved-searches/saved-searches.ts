import type { Accounts } from '../accounts/accounts.ts';
import { savedSearchCaller } from '../accounts/callers-without-key.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { randomHex } from '../lib/random-id.ts';
import { savedSearchRuns } from '../store/refusals.ts';
import type {
  AccountRecord,
  DeliveryProgress,
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
import { untilUnchanged } from './until-unchanged.ts';

export interface SavedSearchesOptions extends Pick<ReadContext, 'checkArguments' | 'sendsMail' | 'guard'> {
  store: Pick<Store, 'savedSearches' | 'accounts' | 'usage' | 'audit' | 'transaction'>;
  accounts: Pick<Accounts, 'planOf'>;
  clock: Clock;
  /** Makes a free call on sample data; absent if the service has no sample data. */
  sampleCall?: SavedSearchCall;
}

export interface StoredSearch {
  search: SavedSearchRecord;
  webhookSecret?: string;
}

/** The operations on accounts' saved searches (SPEC §14). The runs themselves are made by SearchRunner. */
export class SavedSearches {
  readonly #options: SavedSearchesOptions;

  constructor(options: SavedSearchesOptions) {
    this.#options = options;
  }

  get sendsMail(): boolean {
    return this.#options.sendsMail;
  }

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
          // `refuseEqual` runs under a lock, so the second of two simultaneous forms sees the search of the first.
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

  /**
   * Changes a search as edited. A stopped search runs again if the edit removes the reason. Rejects with
   * SavedSearchRefused, SavedSearchChanged or the error of `checkArguments`.
   */
  async change(accountId: string, id: string, input: SavedSearchInput): Promise<StoredSearch> {
    return untilUnchanged(() => this.#change(accountId, id, input));
  }

  async #change(accountId: string, id: string, input: SavedSearchInput): Promise<StoredSearch> {
    const { store, accounts, clock } = this.#options;
    const before = await this.require(accountId, id);
    const account = await this.#account(accountId);
    const plan = accounts.planOf(account);
    const read = await readSearch(input, { ...this.#options, account, plan, before });
    const { savedSearches } = store;
    const mayRun = isAllowed({ ...before, ...read }, plan, await savedSearches.list(accountId));
    const { change, isNewWebhook, webhookSecret } = editOf(before, read, {
      now: clock.now(),
      isAllowed: mayRun,
      monthEndsAt: account.periodEndsAt,
    });
    await store.transaction(() =>
      Promise.all([
        // `refuseEqual` runs under a lock, so the second of two simultaneous edits sees the first.
        savedSearches.change(id, change, { before, check: (others) => refuseEqual(read.arguments, others) }),
        ...(isEdit(before, change) ? [this.#note(accountId, 'search.change', id)] : []),
        ...(isNewWebhook ? [savedSearches.resend(id, 'webhook', clock.now(), RESENT.webhook)] : []),
        // Deliveries that waited for a channel that is now switched off must not be sent when it is switched on again.
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
   * Resumes the search and its paused channels, which then send the newest deliveries that they missed. Rejects with
   * SavedSearchRefused if the search cannot run, with one exception: if only the plan forbids it and a channel was
   * paused, the channel resumes and the search waits for the plan.
   */
  async resume(accountId: string, id: string): Promise<void> {
    await untilUnchanged(() => this.#resume(accountId, id));
  }

  async #resume(accountId: string, id: string): Promise<void> {
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
    if (Object.keys(change).length === 0) return;
    await store.transaction(() =>
      Promise.all([
        store.savedSearches.change(id, change, { before: search }),
        this.#note(accountId, 'search.resume', id),
        ...ways.map((way) => store.savedSearches.resend(id, way, now, RESENT[way])),
      ]),
    );
  }

  /**
   * Makes the search due at once, and resumes it if it was paused. Rejects with SavedSearchRefused if a run is
   * unfinished or the search cannot run.
   */
  async runNow(accountId: string, id: string): Promise<void> {
    const { store, clock } = this.#options;
    const search = await this.require(accountId, id);
    if (search.runDueAt !== null) throw isRunning();
    const fault = await this.#whyNotRunnable(search);
    if (fault) throw fault;
    if (search.state === 'paused') await this.resume(accountId, id);
    await store.savedSearches.runNow(id, clock.now());
  }

  /** Rejects with SavedSearchRefused if a run is in progress or a charged run is not delivered yet. */
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

  async renewFeed(accountId: string, id: string): Promise<void> {
    const { feedVersion } = await this.require(accountId, id);
    await this.#changeNoted(accountId, id, 'search.feed', { feedVersion: feedVersion + 1 });
  }

  async renewSecret(accountId: string, id: string): Promise<string> {
    await this.require(accountId, id);
    const webhookSecret = newWebhookSecret();
    await this.#changeNoted(accountId, id, 'search.secret', { webhookSecret });
    return webhookSecret;
  }

  /**
   * Adds a sample delivery, which the feed shows until the first delivery. False if there is no sample data or the
   * search has ever delivered anything, even before a change of its arguments.
   */
  async preview(account: AccountRecord, id: string): Promise<boolean> {
    const { store, clock, sampleCall } = this.#options;
    const search = await this.require(account.id, id);
    if (!sampleCall || !mayPreview(search)) return false;
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

  list(account: AccountRecord): Promise<SavedSearchStatus[]> {
    const { store, accounts } = this.#options;
    return listStatuses(store, account, accounts.planOf(account));
  }

  async delivered(id: string): Promise<DeliveryContent[]> {
    const stored = await this.#options.store.savedSearches.deliveries(id, 10_000);
    return stored.map(({ content }) => JSON.parse(content) as DeliveryContent);
  }

  attempts(id: string): Promise<DeliveryProgress[]> {
    return this.#options.store.savedSearches.progress(id);
  }

  async delivery({ id }: SavedSearchRecord, deliveryId: string): Promise<DeliveryContent | undefined> {
    const stored = await this.#options.store.savedSearches.delivery(deliveryId);
    return stored?.searchId === id ? (JSON.parse(stored.content) as DeliveryContent) : undefined;
  }

  async deliveryHeads(
    { id }: SavedSearchRecord,
    limit: number,
    from?: { at: number; id: string },
  ): Promise<SavedDeliveryHead[]> {
    const heads = await this.#options.store.savedSearches.deliveryHeads(id, limit + 1, from);
    return heads.filter((head) => head.id !== sampleId(id)).slice(0, limit);
  }

  /**
   * Returns the searches as key records for lists of calls, because the ledger stores the ID of a search in place of a
   * key's.
   */
  async callers(account: AccountRecord): Promise<KeyRecord[]> {
    const plan = this.#options.accounts.planOf(account);
    const searches = await this.#options.store.savedSearches.list(account.id);
    return searches.map(({ id, name }) => ({ ...savedSearchCaller(account, plan, id).key, name }));
  }

  async require(accountId: string, id: string): Promise<SavedSearchRecord> {
    const search = await this.#options.store.savedSearches.find(id);
    if (search?.accountId !== accountId) throw new SavedSearchRefused('missing', `There is no saved search ${id}.`);
    return search;
  }

  /** Returns why a run would only pause the search again. Pages show the reason, so no delivery has to report it. */
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

  async #changeNoted(accountId: string, id: string, action: string, change: SavedSearchChange): Promise<void> {
    const { store } = this.#options;
    await store.transaction(() =>
      Promise.all([store.savedSearches.change(id, change), this.#note(accountId, action, id)]),
    );
  }

  #note(accountId: string, action: string, detail: string): Promise<void> {
    const { store, clock } = this.#options;
    return store.audit.add({ accountId, action, detail, at: clock.now() });
  }
}

/** False once the feed has had a delivery, because it then shows no sample. */
export function mayPreview({ hasRun, lastDeliveredAt }: SavedSearchRecord): boolean {
  return !hasRun && lastDeliveredAt === null;
}

const WAYS = ['mail', 'webhook'] as const;
/**
 * A resumed channel sends at most this many of the deliveries that it missed, the newest ones. The feed contains all of
 * them.
 */
const RESENT = { mail: 10, webhook: 100 };

function isRunning(): SavedSearchRefused {
  return new SavedSearchRefused('running', savedSearchRuns().message);
}

function refuseEqual(args: string, others: readonly SavedSearchRecord[]): void {
  const equal = others.find((other) => isSameQuestion(args, other.arguments));
  if (equal) throw new SavedSearchRefused('equal', `The search "${equal.name}" asks the same: change that one.`);
}
