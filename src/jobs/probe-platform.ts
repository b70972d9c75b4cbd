import type { Country, PlatformStatus } from '../../schemas/index.ts';
import { type NormalizedJob, normalizeListing } from './normalize-listing.ts';
import { readLocation } from './places/read-location.ts';
import type { PageFetcher } from './page-fetcher.ts';
import { PlatformFault } from './platform-fault.ts';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/error-message.ts';
import type { Platform } from '../sources/platforms/platform.ts';

/** Queries for which every platform of the country has results. */
export const COMMON_QUERIES: Readonly<Record<Country, readonly [string, string]>> = {
  GB: ['accountant', 'manager'],
  FR: ['comptable', 'assistant'],
};
const TIMEOUT_MS = 30_000;

export interface PlatformAnswer {
  status: PlatformStatus;
  jobs: NormalizedJob[];
  reason?: string;
  fault?: PlatformFault;
}

/** Reads one page of results without the cache and without metering. Never rejects. */
export async function probePlatform(
  service: { fetcher: PageFetcher; settings: Readonly<Record<string, string>> },
  platform: Platform,
  clock: Clock,
  { query, location = '', signal }: { query: string; location?: string; signal?: AbortSignal },
): Promise<PlatformAnswer> {
  const { code, country } = platform;
  try {
    const { listings } = await service.fetcher.fetch(
      platform,
      {
        query,
        country,
        locationText: location,
        place: readLocation(location, country).place,
        minSalary: null,
        page: 1,
        settings: service.settings,
      },
      TIMEOUT_MS,
      AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    );
    const now = clock.now();
    const jobs = listings
      .map((listing) => normalizeListing(listing, code, country, now))
      .filter((job) => job !== undefined);
    if (listings.length > 0 && jobs.length === 0)
      return { status: 'changed', jobs, reason: 'none of the adverts has a title and a link' };
    return { status: jobs.length > 0 ? 'ok' : 'empty', jobs };
  } catch (error) {
    if (error instanceof PlatformFault) return { status: error.status, jobs: [], reason: error.message, fault: error };
    return { status: 'error', jobs: [], reason: messageOf(error) };
  }
}
