import type { Platform, PlatformSearch } from '../sources/platforms/platform.ts';
import { PlatformClient, type PlatformClientOptions } from './platform-client.ts';
import type { AccessPage } from './join-pages.ts';
import { StepCache } from './step-cache.ts';
import type { AnswerParser } from './parser.ts';
import { PlatformFault } from './platform-fault.ts';
import { AccessStepRunner } from './run-steps.ts';

export interface PageFetcherOptions extends PlatformClientOptions {
  parser: AnswerParser;
}

/** Fetches one page of listings through the first door that opens. */
export class PageFetcher {
  readonly #options: PageFetcherOptions;
  readonly #sites: PlatformClient;
  readonly #walker: AccessStepRunner;

  constructor(options: PageFetcherOptions) {
    const { parser, clock } = options;
    this.#options = options;
    this.#sites = new PlatformClient(options);
    this.#walker = new AccessStepRunner({ sites: this.#sites, parser, clock, kept: new StepCache(clock) });
  }

  /** Requests that wait for their turn at a site, by platform code. */
  waiting(): ReadonlyMap<string, number> {
    return this.#sites.waiting;
  }

  /** Rejects with a PlatformFault: the first door's, where several were tried. */
  async fetch(
    platform: Platform,
    search: PlatformSearch,
    timeoutMs: number,
    signal: AbortSignal,
    onQueue?: (turnAt?: number) => void,
  ): Promise<AccessPage> {
    const accessMethods = platform.accessMethods.filter((accessMethod) =>
      (accessMethod.needs ?? []).every((name) => search.settings[name]),
    );
    if (accessMethods.length === 0) throw notConfigured(platform, search.settings);
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    let fault: PlatformFault | undefined;
    for (const accessMethod of accessMethods.filter(({ fallback }, index) => index === 0 || fallback)) {
      try {
        return await this.#walker.run({ platform, accessMethod, search, deadlineAt, signal, onQueue });
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
