import { ServiceError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { ReputationStore } from '../store/types.ts';
import { lookUpEmployer, type EmployerLook, type Errand, type LookParts } from './employer-look.ts';
import { Failures } from './failures.ts';
import { Gate } from './gate.ts';
import { companyCacheKey, type Aliases } from './match/match.ts';
import { mergeRecords, type Gathered, type NameAnswer } from './merge-records.ts';
import type { Asked, Country, Depth, Scope } from './site-look.ts';
import type { ReviewSite } from './sites/site.ts';
import { isOverAge, sortShelf, type Shelf } from './stored-records.ts';

/** Names as a caller gave them, already counted. */
export interface ReputationQuery {
  names: readonly string[];
  depth: Depth;
  /** Absent: any. */
  country: Country | undefined;
}

export interface ReputationAnswer {
  /** Name as asked, each once, in the order asked. */
  names: Map<string, NameAnswer>;
  /** Some name was looked up for this call and answered (found or not found). */
  fresh: boolean;
  /** Insights of at least one such name come from the extractor that the operator set up. */
  extracted: boolean;
}

export interface ReputationCall {
  signal: AbortSignal;
  deadlineAt: number;
  onProgress(update: { progress: number; total: number; message: string }): void;
}

export interface PreparedReputation {
  /** Every name can be answered from the store. */
  stored: boolean;
  run(call: ReputationCall): Promise<ReputationAnswer>;
}

export interface ReputationLookupOptions extends LookParts {
  store: ReputationStore;
  clock: Clock;
  aliases: Aliases;
}

/** Looks of one call at the same time, at each site. */
const AT_ONCE = 2;
/** Kept back from the deadline for merging and settling. */
const RESERVE_MS = 1_500;

/** One name's part in a call. */
interface Lane {
  name: string;
  asked: Asked;
  companyKey: string;
  shelf: Shelf;
  answer: NameAnswer | undefined;
  /** Looked at for this call and answered. */
  fresh: boolean;
  extracted: boolean;
}

/** A look that is under way. */
interface Flight {
  look: Promise<EmployerLook>;
  /** Callers that wait for it. */
  waiting: number;
}

/** What the names of one call have in common while they are looked up. */
interface Shift {
  depth: Depth;
  gates: Readonly<Record<ReviewSite, Gate>>;
  failures: Failures;
  ended: Promise<void>;
  deadlineAt: number;
}

/** Employer reputation from two review sites, with a memory of ninety days (SPEC §4). */
export class ReputationLookup {
  readonly #options: ReputationLookupOptions;
  readonly #inFlight = new Map<string, Flight>();

  constructor(options: ReputationLookupOptions) {
    this.#options = options;
  }

  async prepare(query: ReputationQuery): Promise<PreparedReputation> {
    const scope: Scope = query.country ?? '*';
    const lanes = await Promise.all([...new Set(query.names)].map((name) => this.#lane(name, scope, query.depth)));
    const stored = lanes.every(({ shelf }) => shelf.missing.length === 0);
    return {
      stored,
      run: async (call) => {
        if (!stored) await this.#fill(lanes, query.depth, call);
        return this.#answer(lanes, query.depth);
      },
    };
  }

  async #lane(name: string, scope: Scope, depth: Depth): Promise<Lane> {
    const asked: Asked = { name, scope, aliases: this.#options.aliases };
    const companyKey = companyCacheKey(name, asked.aliases);
    const shelf = await this.#shelf(companyKey, asked, depth);
    return { name, asked, companyKey, shelf, answer: undefined, fresh: false, extracted: false };
  }

  async #shelf(companyKey: string, asked: Asked, depth: Depth): Promise<Shelf> {
    const rows = await this.#options.store.get(companyKey, asked.scope);
    return sortShelf(rows, asked, depth, this.#options.clock.now());
  }

  async #fill(lanes: readonly Lane[], depth: Depth, call: ReputationCall): Promise<void> {
    const gates = { indeed: new Gate(AT_ONCE), glassdoor: new Gate(AT_ONCE) };
    const failures = new Failures();
    const total = lanes.length;
    let done = 0;
    call.onProgress({ progress: 0, total, message: `looking up ${total} ${total === 1 ? 'employer' : 'employers'}` });
    const { ended, dismiss } = endOf(call, this.#options.clock.now());
    const shift: Shift = { depth, gates, failures, ended, deadlineAt: call.deadlineAt - RESERVE_MS };
    try {
      await Promise.all(
        lanes.map(async (lane) => {
          await this.#fillLane(lane, shift);
          done += 1;
          call.onProgress({ progress: done, total, message: `${done} of ${total} employers` });
        }),
      );
    } finally {
      dismiss();
    }
  }

  async #fillLane(lane: Lane, { depth, gates, failures, ended, deadlineAt }: Shift): Promise<void> {
    // Another call may have fetched it since this one was prepared.
    lane.shelf = await this.#shelf(lane.companyKey, lane.asked, depth);
    const { usable, missing, spare } = lane.shelf;
    if (missing.length === 0) return;
    const errand: Errand = {
      sought: { ...lane.asked, deadlineAt },
      companyKey: lane.companyKey,
      depth,
      sites: missing,
    };
    const flight = this.#board(errand, { gates, failures });
    flight.waiting += 1;
    const look = await Promise.race([flight.look, ended.then(() => outOfTime(errand))]);
    flight.waiting -= 1;
    const failed = new Set(look.failures.map(({ site }) => site));
    const spares = spare.filter(({ site }) => failed.has(site));
    const gathered: Gathered = {
      records: [...usable, ...look.records, ...spares],
      failures: look.failures,
      stale: spares.some(({ fetchedAt }) => isOverAge(fetchedAt, this.#options.clock.now())),
      looked: look.records.length > 0,
    };
    lane.answer = mergeRecords(gathered, lane.asked, this.#options.clock.now());
    lane.fresh = gathered.looked && lane.answer.provenance.status !== 'could_not_look';
    lane.extracted = lane.fresh && look.extracted;
  }

  /**
   * Equal errands at the same time are one. A caller's end does not end it, for
   * others may wait and the store gains; but what has not begun by the time
   * that the last one has gone is left, or calls that are broken off at once
   * would have all their names looked up for nothing.
   */
  #board(errand: Errand, shift: Pick<Shift, 'gates' | 'failures'>): Flight {
    const key = JSON.stringify([errand.companyKey, errand.sought.scope, errand.depth, errand.sites]);
    const running = this.#inFlight.get(key);
    if (running) return running;
    const land = (): void => {
      if (this.#inFlight.get(key) === flight) this.#inFlight.delete(key);
    };
    const isWanted = (): boolean => {
      // Whoever asks from now on starts anew.
      if (flight.waiting === 0) land();
      return flight.waiting > 0;
    };
    const look = Promise.resolve()
      .then(() => lookUpEmployer(errand, this.#options, { ...shift, isWanted }))
      .finally(land);
    look.catch(() => {});
    const flight: Flight = { look, waiting: 0 };
    this.#inFlight.set(key, flight);
    return flight;
  }

  #answer(lanes: readonly Lane[], depth: Depth): ReputationAnswer {
    const names = new Map<string, NameAnswer>();
    for (const lane of lanes) {
      const gathered: Gathered = { records: lane.shelf.usable, failures: [], stale: false, looked: false };
      names.set(lane.name, lane.answer ?? mergeRecords(gathered, lane.asked, this.#options.clock.now()));
    }
    if ([...names.values()].every(({ provenance }) => provenance.status === 'could_not_look')) {
      throw couldNotLook(names, depth, this.#options.keyless);
    }
    return {
      names,
      fresh: lanes.some(({ fresh }) => fresh),
      extracted: lanes.some(({ extracted }) => extracted),
    };
  }
}

function couldNotLook(names: ReadonlyMap<string, NameAnswer>, depth: Depth, keyless: boolean): ServiceError {
  const rows = [...names].map(([name, { provenance }]) => ({ name, reason: provenance.reason ?? '' }));
  const reasons = [...new Set(rows.map(({ reason }) => reason))].slice(0, 3).join(' | ').slice(0, 600);
  const remedy =
    depth === 'deep'
      ? 'Light mode may answer; the operator can help with EGRESS_PROXY, or with CHROMIUM_PATH or BROWSER_WS_ENDPOINT for pages that need a browser.'
      : keyless
        ? 'The operator can help by setting SEARXNG_URL, BRAVE_API_KEY or SERPER_API_KEY.'
        : 'The operator can help by adding a search provider: SEARXNG_URL, BRAVE_API_KEY or SERPER_API_KEY, and SEARCH_PROVIDERS for their order.';
  return new ServiceError(
    'upstream_failed',
    `No employer could be looked up (${reasons}). Nothing was charged; try again later. ${remedy}`,
    { details: { names: rows } },
  );
}

/** Resolves at the end of the caller's own time; `dismiss` when it is no longer waited for. */
function endOf(call: ReputationCall, now: number): { ended: Promise<void>; dismiss(): void } {
  let dismiss = (): void => {};
  const ended = new Promise<void>((resolve) => {
    const end = (): void => resolve();
    const timer = setTimeout(end, Math.max(0, call.deadlineAt - RESERVE_MS - now));
    if (call.signal.aborted) end();
    call.signal.addEventListener('abort', end, { once: true });
    dismiss = () => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', end);
    };
  });
  return { ended, dismiss };
}

function outOfTime({ sites }: Errand): EmployerLook {
  return {
    records: [],
    failures: sites.map((site) => ({ site, reason: 'the call ran out of time' })),
    extracted: false,
  };
}
