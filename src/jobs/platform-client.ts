import type { Egress, EgressAnswer } from '../egress/egress.ts';
import { coolDown, cooldownEndsAt } from './circuit-breaker.ts';
import type { AnswerParser } from './parser.ts';
import {
  adapterFault,
  blockPageFault,
  egressFault,
  overBudget,
  PlatformFault,
  statusFault,
  tooMany,
} from './platform-fault.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import { AdapterFault, type Answer, type SourceRequest } from '../reading/answer.ts';
import { detectBlockPage } from '../reading/block-page.ts';
import { MemoryCooldowns } from '../shared/memory/cooldowns.ts';
import type { Cooldowns } from '../shared/types.ts';
import {
  type AccessMethod,
  type AccessStep,
  type ListingPage,
  type Platform,
  type PlatformSearch,
  accessMethodsOf,
  isListedHost,
} from '../sources/platforms/platform.ts';
import { type AskedAlone, filterParameters } from '../sources/platforms/wishes.ts';
import type { BudgetStore } from '../store/types.ts';

export interface PageFetcherOptions extends PlatformClientOptions {
  parser: AnswerParser;
}

/** Fetches one page of listings by the first access method that works. */
export class PageFetcher {
  readonly #options: PageFetcherOptions;
  readonly #sites: PlatformClient;
  readonly #steps: AccessStepRunner;

  constructor(options: PageFetcherOptions) {
    const { parser, clock } = options;
    this.#options = options;
    this.#sites = new PlatformClient(options);
    this.#steps = new AccessStepRunner({ sites: this.#sites, parser, clock, kept: new StepCache(clock) });
  }

  /** Requests that wait for their turn at a site, by platform code. */
  waiting(): ReadonlyMap<string, number> {
    return this.#sites.waiting;
  }

  /** Rejects with a PlatformFault: that of the first access method, where several were tried. */
  async fetch(
    platform: Platform,
    search: PlatformSearch,
    timeoutMs: number,
    signal: AbortSignal,
    onQueue?: (turnAt?: number) => void,
  ): Promise<AccessPage> {
    const accessMethods = accessMethodsOf(platform, search.settings);
    if (accessMethods.length === 0) throw notConfigured(platform, search.settings);
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    let fault: PlatformFault | undefined;
    for (const accessMethod of accessMethods) {
      // robots.txt closes one page; a refusal of the site closes the site.
      if (accessMethod.fallback === 'same-site' && fault?.status === 'blocked' && fault.callsForRest) continue;
      try {
        return await this.#steps.run({ platform, accessMethod, search, deadlineAt, signal, onQueue });
      } catch (error) {
        if (!(error instanceof PlatformFault)) throw error;
        fault ??= error;
        if (error.status === 'timeout' || error.status === 'rate_limited' || error.status === 'busy') break;
      }
    }
    throw fault as PlatformFault;
  }
}

/** Names what is missing alone: half a pair may be there. */
function notConfigured({ accessMethods }: Platform, settings: PlatformSearch['settings']): PlatformFault {
  const missing = new Set(accessMethods.flatMap(({ needs = [] }) => needs).filter((name) => !settings[name]));
  return new PlatformFault('not_configured', `the operator has not set ${[...missing].join(' and ')}`);
}

/** More than twice the longest page that is known. */
const MAXIMUM_BYTES = 5 * 1024 * 1024;

export interface PlatformClientOptions {
  egress: Egress;
  clock: Clock;
  /** Platforms whose robots.txt the operator answers for. */
  named: ReadonlySet<string>;
  robotsTxt: 'platforms' | 'all' | 'off';
  /** What keyed APIs have been asked already. */
  budgets: BudgetStore;
  /** Absent: known to this asker alone. */
  cooldowns?: Cooldowns | undefined;
}

/** How long a request may take, and who may end it. */
export interface Patience {
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  signal: AbortSignal;
  /** As `EgressRequest` has it. */
  onQueue?: ((turnAt?: number) => void) | undefined;
  search?: Pick<PlatformSearch, 'page'>;
}

/** Sends one request of an adapter: to the platform's own hosts, within budgets, and not before a site wants to be asked again. */
class PlatformClient {
  readonly #options: PlatformClientOptions;
  readonly #cooldowns: Cooldowns;
  readonly #waiting = new Map<string, number>();

  constructor(options: PlatformClientOptions) {
    this.#options = options;
    this.#cooldowns = options.cooldowns ?? new MemoryCooldowns(options.clock);
  }

