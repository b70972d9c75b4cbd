import type { Egress, EgressAnswer } from '../egress/egress.ts';
import { decodeBody } from '../lib/charset.ts';
import type { Clock } from '../lib/clock.ts';
import type {
  Door,
  Listing,
  ListingPage,
  Platform,
  PlatformRequest,
  PlatformSearch,
  Step,
} from '../platforms/platform.ts';
import type { Answer } from '../reading/answer.ts';
import { detectWall } from '../reading/wall.ts';
import type { BudgetStore } from '../store/types.ts';
import { hasListings, joinPages } from './join-pages.ts';
import { KeptValues } from './kept-values.ts';
import type { AnswerParser } from './parser.ts';
import {
  adapterFault,
  egressFault,
  overBudget,
  PlatformFault,
  statusFault,
  tooMany,
  wallFault,
} from './platform-fault.ts';

const MAXIMUM_BYTES = 8 * 1024 * 1024;

export interface PageFetcherOptions {
  egress: Egress;
  parser: AnswerParser;
  clock: Clock;
  /** Platforms whose robots.txt the operator answers for. */
  named: ReadonlySet<string>;
  robotsTxt: 'platforms' | 'all' | 'off';
  /** What keyed APIs have been asked already. */
  budgets: BudgetStore;
}

/** Fetches one page of listings through the first door that opens. */
export class PageFetcher {
  readonly #options: PageFetcherOptions;
  readonly #kept: KeptValues;
  /** Doors that asked to be left alone, and until when. */
  readonly #waits = new Map<Door, number>();

  constructor(options: PageFetcherOptions) {
    this.#options = options;
    this.#kept = new KeptValues(options.clock);
  }

  async fetch(
    platform: Platform,
    search: PlatformSearch,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ListingPage> {
    const doors = platform.doors.filter((door) => (door.needs ?? []).every((name) => search.settings[name]));
    const [first] = doors;
    if (!first) {
      const needs = [...new Set(platform.doors.flatMap((door) => door.needs ?? []))].join(' and ');
      throw new PlatformFault('not_configured', `the operator has not set ${needs}`);
    }
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    const tried = doors.filter((door, index) => index === 0 || door.fallback);
    let fault: PlatformFault | undefined;
    for (const door of tried) {
      try {
        return await this.#walk(platform, door, search, deadlineAt, signal);
      } catch (error) {
        if (!(error instanceof PlatformFault)) throw error;
        fault ??= error;
        if (error.status === 'timeout' || error.status === 'rate_limited') break;
      }
    }
    throw fault as PlatformFault;
  }

  /**
   * What an advert's own page says; undefined when the platform has no such
   * pages or the link is not one. Rejects with a PlatformFault.
   */
  async fetchDetail(
    platform: Platform,
    url: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Partial<Listing> | undefined> {
    const request = platform.detail?.request(url);
    if (!platform.detail || !request) return undefined;
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    const pages = { robots: true, paceMs: platform.detail.paceMs };
    const raw = await this.#ask(platform, pages, request, deadlineAt, signal);
    const answer = toPlatformAnswer(raw);
    // Withdrawn since: nothing to add.
    if (raw.status === 404 || raw.status === 410) return {};
    if (raw.status !== 200) throw statusFault(raw, { kind: 'page' }, answer, this.#options.clock.now());
    const outcome = await this.#options.parser.parse({ platform: platform.code, detail: true, answer });
    if ('fault' in outcome) throw adapterFault(outcome.fault);
    return outcome.value as Partial<Listing>;
  }

  async #walk(
    platform: Platform,
    door: Door,
    search: PlatformSearch,
    deadlineAt: number,
    signal: AbortSignal,
  ): Promise<ListingPage> {
    this.#assertMayAsk(door);
    const earlier: unknown[] = [];
    for (let index = 0; index < door.steps.length; index += 1) {
      try {
        const value = await this.#take(platform, door, index, search, earlier, deadlineAt, signal);
        // What was kept has been refused: once more from the start.
        if (value === RENEW) return await this.#walk(platform, door, search, deadlineAt, signal);
        earlier.push(value);
      } catch (error) {
        if (!(error instanceof PlatformFault) || !hasListings(door, earlier)) throw error;
        break;
      }
    }
    return joinPages(door, earlier);
  }

  /** The value of one step: kept, or asked for. */
  async #take(
    platform: Platform,
    door: Door,
    index: number,
    search: PlatformSearch,
    earlier: readonly unknown[],
    deadlineAt: number,
    signal: AbortSignal,
  ): Promise<unknown> {
    const step = door.steps[index] as Step;
    const kept = this.#kept.get(platform, door, step, search);
    if (kept) return kept.value;
    const request = step.request(search, earlier);
    if (!request) return undefined;
    const other = step.alternative?.(search);
    const now = this.#options.clock.now();
    // Of two addresses the first must leave time for the second.
    const firstEndsAt = other ? now + (deadlineAt - now) / 2 : deadlineAt;
    let answered = false;
    let value: unknown;
    try {
      const answer = await this.#ask(platform, door, request, firstEndsAt, signal);
      answered = true;
      if (step.renewsAt?.includes(answer.status) && this.#kept.forget(platform, door)) return RENEW;
      value = await this.#read(platform, door, index, answer, search);
    } catch (error) {
      if (!other || !(error instanceof PlatformFault) || error.status === 'rate_limited') throw error;
      value = await this.#takeOther(
        { platform, door, index, search, signal },
        other,
        deadlineAt,
        answered ? error : undefined,
      );
    }
    this.#kept.keep(platform, door, step, search, value);
    return value;
  }

  /** The value of a step from its other address; what the first one answered says more than a failure here. */
  async #takeOther(
    { platform, door, index, search, signal }: Attempt,
    request: PlatformRequest,
    deadlineAt: number,
    firstFault: PlatformFault | undefined,
  ): Promise<unknown> {
    try {
      const answer = await this.#ask(platform, door, request, deadlineAt, signal);
      return await this.#read(platform, door, index, answer, search);
    } catch (error) {
      throw error instanceof PlatformFault && firstFault ? firstFault : error;
    }
  }

