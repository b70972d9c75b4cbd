import { ServiceError } from '../errors.ts';
import type { EmployerLookup, EmployerQuery, LookupParts } from './employer-lookup.ts';
import type { Country } from '../../schemas/index.ts';
import { OUT_OF_TIME } from './lookup-fault.ts';
import type { Depth, Employer, Scope } from './lookup.ts';
import { companyCacheKey, type Aliases } from './match/match.ts';
import { mergeRecords, type Gathered, type NameAnswer } from './merge-records.ts';
import { LookupSingleFlight } from './lookup-single-flight.ts';
import { LookupCall } from './lookup-call.ts';
import type { ReviewSite } from '../sources/review-sites/site.ts';
import { isOverAge, readStored, type StoredRecords } from './store/stored-records.ts';

export interface ReputationQuery {
  names: readonly string[];
  depth: Depth;
  country: Country | undefined;
}

export interface ReputationAnswer {
  names: Map<string, NameAnswer>;
  /**
   * True if the look-up of at least one name in this call succeeded, whether the employer was found or not. The price
   * of a look-up is then charged.
   */
  fresh: boolean;
  /** True if at least one name that this call looked up has the surcharge for insights (SPEC §7). */
  extracted: boolean;
}

export interface ReputationCall {
  /** The caller's account; undefined for the operator's own calls. Accounts take turns at a site. */
  accountId?: string | undefined;
  signal: AbortSignal;
  deadlineAt: number;
  onProgress(update: { progress: number; total: number; message: string }): void;
}

export interface PreparedReputation {
  /** True if the store has the records of all names, so that nothing is looked up. */
  stored: boolean;
  run(call: ReputationCall): Promise<ReputationAnswer>;
}

export interface ReputationLookupOptions extends LookupParts {
  aliases: Aliases;
}

/** Time reserved before the deadline for writing the answer. */
const RESERVE_MS = 1_500;
/** A look-up that failed only because of another call is repeated if at least this much time is left. */
const LEAST_MS = 2_000;

interface NameLookup {
  name: string;
  employer: Employer;
  companyKey: string;
  stored: StoredRecords;
  answer: NameAnswer | undefined;
  fresh: boolean;
  extracted: boolean;
}

interface CallContext {
  depth: Depth;
  call: LookupCall;
  ended: Promise<void>;
}

/**
 * Looks up employers on the review sites. Stored figures are used for 90 days (longer if a refresh fails), "not found"
 * for 7 days (SPEC §4).
 */
export class ReputationLookup {
  readonly #options: ReputationLookupOptions;
  readonly #running: LookupSingleFlight;

  constructor(options: ReputationLookupOptions) {
    this.#options = options;
    this.#running = new LookupSingleFlight(options);
  }