  /** Requests that wait for their turn at a site, by platform code. */
  get waiting(): ReadonlyMap<string, number> {
    return this.#waiting;
  }

  /** Rejects while the site has asked to be left alone (a 429 with a time). */
  async assertMayAsk(platform: Platform, accessMethod: AccessMethod): Promise<void> {
    const until = await cooldownEndsAt(this.#cooldowns, nameOf(platform, accessMethod));
    const seconds = Math.ceil((until - this.#options.clock.now()) / 1_000);
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Sends nothing by this access method for so long. */
  coolDown(platform: Platform, accessMethod: AccessMethod, seconds: number): Promise<void> {
    return coolDown(this.#cooldowns, nameOf(platform, accessMethod), this.#options.clock.now() + seconds * 1_000);
  }

  /** Rejects with a PlatformFault, or with a fault of ours. */
  async ask(
    platform: Platform,
    accessMethod: Pick<AccessMethod, 'robots' | 'minIntervalMs' | 'budget'>,
    request: SourceRequest,
    settings: PlatformSearch['settings'],
    { deadlineAt, signal, onQueue, search }: Patience,
  ): Promise<EgressAnswer> {
    if (!isOwnHost(platform, settings, new URL(request.url).host))
      throw new PlatformFault('error', 'the adapter asks for a host that is not its own');
    await this.#spend(accessMethod);
    const { robotsTxt, named, clock, egress } = this.#options;
    let waits = 0;
    const count = (now: 0 | 1): void => {
      this.#waiting.set(platform.code, (this.#waiting.get(platform.code) ?? 0) + now - waits);
      waits = now;
    };
    try {
      return await egress.fetch({
        ...request,
        timeoutMs: Math.max(1, deadlineAt - clock.now()),
        maximumBytes: MAXIMUM_BYTES,
        minIntervalMs: accessMethod.minIntervalMs,
        // First pages go before further pages of other searches (SPEC §3).
        yields: (search?.page ?? 1) > 1,
        onQueue: (turnAt) => {
          count(turnAt === undefined ? 0 : 1);
          onQueue?.(turnAt);
        },
        respectRobots: accessMethod.robots && robotsTxt !== 'off' && !named.has(platform.code),
        signal,
      });
    } catch (error) {
      throw egressFault(error);
    } finally {
      count(0);
    }
  }

  /** Counts one call of a keyed API; refused past its budget. */
  async #spend({ budget }: Pick<AccessMethod, 'budget'>): Promise<void> {
    if (!budget) return;
    const now = this.#options.clock.now();
    const freeAt = await this.#options.budgets.take(budget.name, budget.limits, now);
    if (freeAt !== undefined) throw overBudget(freeAt, now);
  }
}

/** Among all that are left alone: the same in every process. */
function nameOf({ code, accessMethods }: Platform, accessMethod: AccessMethod): string {
  return `door ${code} ${accessMethods.indexOf(accessMethod)}`;
}

/** One that the adapter declares, or that the operator's address of its own names. */
function isOwnHost(
  { hosts, settings: declared = [] }: Platform,
  settings: PlatformSearch['settings'],
  host: string,
): boolean {
  if (isListedHost(hosts, host)) return true;
  const addresses = declared.filter(({ isAddress }) => isAddress).map(({ name }) => settings[name] ?? '');
  return addresses.some((address) => URL.canParse(address) && new URL(address).host === host);
}

/** An answer as adapters see it. */
function toPlatformAnswer(raw: EgressAnswer): Answer {
  const contentType = raw.headers['content-type'] ?? '';
  return { status: raw.status, url: raw.url, contentType, body: decodeBody(raw.body, contentType) };
}

export interface AccessStepRunnerOptions {
  sites: PlatformClient;
  parser: AnswerParser;
  kept: StepCache;
  clock: Clock;
}

/** One search by one access method. */
interface StepRun extends Patience {
  platform: Platform;
  accessMethod: AccessMethod;
  search: PlatformSearch;
}

/** Runs the steps of an access method in their order, each with the values of those before it. */
class AccessStepRunner {
  readonly #options: AccessStepRunnerOptions;

  constructor(options: AccessStepRunnerOptions) {
    this.#options = options;
  }

  /** The listings; once one step has given some, a later step that fails loses none of them. Rejects with a PlatformFault. */
  async run(run: StepRun): Promise<AccessPage> {
    const { platform, accessMethod } = run;
    await this.#options.sites.assertMayAsk(platform, accessMethod);
    const earlier: unknown[] = [];
    let incomplete: PlatformFault | undefined;
    for (let index = 0; index < accessMethod.steps.length; index += 1) {
      try {
        const value = await this.#take(run, index, earlier);
        // What was kept has been refused: once more from the start.
        if (value === RENEW) return await this.run(run);
        earlier.push(value);
      } catch (error) {
        if (!(error instanceof PlatformFault) || !hasListings(accessMethod, earlier)) throw error;
        incomplete = error;
        break;
      }
    }
    return {
      ...joinPages(accessMethod, earlier),
      sentPlace: accessMethod.sentPlace(run.search, earlier),
      askedAlone: filterParameters(accessMethod.filters, run.search).askedAlone,
      ...(incomplete ? { incomplete } : {}),
    };
  }

  /** The value of one step: kept, or asked for. */
  async #take(run: StepRun, index: number, earlier: readonly unknown[]): Promise<unknown> {
    const { platform, accessMethod, search, deadlineAt } = run;
    const { kept, clock, sites } = this.#options;
    const step = accessMethod.steps[index] as AccessStep;
    const known = kept.get(platform, accessMethod, step, search);
    if (known) return known.value;
    const request = requestOf(step, search, earlier);
    if (!request) return undefined;
    const other = step.alternative?.(search);
    const now = clock.now();
    // Of two addresses the first must leave time for the second.
    const firstEndsAt = other ? now + (deadlineAt - now) / 2 : deadlineAt;
    let answered = false;
    let value: unknown;
    try {
      const answer = await sites.ask(platform, accessMethod, request, search.settings, {
        ...run,
        deadlineAt: firstEndsAt,
      });
      answered = true;
      if (step.renewsAt?.includes(answer.status) && kept.forget(platform, accessMethod)) return RENEW;
      value = await this.#read(run, index, answer);
    } catch (error) {
      if (!other || !(error instanceof PlatformFault) || error.status === 'rate_limited' || error.status === 'busy')
        throw error;
      value = await this.#takeOther(run, index, other, answered ? error : undefined);
    }
    kept.keep(platform, accessMethod, step, search, value);
    return value;
  }

  /** The value of a step from its other address; what the first one answered says more than a failure here. */
  async #takeOther(
    run: StepRun,
    index: number,
    request: SourceRequest,
    firstFault: PlatformFault | undefined,
  ): Promise<unknown> {
    try {
      const answer = await this.#options.sites.ask(run.platform, run.accessMethod, request, run.search.settings, run);
      return await this.#read(run, index, answer);
    } catch (error) {
      throw error instanceof PlatformFault && firstFault ? firstFault : error;
    }
  }

  async #read({ platform, accessMethod, search }: StepRun, index: number, raw: EgressAnswer): Promise<unknown> {
    const { sites, parser, clock } = this.#options;
    const step = accessMethod.steps[index] as AccessStep;
    const answer = toPlatformAnswer(raw);
    if (!(raw.status >= 200 && raw.status < 300) && !step.accepts?.includes(raw.status)) {
      const fault = statusFault(raw, accessMethod, answer, clock.now());
      if (fault.status === 'rate_limited' && fault.retryAfterSeconds !== undefined)
        await sites.coolDown(platform, accessMethod, fault.retryAfterSeconds);
      throw fault;
    }
    if (!isOwnHost(platform, search.settings, new URL(raw.url).host)) {
      const wall = challengeOf(raw) ?? detectBlockPage(answer);
      throw wall ? blockPageFault(wall) : new PlatformFault('changed', 'the site led to another site');
    }
    const outcome = await parser.parse({
      platform: platform.code,
      accessMethod: platform.accessMethods.indexOf(accessMethod),
      step: index,
      answer,
      search,
    });
    const nothing = 'fault' in outcome ? outcome.fault.kind === 'changed' : isEmptyPage(outcome.value);
    const blockPage = nothing ? (challengeOf(raw) ?? detectBlockPage(answer, !('fault' in outcome))) : undefined;
    if (blockPage) throw blockPageFault(blockPage);
    if ('fault' in outcome) throw adapterFault(outcome.fault);
    return outcome.value;
  }
}

const RENEW = Symbol('renew');

/** An adapter may refuse a search that its site cannot be asked. */
function requestOf(step: AccessStep, search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | null {
  try {
    return step.request(search, earlier);
  } catch (error) {
    throw error instanceof AdapterFault ? adapterFault(error) : error;
  }
}

function isEmptyPage(value: unknown): boolean {
  const listings = (value as Partial<ListingPage> | null)?.listings;
  return Array.isArray(listings) && listings.length === 0;
}

/** Firewalls that answer with a challenge instead of a page say so beside it; its own text may be a script or nothing. */
function challengeOf({ status, headers }: EgressAnswer): 'challenge' | undefined {
  const isChallenge =
    status === 202 || headers['x-amzn-waf-action'] !== undefined || headers['cf-mitigated'] === 'challenge';
  return isChallenge ? 'challenge' : undefined;
}

/** The result of an access method for one page of a search. */
export interface AccessPage extends ListingPage {
  /** The place that its requests named; "" where they named none. */
  sentPlace: string;
  /** What its access method was asked for alone, so that every advert of it has it. */
  askedAlone: AskedAlone;
  /** Why a list of several is missing from it. */
  incomplete?: PlatformFault;
}

/** Pages of the steps that list: those marked so, and the last. */
function listingPages(accessMethod: AccessMethod, values: readonly unknown[]): ListingPage[] {
  return values.filter(
    (value, index): value is ListingPage =>
      value !== undefined && (accessMethod.steps[index]?.lists === true || index === accessMethod.steps.length - 1),
  );
}

/** Something to answer with is there already. */
function hasListings(accessMethod: AccessMethod, values: readonly unknown[]): boolean {
  return listingPages(accessMethod, values).some(({ listings }) => listings.length > 0);
}

/** The first of each list, then the second of each: no list stands behind another. Adverts abroad are left out. */
function joinPages(accessMethod: AccessMethod, values: readonly unknown[]): ListingPage {
  const pages = listingPages(accessMethod, values);
  const longest = Math.max(0, ...pages.map(({ listings }) => listings.length));
  const all: ListingPage['listings'] = [];
  for (let index = 0; index < longest; index += 1) all.push(...pages.flatMap((page) => page.listings[index] ?? []));
  const leftOut = [
    ...pages.flatMap((page) => page.leftOut ?? []),
    ...all.filter(({ abroad }) => abroad).map(({ id, url }) => id || url),
  ];
  // Lists of one search overlap: their totals do not add up.
  const totals = pages.flatMap(({ siteTotal }) => siteTotal ?? []);
  return {
    listings: all.filter(({ abroad }) => !abroad),
    hasMore: pages.some(({ hasMore }) => hasMore),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(totals.length > 0 ? { siteTotal: Math.max(...totals) } : {}),
  };
}

interface Kept {
  value: unknown;
  cachedAt: number;
  until: number;
}

/** Beyond any number of places that are asked for in a week. */
const MAXIMUM = 2_000;
/** A younger value comes from this very run: asking for it again would change nothing. */
const FRESH_MS = 5_000;

/** What steps hand to later ones and may be kept for other searches: tokens, keys, ids of places. */
class StepCache {
  readonly #clock: Clock;
  readonly #values = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(
    platform: Platform,
    accessMethod: AccessMethod,
    step: AccessStep,
    search: PlatformSearch,
  ): { value: unknown } | undefined {
    const kept = this.#values.get(keyOf(platform, accessMethod, step, search));
    return kept && kept.until > this.#clock.now() ? kept : undefined;
  }

  keep(platform: Platform, accessMethod: AccessMethod, step: AccessStep, search: PlatformSearch, value: unknown): void {
    if (step.keepMs === undefined) return;
    if (this.#values.size >= MAXIMUM) this.#values.clear();
    const cachedAt = this.#clock.now();
    this.#values.set(keyOf(platform, accessMethod, step, search), { value, cachedAt, until: cachedAt + step.keepMs });
  }

  /** Drops the kept values of an access method; false if all were fresh, so that they are asked for again once only. */
  forget(platform: Platform, accessMethod: AccessMethod): boolean {
    const before = this.#values.size;
    const accessMethodKey = keyOfAccessMethod(platform, accessMethod);
    for (const [key, { cachedAt }] of this.#values)
      if (key.startsWith(accessMethodKey) && cachedAt < this.#clock.now() - FRESH_MS) this.#values.delete(key);
    return this.#values.size < before;
  }
}

function keyOfAccessMethod(platform: Platform, accessMethod: AccessMethod): string {
  return `${platform.code}\n${platform.accessMethods.indexOf(accessMethod)}\n`;
}

function keyOf(platform: Platform, accessMethod: AccessMethod, step: AccessStep, search: PlatformSearch): string {
  return `${keyOfAccessMethod(platform, accessMethod)}${step.name}\n${step.keepKey?.(search) ?? ''}`;
}
