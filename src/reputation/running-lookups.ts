import {
  lookUpEmployer,
  type EmployerLookup,
  type EmployerQuery,
  type LookupParts,
  type Surroundings,
} from './employer-lookup.ts';

/** A lookup that is under way. */
export interface RunningLookup {
  done: Promise<EmployerLookup>;
  /** What is known so far. */
  progress: EmployerLookup;
  /** When it ends at the latest: the time of the call that began it. */
  deadlineAt: number;
  /** Callers that wait for it. */
  waiting: number;
}

/** Equal lookups at the same time are one. */
export class RunningLookups {
  readonly #parts: LookupParts;
  readonly #running = new Map<string, RunningLookup>();

  constructor(parts: LookupParts) {
    this.#parts = parts;
  }

  /**
   * The lookup of these sites, begun now or joined. A caller's end does not end
   * it, for others may wait and the store gains; but what has not begun by the
   * time that the last one has gone is left, or calls that are broken off at
   * once would have all their names looked up for nothing.
   */
  join(employer: EmployerQuery, surroundings: Omit<Surroundings, 'isWanted'>): RunningLookup {
    const { query, companyKey, depth, sites } = employer;
    const key = JSON.stringify([companyKey, query.scope, depth, sites]);
    const running = this.#running.get(key);
    if (running) return running;
    const end = (): void => {
      if (this.#running.get(key) === lookup) this.#running.delete(key);
    };
    const isWanted = (): boolean => {
      // Whoever asks from now on starts anew.
      if (lookup.waiting === 0) end();
      return lookup.waiting > 0;
    };
    const progress: EmployerLookup = { records: [], failures: [], extracted: false };
    const done = Promise.resolve()
      .then(() => lookUpEmployer(employer, this.#parts, { ...surroundings, isWanted }, progress))
      .finally(end);
    done.catch(() => {});
    const lookup: RunningLookup = { done, progress, deadlineAt: query.deadlineAt, waiting: 0 };
    this.#running.set(key, lookup);
    return lookup;
  }
}
