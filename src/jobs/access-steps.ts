import type { EgressAnswer } from '../egress/egress.ts';
import type { AnswerParser } from './parser.ts';
import { isOwnHost, type PlatformRequestOptions, type PlatformClient } from './platform-client.ts';
import { adapterFault, blockPageFault, PlatformFault, statusFault } from './platform-fault.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import { AdapterFault, type Answer, type SourceRequest } from '../reading/answer.ts';
import { detectBlockPage } from '../reading/block-page.ts';
import type { AccessMethod, AccessStep, ListingPage, Platform, PlatformSearch } from '../sources/platforms/platform.ts';
import { type SingleValueFilters, filterParameters } from '../sources/platforms/search-criteria.ts';

function toPlatformAnswer(raw: EgressAnswer): Answer {
  const contentType = raw.headers['content-type'] ?? '';
  return { status: raw.status, url: raw.url, contentType, body: decodeBody(raw.body, contentType) };
}

export interface AccessStepRunnerOptions {
  sites: PlatformClient;
  parser: AnswerParser;
  stepCache: StepCache;
  clock: Clock;
}

interface StepRun extends PlatformRequestOptions {
  platform: Platform;
  accessMethod: AccessMethod;
  search: PlatformSearch;
}

export class AccessStepRunner {
  readonly #options: AccessStepRunnerOptions;

  constructor(options: AccessStepRunnerOptions) {
    this.#options = options;
  }

