import { type AccessPage, AccessStepRunner, StepCache } from './access-steps.ts';
import type { AnswerParser } from './parser.ts';
import { type PlatformRequestOptions, PlatformClient, type PlatformClientOptions } from './platform-client.ts';
import { PlatformFault } from './platform-fault.ts';
import { accessMethodsOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';

export interface PageFetcherOptions extends PlatformClientOptions {
  parser: AnswerParser;
}

export class PageFetcher {
  readonly #options: PageFetcherOptions;
  readonly #sites: PlatformClient;
  readonly #steps: AccessStepRunner;

  constructor(options: PageFetcherOptions) {
    const { parser, clock } = options;
    this.#options = options;
    this.#sites = new PlatformClient(options);
    this.#steps = new AccessStepRunner({ sites: this.#sites, parser, clock, stepCache: new StepCache(clock) });
  }

  waiting(): ReadonlyMap<string, number> {
    return this.#sites.waiting;
  }

  /**
   * Tries the platform's access methods in order until one returns a page. After a time-out, a rate limit or a full
   * queue, tries no more. If no method returns a page, rejects with the PlatformFault of the first one. If none can be
   * used, because settings are missing, rejects with a `not_configured` fault.
   */
  async fetch(
    platform: Platform,
    search: PlatformSearch,
    timeoutMs: number,
    signal: AbortSignal,
    waiting: Pick<PlatformRequestOptions, 'onQueue' | 'accounts'> = {},
  ): Promise<AccessPage> {
    const accessMethods = accessMethodsOf(platform, search.settings);
    if (accessMethods.length === 0) throw notConfigured(platform, search.settings);
    const deadlineAt = this.#options.clock.now() + timeoutMs;
    let fault: PlatformFault | undefined;
    for (const accessMethod of accessMethods) {
      // If the site refused a request, it refuses a same-site fallback too. If robots.txt forbade the request (a fault
      // that does not open the circuit), other pages may be allowed.
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

function notConfigured({ accessMethods }: Platform, settings: PlatformSearch['settings']): PlatformFault {
  const missing = new Set(accessMethods.flatMap(({ needs = [] }) => needs).filter((name) => !settings[name]));
  return new PlatformFault('not_configured', `the operator has not set ${[...missing].join(' and ')}`);
}
