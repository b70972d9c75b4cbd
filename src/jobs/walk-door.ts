import type { EgressAnswer } from '../egress/egress.ts';
import type { Clock } from '../lib/clock.ts';
import type { Door, ListingPage, Platform, PlatformRequest, PlatformSearch, Step } from '../platforms/platform.ts';
import { AdapterFault } from '../reading/answer.ts';
import { detectWall } from '../reading/wall.ts';
import { toPlatformAnswer, type Patience, type SiteAsker } from './ask-site.ts';
import { hasListings, joinPages, type DoorPage } from './join-pages.ts';
import type { KeptValues } from './kept-values.ts';
import type { AnswerParser } from './parser.ts';
import { adapterFault, PlatformFault, statusFault, wallFault } from './platform-fault.ts';

export interface DoorWalkerOptions {
  sites: SiteAsker;
  parser: AnswerParser;
  kept: KeptValues;
  clock: Clock;
}

/** One search at one door. */
interface Walk extends Patience {
  platform: Platform;
  door: Door;
  search: PlatformSearch;
}

/** Takes a door's steps one after the other, each with the values of those before it. */
export class DoorWalker {
  readonly #options: DoorWalkerOptions;

  constructor(options: DoorWalkerOptions) {
    this.#options = options;
  }

  /** What the door gave; after one list, a later step that fails costs nothing of it. Rejects with a PlatformFault. */
  async walk(walk: Walk): Promise<DoorPage> {
    const { platform, door } = walk;
    await this.#options.sites.assertMayAsk(platform, door);
    const earlier: unknown[] = [];
    let incomplete: PlatformFault | undefined;
    for (let index = 0; index < door.steps.length; index += 1) {
      try {
        const value = await this.#take(walk, index, earlier);
        // What was kept has been refused: once more from the start.
        if (value === RENEW) return await this.walk(walk);
        earlier.push(value);
      } catch (error) {
        if (!(error instanceof PlatformFault) || !hasListings(door, earlier)) throw error;
        incomplete = error;
        break;
      }
    }
    return {
      ...joinPages(door, earlier),
      sentPlace: door.sentPlace(walk.search, earlier),
      ...(incomplete ? { incomplete } : {}),
    };
  }

  /** The value of one step: kept, or asked for. */
  async #take(walk: Walk, index: number, earlier: readonly unknown[]): Promise<unknown> {
    const { platform, door, search, deadlineAt } = walk;
    const { kept, clock, sites } = this.#options;
    const step = door.steps[index] as Step;
    const known = kept.get(platform, door, step, search);
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
      const answer = await sites.ask(platform, door, request, search.settings, { ...walk, deadlineAt: firstEndsAt });
      answered = true;
      if (step.renewsAt?.includes(answer.status) && kept.forget(platform, door)) return RENEW;
      value = await this.#read(walk, index, answer);
    } catch (error) {
      if (!other || !(error instanceof PlatformFault) || error.status === 'rate_limited') throw error;
      value = await this.#takeOther(walk, index, other, answered ? error : undefined);
    }
    kept.keep(platform, door, step, search, value);
    return value;
  }

  /** The value of a step from its other address; what the first one answered says more than a failure here. */
  async #takeOther(
    walk: Walk,
    index: number,
    request: PlatformRequest,
    firstFault: PlatformFault | undefined,
  ): Promise<unknown> {
    try {
      const answer = await this.#options.sites.ask(walk.platform, walk.door, request, walk.search.settings, walk);
      return await this.#read(walk, index, answer);
    } catch (error) {
      throw error instanceof PlatformFault && firstFault ? firstFault : error;
    }
  }

  async #read({ platform, door, search }: Walk, index: number, raw: EgressAnswer): Promise<unknown> {
    const { sites, parser, clock } = this.#options;
    const step = door.steps[index] as Step;
    const answer = toPlatformAnswer(raw);
    if (!(raw.status >= 200 && raw.status < 300) && !step.accepts?.includes(raw.status)) {
      const fault = statusFault(raw, door, answer, clock.now());
      if (fault.status === 'rate_limited' && fault.retryAfterSeconds !== undefined)
        await sites.leaveAlone(platform, door, fault.retryAfterSeconds);
      throw fault;
    }
    const outcome = await parser.parse({
      platform: platform.code,
      door: platform.doors.indexOf(door),
      step: index,
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

const RENEW = Symbol('renew');

/** An adapter may refuse a search that its site cannot be asked. */
function requestOf(step: Step, search: PlatformSearch, earlier: readonly unknown[]): PlatformRequest | null {
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
