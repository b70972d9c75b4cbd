import type { PlatformStatus } from '../../schemas/index.ts';
import { EgressError, type Egress, type EgressAnswer } from '../egress/egress.ts';
import { decodeBody } from '../lib/charset.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import type {
  Door,
  Listing,
  ListingPage,
  Platform,
  PlatformAnswer,
  PlatformSearch,
  Step,
} from '../platforms/platform.ts';
import { detectWall, WALL_REASONS } from '../platforms/wall.ts';
import type { BudgetStore } from '../store/types.ts';
import { hasListings, joinPages } from './join-pages.ts';
import type { AnswerParser } from './parser.ts';

/** Why a platform gave no jobs: its row's status and reason. */
export class PlatformFault extends Error {
  override readonly name = 'PlatformFault';
  readonly status: Exclude<PlatformStatus, 'ok' | 'empty'>;
  /** Asks for less, or says when to come back. */
  readonly retryAfterSeconds: number | undefined;
  constructor(status: PlatformFault['status'], reason: string, retryAfterSeconds?: number) {
    super(reason);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const MAXIMUM_BYTES = 8 * 1024 * 1024;

interface Kept {
  value: unknown;
  until: number;
}

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
  readonly #kept = new Map<string, Kept>();
  /** Doors that asked to be left alone, and until when. */
  readonly #waits = new Map<Door, number>();

  constructor(options: PageFetcherOptions) {
    this.#options = options;
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
    if (raw.status !== 200) throw new PlatformFault('blocked', `the site refused to answer (HTTP ${raw.status})`);
    const outcome = await this.#options.parser.parse({ platform: platform.code, detail: true, answer });
    if ('fault' in outcome) throw new PlatformFault(outcome.fault.kind, outcome.fault.message);
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
    const now = this.#options.clock.now();
    const key = [platform.code, platform.doors.indexOf(door), step.name, step.keepKey?.(search) ?? ''].join('\n');
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.value;
    const request = step.request(search, earlier);
    if (!request) return undefined;
    const answer = await this.#ask(platform, door, request, deadlineAt, signal);
    if (step.renewsAt?.includes(answer.status) && this.#forget(platform, door)) return RENEW;
    const value = await this.#read(platform, door, index, answer, search);
    if (step.keepMs !== undefined) {
      if (this.#kept.size > 2_000) this.#kept.clear();
      this.#kept.set(key, { value, until: this.#options.clock.now() + step.keepMs });
    }
    return value;
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
    throw new PlatformFault(
      'rate_limited',
      `the calls that this API grants are used up until ${isoTime(freeAt)}`,
      Math.ceil((freeAt - now) / 1_000),
    );
  }

  /** Drops what a door keeps; false when there was nothing, so that it is asked for anew once only. */
  #forget(platform: Platform, door: Door): boolean {
    const prefix = `${platform.code}\n${platform.doors.indexOf(door)}\n`;
    const keys = [...this.#kept.keys()].filter((key) => key.startsWith(prefix));
    // A value that was fetched within this walk is as fresh as can be.
    const stale = keys.filter((key) => !this.#isFresh(key, door));
    for (const key of stale) this.#kept.delete(key);
    return stale.length > 0;
  }

  #isFresh(key: string, door: Door): boolean {
    const step = door.steps.find(({ name }) => key.split('\n')[2] === name);
    const until = this.#kept.get(key)?.until ?? 0;
    return until - (step?.keepMs ?? 0) >= this.#options.clock.now() - 5_000;
  }

  async #ask(
    platform: Platform,
    door: Pick<Door, 'robots' | 'paceMs' | 'budget'>,
    request: NonNullable<ReturnType<Step['request']>>,
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
      throw toPlatformFault(error);
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
      const fault = toStatusFault(raw, door, answer, this.#options.clock.now());
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
    const wall = nothing ? detectWall(answer, !('fault' in outcome)) : undefined;
    if (wall) throw new PlatformFault('blocked', WALL_REASONS[wall]);
    if ('fault' in outcome) throw new PlatformFault(outcome.fault.kind, outcome.fault.message);
    return outcome.value;
  }
}

function toPlatformAnswer(raw: EgressAnswer): PlatformAnswer {
  const contentType = raw.headers['content-type'] ?? '';
  return { status: raw.status, url: raw.url, contentType, body: decodeBody(raw.body, contentType) };
}

const RENEW = Symbol('renew');

function isEmptyPage(value: unknown): boolean {
  const listings = (value as Partial<ListingPage> | null)?.listings;
  return Array.isArray(listings) && listings.length === 0;
}

function toPlatformFault(error: unknown): unknown {
  if (!(error instanceof EgressError)) return error;
  if (error.fault === 'robots') return new PlatformFault('blocked', 'robots');
  if (error.fault === 'timeout' || error.fault === 'aborted') return new PlatformFault('timeout', error.message);
  return new PlatformFault('error', error.message);
}

function tooMany(seconds: number | undefined): PlatformFault {
  return new PlatformFault(
    'rate_limited',
    `the site asks to slow down${seconds ? `; try again in ${seconds} seconds` : ''}`,
    seconds,
  );
}

function toStatusFault(raw: EgressAnswer, door: Door, answer: PlatformAnswer, now: number): PlatformFault {
  const { status } = raw;
  if (status === 429) return tooMany(retryAfterSeconds(raw.headers['retry-after'], now));
  if (door.kind === 'api' && (status === 401 || status === 403))
    return new PlatformFault('error', "the API refused the operator's key");
  if ([401, 403, 407, 451, 999].includes(status))
    return new PlatformFault('blocked', `the site refused to answer (HTTP ${status})`);
  if (status >= 500) {
    const wall = detectWall(answer);
    return wall
      ? new PlatformFault('blocked', WALL_REASONS[wall])
      : new PlatformFault('error', `the site is out of order (HTTP ${status})`);
  }
  return new PlatformFault('changed', `the site answered HTTP ${status} where it used to answer the search`);
}

/** Seconds, or a date; undefined when there is neither. */
function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 86_400) : undefined;
}
