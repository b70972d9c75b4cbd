import { FAULT_TEXTS } from '../egress/egress.ts';
import type { AccessPage } from '../jobs/access-steps.ts';
import type { PageFetcher } from '../jobs/page-fetcher.ts';
import { adapterFault, blockPageFault, PlatformFault, tooMany } from '../jobs/platform-fault.ts';
import type { Sleep } from '../lib/clock.ts';
import { findSamplePlatform, listSamples, outcomeOf, placeOf } from './sample-listings.ts';
import type { SamplePlatform } from './platforms/sample-platform.ts';
import type { PlatformOutcome } from './scenarios.ts';
import { accessMethodOf, type Platform, type PlatformSearch } from '../sources/platforms/platform.ts';
import { filterParameters } from '../sources/platforms/search-criteria.ts';

const SLOW_STEP_MS = 500;
const RETRY_AFTER_SECONDS = 120;

export class SamplePages implements Pick<PageFetcher, 'fetch'> {
  readonly #sleep: Sleep;

  constructor(sleep: Sleep) {
    this.#sleep = sleep;
  }

  async fetch(platform: Platform, search: PlatformSearch, _: number, signal: AbortSignal): Promise<AccessPage> {
    const sample = findSamplePlatform(platform.code);
    const accessMethod = accessMethodOf(platform, search.settings);
    if (!sample || !accessMethod)
      throw new PlatformFault('error', 'the sample data of test keys holds no such platform');
    const outcome = outcomeOf(search.query, sample.code);
    if (outcome === 'slow') await this.#sleep((1 + placeOf(sample)) * SLOW_STEP_MS, signal);
    const fault = outcome && faultOf(outcome, sample);
    if (fault) throw fault;
    return {
      ...listSamples(sample, search, outcome === 'empty'),
      sentPlace: accessMethod.sentPlace(search, []),
      askedAlone: filterParameters(accessMethod.filters, search).askedAlone,
    };
  }
}

function faultOf(outcome: PlatformOutcome, { code, changed }: SamplePlatform): PlatformFault | undefined {
  switch (outcome) {
    case 'blocked':
      return blockPageFault('challenge');
    case 'changed':
      return adapterFault({ kind: 'changed', message: changed });
    case 'rate_limited':
      return tooMany(RETRY_AFTER_SECONDS);
    case 'error':
      return new PlatformFault('error', 'the site is down (HTTP 503)');
    case 'timeout':
      return new PlatformFault('timeout', FAULT_TEXTS.siteTimeout);
    case 'not_configured':
      return new PlatformFault('not_configured', `the operator has not set ${code.toUpperCase()}_KEY`);
    case 'empty':
    case 'slow':
      return undefined;
  }
}
