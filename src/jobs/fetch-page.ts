import type { Listing, Platform, PlatformSearch } from '../platforms/platform.ts';
import { SiteAsker, toPlatformAnswer, type SiteAskerOptions } from './ask-site.ts';
import type { DoorPage } from './join-pages.ts';
import { KeptValues } from './kept-values.ts';
import type { AnswerParser } from './parser.ts';
import { adapterFault, PlatformFault, statusFault } from './platform-fault.ts';
import { DoorWalker } from './walk-door.ts';

export interface PageFetcherOptions extends SiteAskerOptions {
  parser: AnswerParser;
}

/** Fetches one page of listings through the first door that opens. */
export class PageFetcher {
  readonly #options: PageFetcherOptions;
  readonly #sites: SiteAsker;
  readonly #walker: DoorWalker;

  constructor(options: PageFetcherOptions) {
    const { parser, clock } = options;
    this.#options = options;
    this.#sites = new SiteAsker(options);
    this.#walker = new DoorWalker({ sites: this.#sites, parser, clock, kept: new KeptValues(clock) });
  }

  /** Rejects with a PlatformFault: the first door's, where several were tried. */
  async fetch(platform: Platform, search: PlatformSearch, timeoutMs: number, signal: AbortSignal): Promise<DoorPage> {
    const doors = platform.doors.filter((door) => (door.needs ?? []).every((name) => search.settings[name]));
    if (doors.length === 0) throw notConfigured(platform, search.settings);
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    let fault: PlatformFault | undefined;
    for (const door of doors.filter(({ fallback }, index) => index === 0 || fallback)) {
      try {
        return await this.#walker.walk({ platform, door, search, deadlineAt, signal });
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
    const { clock, parser } = this.#options;
    const pages = { robots: true, paceMs: platform.detail.paceMs };
    const raw = await this.#sites.ask(platform, pages, request, {}, { deadlineAt: clock.now() + timeoutMs, signal });
    // Withdrawn since: nothing to add.
    if (raw.status === 404 || raw.status === 410) return {};
    const answer = toPlatformAnswer(raw);
    if (raw.status !== 200) throw statusFault(raw, { kind: 'page' }, answer, clock.now());
    const outcome = await parser.parse({ platform: platform.code, detail: true, answer });
    if ('fault' in outcome) throw adapterFault(outcome.fault);
    return outcome.value as Partial<Listing>;
  }
}

/** Names what is missing alone: half a pair may be there. */
function notConfigured({ doors }: Platform, settings: PlatformSearch['settings']): PlatformFault {
  const missing = new Set(doors.flatMap(({ needs = [] }) => needs).filter((name) => !settings[name]));
  return new PlatformFault('not_configured', `the operator has not set ${[...missing].join(' and ')}`);
}
