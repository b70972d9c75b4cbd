import { WaitingAccounts } from '../lib/waiting-accounts.ts';
import {
  lookUpAtSite,
  mergeTurns,
  type EmployerLookup,
  type EmployerQuery,
  type LookupParts,
} from './employer-lookup.ts';
import type { SiteLookup } from './lookup.ts';
import { readOutcome, storedOf, writeOutcome } from './lookup-outcome.ts';
import { SiteTurn, type LookupCall } from './site-turns.ts';

export interface RunningLookup {
  done: Promise<void>;
  progress: EmployerLookup;
  /** The deadline of the call that started the look-up, in milliseconds since the epoch. */
  deadlineAt: number;
  /** Number of callers that wait for the result. */
  waiting: number;
  accounts: WaitingAccounts;
  /** Calls that want the result. The look-up waits in the queues of all of them and takes the first free slot. */
  calls: Set<LookupCall>;
  /** One for each site that this process asks; empty until the store has been read. */
  turns: SiteTurn[];
}

/** Lets equal look-ups that run at the same time share one result. */
export class LookupSingleFlight {
  readonly #parts: LookupParts;
  readonly #running = new Map<string, RunningLookup>();

  constructor(parts: LookupParts) {
    this.#parts = parts;
  }

  /**
   * Starts a look-up, or joins an equal one that is running. When the last caller leaves, sites that were not yet asked
   * are dropped, so that cancelled calls cost nothing.
   */
  join(employer: EmployerQuery, call: LookupCall): RunningLookup {
    const { companyKey, depth, sites, query } = employer;
    const key = JSON.stringify([companyKey, query.scope, depth, sites]);
    const lookup = this.#running.get(key) ?? this.#start(employer, key);
    // One call can join twice, with two spellings of the employer's name.
    if (!lookup.calls.has(call)) {
      lookup.calls.add(call);
      for (const turn of lookup.turns) turn.enter(call);
    }
    return lookup;
  }

  #start(employer: EmployerQuery, key: string): RunningLookup {
    const accounts = new WaitingAccounts();
    const query = { ...employer.query, accounts: accounts.all };
    const end = (): void => {
      if (this.#running.get(key) === lookup) this.#running.delete(key);
    };
    const isWanted = (): boolean => {
      // An abandoned look-up cannot be joined; a later call starts a new one.
      if (lookup.waiting === 0) end();
      return lookup.waiting > 0;
    };
    const done = Promise.resolve()
      .then(() => this.#lookUp({ ...employer, query }, key, lookup, isWanted))
      .finally(end);
    done.catch(() => {});
    const lookup: RunningLookup = {
      done,
      progress: { records: [], failures: [], extracted: false },
      deadlineAt: query.deadlineAt,
      waiting: 0,
      accounts,
      calls: new Set(),
      turns: [],
    };
    this.#running.set(key, lookup);
    return lookup;
  }

  /** One replica runs the look-up; the other replicas receive its result. */
  async #lookUp(employer: EmployerQuery, key: string, lookup: RunningLookup, isWanted: () => boolean): Promise<void> {
    const { singleFlight, clock } = this.#parts;
    const { progress } = lookup;
    if (!singleFlight) return this.#lookUpHere(employer, lookup, isWanted);
    let isOwn = false;
    const look = async (): Promise<string> => {
      isOwn = true;
      await this.#lookUpHere(employer, lookup, isWanted);
      // The error makes another waiting replica run the look-up.
      if (!isWanted()) throw new Error('Nobody here waits for the lookup any more.');
      return writeOutcome(progress, lookup.deadlineAt);
    };
    const again = async (): Promise<string | undefined> => {
      const records = await storedOf(employer, this.#parts);
      if (records.length < employer.sites.length) return undefined;
      return writeOutcome({ records, failures: [], extracted: false }, lookup.deadlineAt);
    };
    // Waits for another replica during at most half of the remaining time, so that the look-up can still run here.
    const patienceMs = Math.max(0, lookup.deadlineAt - clock.now()) / 2;
    const text = await singleFlight.run(`employer ${key}`, look, { again, patienceMs });
    if (!isOwn) lookup.deadlineAt = readOutcome(text, progress);
  }

  async #lookUpHere(employer: EmployerQuery, lookup: RunningLookup, isWanted: () => boolean): Promise<void> {
    const parts = this.#parts;
    // Another call may have stored the records since the caller read the store.
    const stored = await storedOf(employer, parts);
    lookup.progress.records.push(...stored);
    const sites = employer.sites.filter((site) => stored.every((record) => record.site !== site));
    if (sites.length === 0) return;
    lookup.turns = sites.map(
      (site) =>
        new SiteTurn(site, async ({ failures }) =>
          isWanted() ? lookUpAtSite(employer, site, parts, failures) : BROKEN_OFF,
        ),
    );
    for (const turn of lookup.turns) for (const call of lookup.calls) turn.enter(call);
    await mergeTurns(lookup.turns, employer, parts, lookup.progress);
  }
}

const BROKEN_OFF: SiteLookup = { outcome: 'failed', kind: 'error', reason: 'the call was broken off' };