  /** A 429 with a time is obeyed: until then the door is not knocked at. */
  #assertMayAsk(door: Door): void {
    const until = this.#waits.get(door) ?? 0;
    const seconds = Math.ceil((until - this.#options.clock.now()) / 1_000);
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Counts one call of a keyed API; refused past its budget. */
  async #spend(door: Pick<Door, 'budget'>): Promise<void> {
    if (!door.budget) return;
    const now = this.#options.clock.now();
    const freeAt = await this.#options.budgets.take(door.budget.name, door.budget.limits, now);
    if (freeAt === undefined) return;
    throw overBudget(freeAt, now);
  }

  async #ask(
    platform: Platform,
    door: Pick<Door, 'robots' | 'paceMs' | 'budget'>,
    request: PlatformRequest,
    deadlineAt: number,
    signal: AbortSignal,
  ): Promise<EgressAnswer> {
    const { host } = new URL(request.url);
    if (
      !platform.hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed))
    ) {
      throw new PlatformFault('error', 'the adapter asks for a host that is not its own');
    }
    await this.#spend(door);
    const { robotsTxt, named, clock, egress } = this.#options;
    try {
      return await egress.fetch({
        ...request,
        timeoutMs: Math.max(1, deadlineAt - clock.now()),
        maximumBytes: MAXIMUM_BYTES,
        paceMs: door.paceMs,
        respectRobots: door.robots && robotsTxt !== 'off' && !named.has(platform.code),
        signal,
      });
    } catch (error) {
      throw egressFault(error);
    }
  }

  async #read(
    platform: Platform,
    door: Door,
    stepIndex: number,
    raw: EgressAnswer,
    search: PlatformSearch,
  ): Promise<unknown> {
    const step = door.steps[stepIndex] as Step;
    const answer = toPlatformAnswer(raw);
    if (!(raw.status >= 200 && raw.status < 300) && !step.accepts?.includes(raw.status)) {
      const fault = statusFault(raw, door, answer, this.#options.clock.now());
      if (fault.status === 'rate_limited' && fault.retryAfterSeconds !== undefined)
        this.#waits.set(door, this.#options.clock.now() + fault.retryAfterSeconds * 1_000);
      throw fault;
    }
    const outcome = await this.#options.parser.parse({
      platform: platform.code,
      door: platform.doors.indexOf(door),
      step: stepIndex,
      answer,
      search,
    });
    const nothing = 'fault' in outcome ? outcome.fault.kind === 'changed' : isEmptyPage(outcome.value);
    const wall = nothing ? (challengeOf(raw) ?? detectWall(answer, !('fault' in outcome))) : undefined;
    if (wall) throw wallFault(wall);
    if ('fault' in outcome) throw adapterFault(outcome.fault);
    return outcome.value;
  }
}

function toPlatformAnswer(raw: EgressAnswer): Answer {
  const contentType = raw.headers['content-type'] ?? '';
  return { status: raw.status, url: raw.url, contentType, body: decodeBody(raw.body, contentType) };
}

/** A step that is being taken. */
interface Attempt {
  platform: Platform;
  door: Door;
  index: number;
  search: PlatformSearch;
  signal: AbortSignal;
}

const RENEW = Symbol('renew');

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