  async prepare(query: ReputationQuery): Promise<PreparedReputation> {
    const scope: Scope = query.country ?? '*';
    const lookups = await Promise.all(
      [...new Set(query.names)].map((name) => this.#prepareName(name, scope, query.depth)),
    );
    const stored = lookups.every(({ stored: { missing } }) => missing.length === 0);
    return {
      stored,
      run: async (call) => {
        if (!stored) await this.#lookUpAll(lookups, query.depth, call);
        return this.#answer(lookups, query.depth);
      },
    };
  }

  async #prepareName(name: string, scope: Scope, depth: Depth): Promise<NameLookup> {
    const employer: Employer = { name, scope, aliases: this.#options.aliases };
    const companyKey = companyCacheKey(name, employer.aliases);
    const stored = await readStored(this.#options, companyKey, employer, depth);
    return { name, employer, companyKey, stored, answer: undefined, fresh: false, extracted: false };
  }

  async #lookUpAll(lookups: readonly NameLookup[], depth: Depth, call: ReputationCall): Promise<void> {
    const total = lookups.length;
    let done = 0;
    call.onProgress({ progress: 0, total, message: `looking up ${total} ${total === 1 ? 'employer' : 'employers'}` });
    const deadlineAt = call.deadlineAt - RESERVE_MS;
    const { ended, dismiss } = endOf(call.signal, deadlineAt - this.#options.clock.now());
    const context: CallContext = { depth, call: new LookupCall(call.accountId ?? '', deadlineAt), ended };
    try {
      await Promise.all(
        lookups.map(async (lookup) => {
          await this.#lookUpName(lookup, context);
          done += 1;
          call.onProgress({ progress: done, total, message: `${done} of ${total} employers` });
        }),
      );
    } finally {
      dismiss();
    }
  }

  async #lookUpName(lookup: NameLookup, context: CallContext): Promise<void> {
    const { employer, companyKey } = lookup;
    const { depth, call } = context;
    const { clock } = this.#options;
    // Another call may have stored the records since `prepare` ran.
    lookup.stored = await readStored(this.#options, companyKey, employer, depth);
    const { usable, missing, fallback } = lookup.stored;
    if (missing.length === 0) return;
    const result = await this.#lookUpSites(
      { query: { ...employer, deadlineAt: call.deadlineAt }, companyKey, depth, sites: missing },
      context,
    );
    const now = clock.now();
    const found = new Set(result.records.filter(({ found }) => found !== null).map(({ site }) => site));
    const failed = new Set(result.failures.map(({ site }) => site));
    // A record of `fallback` is used if its site failed, or if its site has no figures now and the record is at most 90
    // days old.
    const serving = fallback.filter(
      ({ site, fetchedAt }) => failed.has(site) || (!found.has(site) && !isOverAge(fetchedAt, now)),
    );
    const served = new Set(serving.map(({ site }) => site));
    const gathered: Gathered = {
      records: [...usable, ...result.records.filter(({ site }) => !served.has(site)), ...serving],
      failures: result.failures,
      stale: serving.some(({ fetchedAt }) => isOverAge(fetchedAt, now)),
      looked: result.records.length > 0,
    };
    lookup.answer = mergeRecords(gathered, employer, now);
    lookup.fresh = gathered.looked && lookup.answer.provenance.status !== 'could_not_look';
    lookup.extracted = lookup.fresh && result.extracted;
  }

  /**
   * Returns the results when all sites are done. If this call's deadline passes or the call is aborted before that,
   * returns the results so far. Sites that failed only because of another call (its deadline or its earlier failures)
   * are looked up again if at least `LEAST_MS` is left.
   */
  async #lookUpSites(employer: EmployerQuery, context: CallContext): Promise<EmployerLookup> {
    const all: EmployerLookup = { records: [], failures: [], extracted: false };
    for (let sites = employer.sites; sites.length > 0;) {
      const { result, again } = await this.#joinLookup({ ...employer, sites }, context);
      all.records.push(...result.records);
      all.failures.push(...result.failures.filter(({ site }) => !again.includes(site)));
      all.extracted ||= result.extracted;
      sites = again;
    }
    return all;
  }

  async #joinLookup(
    employer: EmployerQuery,
    { call, ended }: CallContext,
  ): Promise<{ result: EmployerLookup; again: readonly ReviewSite[] }> {
    const running = this.#running.join(employer, call);
    running.waiting += 1;
    const leave = running.accounts.enter(call.accountId);
    const inTime = await Promise.race([running.done.then(() => true), ended.then(() => false)]).finally(leave);
    running.waiting -= 1;
    if (!inTime) return { result: soFar(running.progress, employer.sites), again: [] };
    const result = running.progress;
    const ofOther = result.failures.filter((failure) => !call.shares(failure, running.deadlineAt));
    const hasTime = call.deadlineAt - this.#options.clock.now() >= LEAST_MS;
    return { result, again: hasTime ? ofOther.map(({ site }) => site) : [] };
  }

  #answer(lookups: readonly NameLookup[], depth: Depth): ReputationAnswer {
    const names = new Map<string, NameAnswer>();
    for (const { name, employer, stored, answer } of lookups) {
      const gathered: Gathered = { records: stored.usable, failures: [], stale: false, looked: false };
      names.set(name, answer ?? mergeRecords(gathered, employer, this.#options.clock.now()));
    }
    if ([...names.values()].every(({ provenance }) => provenance.status === 'could_not_look')) {
      throw couldNotLook(names, depth, this.#options.keyless);
    }
    return {
      names,
      fresh: lookups.some(({ fresh }) => fresh),
      extracted: lookups.some(({ extracted }) => extracted),
    };
  }
}

/** Returns the results so far, with a failure for each site that has not answered. */
function soFar({ records, failures, extracted }: EmployerLookup, sites: readonly ReviewSite[]): EmployerLookup {
  const known = new Set([...records, ...failures].map(({ site }) => site));
  const late = sites.filter((site) => !known.has(site));
  return {
    records: [...records],
    failures: [...failures, ...late.map((site) => ({ site, kind: 'out_of_time' as const, reason: OUT_OF_TIME }))],
    extracted,
  };
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

/** Returns a promise that resolves at the deadline or on abort. `dismiss` removes its timer and listener. */
function endOf(signal: AbortSignal, leftMs: number): { ended: Promise<void>; dismiss(): void } {
  let dismiss = (): void => {};
  const ended = new Promise<void>((resolve) => {
    const end = (): void => resolve();
    const timer = setTimeout(end, Math.max(0, leftMs));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    dismiss = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    };
  });
  return { ended, dismiss };
}
