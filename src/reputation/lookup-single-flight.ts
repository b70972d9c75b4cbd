import type { LimitFunction } from 'p-limit';
import {
  lookUpEmployer,
  type EmployerLookup,
  type EmployerQuery,
  type LookupParts,
  type Surroundings,
} from './employer-lookup.ts';
import type { Failures } from './failures.ts';
import { WaitingAccounts } from '../lib/waiting-accounts.ts';
import { readOutcome, storedOf, writeOutcome } from './lookup-outcome.ts';
import type { ReviewSite } from '../sources/review-sites/site.ts';

/** A call's queues and failures. */
export interface LookupCaller {
  /** The call's queue at each site. */
  limits: Readonly<Record<ReviewSite, LimitFunction>>;
  failures: Failures;
}

/** A look-up in progress. */
export interface RunningLookup {
  done: Promise<EmployerLookup>;
  /** The results so far. */
  progress: EmployerLookup;
  /** Its deadline: that of the call that began it. */
  deadlineAt: number;
  /** Number of callers that wait for it. */
  waiting: number;
  /** The accounts of those callers. */
  accounts: WaitingAccounts;
  /** Adds a caller's queues, so that no call waits behind another call's names. */
  enter(caller: LookupCaller): void;
}

/** Single flight for equal look-ups. */
export class LookupSingleFlight {
  readonly #parts: LookupParts;
  readonly #running = new Map<string, RunningLookup>();

  constructor(parts: LookupParts) {
    this.#parts = parts;
  }

  /**
   * Starts the look-up of these sites, or joins a running one. It continues when a caller leaves, because
   * others may wait and the result is stored. But when the last caller leaves, parts that have not started are
   * dropped, so that cancelled calls cost nothing.
   */
  join(employer: EmployerQuery, caller: LookupCaller): RunningLookup {
    const { companyKey, depth, sites } = employer;
    const accounts = new WaitingAccounts();
    const query = { ...employer.query, accounts: accounts.all };
    const key = JSON.stringify([companyKey, query.scope, depth, sites]);
    const running = this.#running.get(key);
    if (running) {
      running.enter(caller);
      return running;
    }
    const end = (): void => {
      if (this.#running.get(key) === lookup) this.#running.delete(key);
    };
    const isWanted = (): boolean => {
      // Later callers start a new look-up.
      if (lookup.waiting === 0) end();
      return lookup.waiting > 0;
    };
    const progress: EmployerLookup = { records: [], failures: [], extracted: false };
    const { queue, enter } = createQueue(caller);
    const done = Promise.resolve()
      .then(() => this.#lookUp({ ...employer, query }, key, { queue, isWanted }, lookup))
      .finally(end);
    done.catch(() => {});
    const lookup: RunningLookup = { done, progress, deadlineAt: query.deadlineAt, waiting: 0, accounts, enter };
    this.#running.set(key, lookup);
    return lookup;
  }

  /** One replica looks up; the others receive its result. */
  async #lookUp(
    employer: EmployerQuery,
    key: string,
    surroundings: Surroundings,
    lookup: RunningLookup,
  ): Promise<EmployerLookup> {
    const { singleFlight, clock } = this.#parts;
    const { progress } = lookup;
    const lookUp = async (): Promise<EmployerLookup> => {
      // An equal look-up may have been stored since the caller read the store.
      const stored = await storedOf(employer, this.#parts);
      progress.records.push(...stored);
      const sites = employer.sites.filter((site) => stored.every((record) => record.site !== site));
      return sites.length === 0
        ? progress
        : lookUpEmployer({ ...employer, sites }, this.#parts, surroundings, progress);
    };
    if (!singleFlight) return lookUp();
    let isOwn = false;
    const look = async (): Promise<string> => {
      isOwn = true;
      await lookUp();
      // Cancelled: replicas that wait start it again.
      if (!surroundings.isWanted()) throw new Error('Nobody here waits for the lookup any more.');
      return writeOutcome(progress, lookup.deadlineAt);
    };
    const again = async (): Promise<string | undefined> => {
      const records = await storedOf(employer, this.#parts);
      if (records.length < employer.sites.length) return undefined;
      return writeOutcome({ records, failures: [], extracted: false }, lookup.deadlineAt);
    };
    // Waits only half of the time, so that the look-up can still run here.
    const patienceMs = Math.max(0, lookup.deadlineAt - clock.now()) / 2;
    const text = await singleFlight.run(`employer ${key}`, look, { again, patienceMs });
    if (!isOwn) lookup.deadlineAt = readOutcome(text, progress);
    return progress;
  }
}

/** Work that waits in the queues of all its callers and runs once, in the first free place. */
function createQueue(first: LookupCaller): { queue: Surroundings['queue']; enter(caller: LookupCaller): void } {
  const callers = [first];
  const entries: ((caller: LookupCaller) => void)[] = [];
  return {
    queue: (site, work) =>
      new Promise((resolve, reject) => {
        let begun: ReturnType<typeof work> | undefined;
        const entry = ({ limits, failures }: LookupCaller): void => {
          limits[site](() => (begun ??= work(failures))).then(resolve, reject);
        };
        entries.push(entry);
        for (const caller of callers) entry(caller);
      }),
    enter: (caller) => {
      // Two spellings of one name may belong to one call.
      if (callers.includes(caller)) return;
      callers.push(caller);
      for (const entry of entries) entry(caller);
    },
  };
}
