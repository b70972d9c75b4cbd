import type { EgressAnswer } from '../egress/egress.ts';
import type { Clock } from '../lib/clock.ts';
import type {
  AccessMethod,
  ListingPage,
  Platform,
  PlatformRequest,
  PlatformSearch,
  AccessStep,
} from '../sources/platforms/platform.ts';
import { AdapterFault } from '../reading/answer.ts';
import { detectBlockPage } from '../reading/block-page.ts';
import { toPlatformAnswer, type Patience, type PlatformClient } from './platform-client.ts';
import { hasListings, joinPages, type AccessPage } from './join-pages.ts';
import type { StepCache } from './step-cache.ts';
import type { AnswerParser } from './parser.ts';
import { adapterFault, PlatformFault, statusFault, blockPageFault } from './platform-fault.ts';

export interface AccessStepRunnerOptions {
  sites: PlatformClient;
  parser: AnswerParser;
  kept: StepCache;
  clock: Clock;
}

/** One search at one door. */
interface StepRun extends Patience {
  platform: Platform;
  accessMethod: AccessMethod;
  search: PlatformSearch;
}

/** Takes a door's steps one after the other, each with the values of those before it. */
export class AccessStepRunner {
  readonly #options: AccessStepRunnerOptions;

  constructor(options: AccessStepRunnerOptions) {
    this.#options = options;
  }

  /** What the door gave; after one list, a later step that fails costs nothing of it. Rejects with a PlatformFault. */
  async run(walk: StepRun): Promise<AccessPage> {
    const { platform, accessMethod } = walk;
    await this.#options.sites.assertMayAsk(platform, accessMethod);
    const earlier: unknown[] = [];
    let incomplete: PlatformFault | undefined;
    for (let index = 0; index < accessMethod.steps.length; index += 1) {
      try {
        const value = await this.#take(walk, index, earlier);
        // What was kept has been refused: once more from the start.
        if (value === RENEW) return await this.run(walk);
        earlier.push(value);
      } catch (error) {
        if (!(error instanceof PlatformFault) || !hasListings(accessMethod, earlier)) throw error;
        incomplete = error;
        break;
      }
    }
    return {
      ...joinPages(accessMethod, earlier),
      sentPlace: accessMethod.sentPlace(walk.search, earlier),
      ...(incomplete ? { incomplete } : {}),
    };
  }

  /** The value of one step: kept, or asked for. */
  async #take(walk: StepRun, index: number, earlier: readonly unknown[]): Promise<unknown> {
    const { platform, accessMethod, search, deadlineAt } = walk;
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
        ...walk,
        deadlineAt: firstEndsAt,
      });
      answered = true;
      if (step.renewsAt?.includes(answer.status) && kept.forget(platform, accessMethod)) return RENEW;
      value = await this.#read(walk, index, answer);
    } catch (error) {
      if (!other || !(error instanceof PlatformFault) || error.status === 'rate_limited' || error.status === 'busy')
        throw error;
      value = await this.#takeOther(walk, index, other, answered ? error : undefined);
    }
    kept.keep(platform, accessMethod, step, search, value);
    return value;
  }

  /** The value of a step from its other address; what the first one answered says more than a failure here. */
  async #takeOther(
    walk: StepRun,
    index: number,
    request: PlatformRequest,
    firstFault: PlatformFault | undefined,
  ): Promise<unknown> {
    try {
      const answer = await this.#options.sites.ask(
        walk.platform,
        walk.accessMethod,
        request,
        walk.search.settings,
        walk,
      );
      return await this.#read(walk, index, answer);
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
function requestOf(step: AccessStep, search: PlatformSearch, earlier: readonly unknown[]): PlatformRequest | null {
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
