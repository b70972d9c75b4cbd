import pLimit, { type LimitFunction } from 'p-limit';
import { REVIEW_SITES } from '../sources/review-sites/index.ts';
import type { ReviewSite } from '../sources/review-sites/site.ts';
import { Failures } from './failures.ts';
import type { SiteLookup } from './lookup.ts';

/** Maximum number of look-ups that one call runs at the same time at each site. */
const AT_ONCE = 2;

/** One call: its failures, and a queue for each site, so that a slow site does not delay the other. */
export class LookupCall {
  readonly failures = new Failures();
  readonly #queues = new Map<ReviewSite, LimitFunction>(REVIEW_SITES.map(({ code }) => [code, pLimit(AT_ONCE)]));
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly deadlineAt: number;

  constructor(accountId: string, deadlineAt: number) {
    this.accountId = accountId;
    this.deadlineAt = deadlineAt;
  }

  /** Runs the work when the call has a free slot at the site. */
  queue<T>(site: ReviewSite, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(site);
    if (!queue) throw new Error(`No review site ${site}.`);
    return queue(work);
  }
}

interface SiteOutcome {
  lookup: SiteLookup;
  /** The call in whose slot the look-up ran; its earlier failures decide what is skipped. */
  by: LookupCall;
}

/**
 * One employer's look-up at one site. It waits in the queues of all calls that want it and runs once, in the first free
 * slot, so that no call waits for another call's names.
 */
export class SiteTurn {
  readonly site: ReviewSite;
  readonly outcome: Promise<SiteOutcome>;
  readonly #work: (call: LookupCall) => Promise<SiteLookup>;
  #resolve!: (outcome: SiteOutcome) => void;
  #reject!: (error: unknown) => void;
  #begun: Promise<SiteOutcome> | undefined;

  constructor(site: ReviewSite, work: (call: LookupCall) => Promise<SiteLookup>) {
    this.site = site;
    this.#work = work;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Makes the look-up also wait for a free slot of this call. */
  enter(call: LookupCall): void {
    call.queue(this.site, () => (this.#begun ??= this.#begin(call))).then(this.#resolve, this.#reject);
  }

  async #begin(call: LookupCall): Promise<SiteOutcome> {
    return { lookup: await this.#work(call), by: call };
  }
}