  /**
   * Runs the steps of an access method. If a step fails with a PlatformFault after an earlier step has returned
   * listings, resolves with these listings and `incomplete`. Otherwise rejects with the step's error. Rejects at once
   * during a cooldown.
   */
  async run(run: StepRun): Promise<AccessPage> {
    const { platform, accessMethod } = run;
    await this.#options.sites.assertMayAsk(platform, accessMethod);
    const earlier: unknown[] = [];
    let incomplete: PlatformFault | undefined;
    for (let index = 0; index < accessMethod.steps.length; index += 1) {
      try {
        const value = await this.#valueOf(run, index, earlier);
        // The site refused a cached value, such as an expired token, so all steps run again with fresh values.
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

  /**
   * Returns the step's value, cached or fetched; undefined if the search does not need the step; RENEW if the site
   * refused a cached value.
   */
  async #valueOf(run: StepRun, index: number, earlier: readonly unknown[]): Promise<unknown> {
    const { platform, accessMethod, search, deadlineAt } = run;
    const { stepCache, clock, sites } = this.#options;
    const step = accessMethod.steps[index] as AccessStep;
    const known = stepCache.get(platform, accessMethod, step, search);
    if (known) return known.value;
    const request = requestOf(step, search, earlier);
    if (!request) return undefined;
    const other = step.alternative?.(search);
    const now = clock.now();
    // If the step has an alternative request, half of the time is left for that request.
    const firstEndsAt = other ? now + (deadlineAt - now) / 2 : deadlineAt;
    let answered = false;
    let value: unknown;
    try {
      const answer = await sites.ask(platform, accessMethod, request, search.settings, {
        ...run,
        deadlineAt: firstEndsAt,
      });
      answered = true;
      if (step.renewsAt?.includes(answer.status) && stepCache.forget(platform, accessMethod)) return RENEW;
      value = await this.#read(run, index, answer);
    } catch (error) {
      if (!other || !(error instanceof PlatformFault) || error.status === 'rate_limited' || error.status === 'busy')
        throw error;
      value = await this.#fetchAlternative(run, index, other, answered ? error : undefined);
    }
    stepCache.put(platform, accessMethod, step, search, value);
    return value;
  }

  /**
   * Sends the step's alternative request. If it fails too, rejects with the first request's fault, or with its own if
   * the first request got no answer.
   */
  async #fetchAlternative(
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
    if (!(raw.status >= 200 && raw.status < 300) && !step.acceptedStatuses?.includes(raw.status)) {
      const fault = statusFault(raw, accessMethod, answer, clock.now());
      if (fault.status === 'rate_limited' && fault.retryAfterSeconds !== undefined)
        await sites.coolDown(platform, accessMethod, fault.retryAfterSeconds);
      throw fault;
    }
    if (!isOwnHost(platform, search.settings, new URL(raw.url).host)) {
      const blockPage = challengeOf(raw) ?? detectBlockPage(answer);
      throw blockPage ? blockPageFault(blockPage) : new PlatformFault('changed', 'the site led to another site');
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

/**
 * Recognises a challenge by what firewalls send with it: status 202 or one of two headers. The body may be empty or
 * only a script.
 */
function challengeOf({ status, headers }: EgressAnswer): 'challenge' | undefined {
  const isChallenge =
    status === 202 || headers['x-amzn-waf-action'] !== undefined || headers['cf-mitigated'] === 'challenge';
  return isChallenge ? 'challenge' : undefined;
}

export interface AccessPage extends ListingPage {
  sentPlace: string;
  askedAlone: SingleValueFilters;
  incomplete?: PlatformFault;
}

function listingPages(accessMethod: AccessMethod, values: readonly unknown[]): ListingPage[] {
  return values.filter(
    (value, index): value is ListingPage =>
      value !== undefined &&
      (accessMethod.steps[index]?.addsListings === true || index === accessMethod.steps.length - 1),
  );
}

function hasListings(accessMethod: AccessMethod, values: readonly unknown[]): boolean {
  return listingPages(accessMethod, values).some(({ listings }) => listings.length > 0);
}

/**
 * Interleaves the pages of several steps: the first listing of each, then the second of each. Adverts abroad are left
 * out, and their IDs or links are added to `leftOut`.
 */
function joinPages(accessMethod: AccessMethod, values: readonly unknown[]): ListingPage {
  const pages = listingPages(accessMethod, values);
  const longest = Math.max(0, ...pages.map(({ listings }) => listings.length));
  const all: ListingPage['listings'] = [];
  for (let index = 0; index < longest; index += 1) all.push(...pages.flatMap((page) => page.listings[index] ?? []));
  const leftOut = [
    ...pages.flatMap((page) => page.leftOut ?? []),
    ...all.filter(({ abroad }) => abroad).map(({ id, url }) => id || url),
  ];
  // Several steps may find the same adverts, so their totals are not added: the highest is returned.
  const totals = pages.flatMap(({ siteTotal }) => siteTotal ?? []);
  return {
    listings: all.filter(({ abroad }) => !abroad),
    hasMore: pages.some(({ hasMore }) => hasMore),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(totals.length > 0 ? { siteTotal: Math.max(...totals) } : {}),
  };
}

interface CachedStep {
  value: unknown;
  cachedAt: number;
  until: number;
}

const MAXIMUM = 2_000;
/** A value younger than this counts as fetched for the current search, so fetching it again would not help. */
const FRESH_MS = 5_000;

export class StepCache {
  readonly #clock: Clock;
  readonly #values = new Map<string, CachedStep>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(
    platform: Platform,
    accessMethod: AccessMethod,
    step: AccessStep,
    search: PlatformSearch,
  ): { value: unknown } | undefined {
    const cached = this.#values.get(keyOf(platform, accessMethod, step, search));
    return cached && cached.until > this.#clock.now() ? cached : undefined;
  }

  put(platform: Platform, accessMethod: AccessMethod, step: AccessStep, search: PlatformSearch, value: unknown): void {
    if (step.reuseMs === undefined) return;
    if (this.#values.size >= MAXIMUM) this.#values.clear();
    const cachedAt = this.#clock.now();
    this.#values.set(keyOf(platform, accessMethod, step, search), { value, cachedAt, until: cachedAt + step.reuseMs });
  }

  /**
   * Drops the access method's values that are older than `FRESH_MS`. Returns false if there were none, so that the
   * caller does not run the steps again without end.
   */
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
  return `${keyOfAccessMethod(platform, accessMethod)}${step.name}\n${step.reuseKey?.(search) ?? ''}`;
}
