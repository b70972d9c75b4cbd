import { type AccessPage, AccessStepRunner, StepCache } from './access-steps.ts';
import type { AnswerParser } from './parser.ts';
import { type Patience, PlatformClient, type PlatformClientOptions } from './platform-client.ts';
import { PlatformFault } from './platform-fault.ts';
import { accessMethodsOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';

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

  /** Number of waiting requests per platform code. */
  waiting(): ReadonlyMap<string, number> {
    return this.#sites.waiting;
  }

  /** Rejects with a PlatformFault; if several access methods were tried, with that of the first. */
  async fetch(
    platform: Platform,
    search: PlatformSearch,
    timeoutMs: number,
    signal: AbortSignal,
    waiting: Pick<Patience, 'onQueue' | 'accounts'> = {},
  ): Promise<AccessPage> {
    const accessMethods = accessMethodsOf(platform, search.settings);
    if (accessMethods.length === 0) throw notConfigured(platform, search.settings);
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    let fault: PlatformFault | undefined;
    for (const accessMethod of accessMethods) {
      // If robots.txt forbids one page, others may still be allowed; if the site refuses a request, it refuses them
      // all.
      if (accessMethod.fallback === 'same-site' && fault?.status === 'blocked' && fault.opensCircuit) continue;
      try {
        return await this.#steps.run({ platform, accessMethod, search, deadlineAt, signal, ...waiting });
      } catch (error) {
        if (!(error instanceof PlatformFault)) throw error;
        fault ??= error;
        if (error.status === 'timeout' || error.status === 'rate_limited' || error.status === 'busy') break;
      }
    }
    throw fault as PlatformFault;
  }
}

/** Names only the settings that are missing, because one of a pair may be set. */
function notConfigured({ accessMethods }: Platform, settings: PlatformSearch['settings']): PlatformFault {
  const missing = new Set(accessMethods.flatMap(({ needs = [] }) => needs).filter((name) => !settings[name]));
  return new PlatformFault('not_configured', `the operator has not set ${[...missing].join(' and ')}`);
}
