import type { ReviewSite } from '../sources/review-sites/site.ts';
import type { LookupCall } from './lookup-call.ts';
import type { SiteLookup } from './lookup.ts';

/** Number of look-ups that one call may start at one site at the same time. */
const AT_ONCE = 2;

export class ScheduledLookup {
  readonly site: ReviewSite;
  readonly outcome: Promise<SiteLookup>;
  readonly #work: (call: LookupCall) => Promise<SiteLookup>;
  readonly #settle: (outcome: Promise<SiteLookup>) => void;
  #state: 'waiting' | 'running' | 'done' = 'waiting';

  /** `work` runs at most once. It receives the call whose queue started the look-up. */
  constructor(site: ReviewSite, work: (call: LookupCall) => Promise<SiteLookup>) {
    let settle: (outcome: Promise<SiteLookup>) => void = () => {};
    this.site = site;
    this.#work = work;
    this.outcome = new Promise((resolve) => (settle = resolve));
    this.#settle = settle;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** Runs the look-up and then calls `done`. Does nothing if it was started before. */
  start(call: LookupCall, done: () => void): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'running';
    this.#settle(
      this.#work(call).finally(() => {
        this.#state = 'done';
        done();
      }),
    );
  }
}

/**
 * Decides when look-ups start. Each call has one queue per site, and the first `AT_ONCE` look-ups of each queue run.
 * Therefore a slow site does not delay the other site, and no call waits for another call's names.
 */
export class LookupScheduler {
  readonly #queues = new Map<ReviewSite, Map<LookupCall, Set<ScheduledLookup>>>();

  add(lookup: ScheduledLookup, call: LookupCall): void {
    if (lookup.isDone) return;
    const queues = this.#queues.get(lookup.site) ?? new Map<LookupCall, Set<ScheduledLookup>>();
    const queue = queues.get(call) ?? new Set<ScheduledLookup>();
    this.#queues.set(lookup.site, queues.set(call, queue.add(lookup)));
    this.#startFirst(queue, call);
  }

  #startFirst(queue: ReadonlySet<ScheduledLookup>, call: LookupCall): void {
    for (const lookup of [...queue].slice(0, AT_ONCE)) lookup.start(call, () => this.#remove(lookup));
  }

  #remove(lookup: ScheduledLookup): void {
    const queues = this.#queues.get(lookup.site);
    for (const [call, queue] of queues ?? []) {
      if (!queue.delete(lookup)) continue;
      if (queue.size === 0) queues?.delete(call);
      else this.#startFirst(queue, call);
    }
  }
}
