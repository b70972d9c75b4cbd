import { WaitingAccounts } from '../lib/waiting-accounts.ts';
import {
  lookUpAtSite,
  mergeLookups,
  type EmployerLookup,
  type EmployerQuery,
  type LookupParts,
} from './employer-lookup.ts';
import type { SiteLookup } from './lookup.ts';
import { readOutcome, storedOf, writeOutcome } from './lookup-outcome.ts';
import type { LookupCall } from './lookup-call.ts';
import { LookupScheduler, ScheduledLookup } from './lookup-scheduler.ts';

export interface RunningLookup {
  done: Promise<void>;
  progress: EmployerLookup;
  deadlineAt: number;
  /** Number of calls that wait for the result. At 0, no further site is looked up. */
  waiting: number;
  accounts: WaitingAccounts;
  calls: Set<LookupCall>;
  /** One for each site that this process looks up; empty until the store has been read. */
  lookups: ScheduledLookup[];
}

/**
 * Lets calls that look up the same employer at the same time share the result, if country, depth and sites are the
 * same.
 */
export class LookupSingleFlight {
  readonly #parts: LookupParts;
  readonly #scheduler = new LookupScheduler();
  readonly #running = new Map<string, RunningLookup>();

  constructor(parts: LookupParts) {
    this.#parts = parts;
  }

  /**
   * Joins the running look-up of the same employer, country, depth and sites, or starts one. The caller of this method
   * counts itself in `waiting`.
   */
  join(employer: EmployerQuery, call: LookupCall): RunningLookup {
    const { companyKey, depth, sites, query } = employer;
    const key = JSON.stringify([companyKey, query.scope, depth, sites]);
    const running = this.#running.get(key) ?? this.#start(employer, key);
    running.calls.add(call);
    for (const lookup of running.lookups) this.#scheduler.add(lookup, call);
    return running;
  }

  #start(employer: EmployerQuery, key: string): RunningLookup {
    const accounts = new WaitingAccounts();
    const query = { ...employer.query, accounts: accounts.all };
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    const isWanted = (): boolean => {
      // An abandoned look-up cannot be joined; a later call starts a new one.
      if (running.waiting === 0) end();
      return running.waiting > 0;
    };
    const done = Promise.resolve()
      .then(() => this.#lookUp({ ...employer, query }, key, running, isWanted))
      .finally(end);
    done.catch(() => {});
    const running: RunningLookup = {
      done,
      progress: { records: [], failures: [], extracted: false },
      deadlineAt: query.deadlineAt,
      waiting: 0,
      accounts,
      calls: new Set(),
      lookups: [],
    };
    this.#running.set(key, running);
    return running;
  }

  async #lookUp(employer: EmployerQuery, key: string, running: RunningLookup, isWanted: () => boolean): Promise<void> {
    const { singleFlight, clock } = this.#parts;
    const { progress } = running;
    if (!singleFlight) return this.#lookUpHere(employer, running, isWanted);
    let isOwn = false;
    const look = async (): Promise<string> => {
      isOwn = true;
      await this.#lookUpHere(employer, running, isWanted);
      // Because of the error, another replica that waits for this one runs the look-up itself.
      if (!isWanted()) throw new Error('Nobody here waits for the lookup any more.');
      return writeOutcome(progress, running.deadlineAt);
    };
    const again = async (): Promise<string | undefined> => {
      const records = await storedOf(employer, this.#parts);
      if (records.length < employer.sites.length) return undefined;
      return writeOutcome({ records, failures: [], extracted: false }, running.deadlineAt);
    };
    // If another replica takes more than half of the remaining time, the look-up runs here in the other half.
    const patienceMs = Math.max(0, running.deadlineAt - clock.now()) / 2;
    const text = await singleFlight.run(`employer ${key}`, look, { again, patienceMs });
    if (!isOwn) running.deadlineAt = readOutcome(text, progress);
  }

  async #lookUpHere(employer: EmployerQuery, running: RunningLookup, isWanted: () => boolean): Promise<void> {
    const parts = this.#parts;
    // Another call may have stored the records after the caller of `join` read the store.
    const stored = await storedOf(employer, parts);
    running.progress.records.push(...stored);
    const sites = employer.sites.filter((site) => stored.every((record) => record.site !== site));
    if (sites.length === 0) return;
    running.lookups = sites.map(
      (site) =>
        new ScheduledLookup(site, async ({ failures }) =>
          isWanted() ? lookUpAtSite(employer, site, parts, failures) : BROKEN_OFF,
        ),
    );
    for (const lookup of running.lookups) for (const call of running.calls) this.#scheduler.add(lookup, call);
    await mergeLookups(running.lookups, employer, parts, running.progress);
  }
}

const BROKEN_OFF: SiteLookup = { outcome: 'failed', kind: 'error', reason: 'the call was broken off' };
