import type { ScrapeJobsResult } from '../../schemas/index.ts';
import { randomHex } from '../lib/random-id.ts';
import { OWNER_NOTICE } from '../store/owner-notice.ts';
import type { DeliveryChannel, NewSavedDelivery, SavedSearchRecord } from '../store/types.ts';
import type { DeliveredPlatform, DeliveryContent } from './deliver/content.ts';
import { isKnown, isOnlyOn } from './known-jobs.ts';

/**
 * Creates a delivery for the feed and for the channels that are on. With jobs, the delivery is also for a paused
 * channel, where it waits until the owner resumes the channel.
 */
export function createDelivery(
  search: SavedSearchRecord,
  content: Omit<DeliveryContent, 'id' | 'search' | 'at'>,
  at: number,
  id = `dlv_${randomHex(24)}`,
): NewSavedDelivery {
  const ways: DeliveryChannel[] = (['mail', 'webhook'] as const).filter(
    (way) => search[way] === 'on' || (search[way] === 'paused' && content.jobs.length > 0),
  );
  const whole: DeliveryContent = { ...content, id, at, search: deliveredSearch(search) };
  return { id, searchId: search.id, at, content: JSON.stringify(whole), ways };
}

/** Creates a notice, which is mailed to the account's owner even if the search sends no mail. */
export function createNotice(
  search: SavedSearchRecord,
  content: Omit<DeliveryContent, 'id' | 'search' | 'at' | 'toOwner'>,
  at: number,
): NewSavedDelivery {
  const id = `${OWNER_NOTICE}${randomHex(24)}`;
  return { ...createDelivery(search, { ...content, toOwner: true }, at, id), ways: ['mail'] };
}

export function sampleId(searchId: string): string {
  return `smp_${searchId}`;
}

export function deliveredSearch(search: SavedSearchRecord): DeliveryContent['search'] {
  const { country } = JSON.parse(search.arguments) as { country?: 'GB' | 'FR' };
  return { id: search.id, name: search.name, language: search.language, country: country ?? 'GB' };
}

/**
 * Returns the platforms' rows of a delivery. Jobs that the search has returned before count as left out. `late`:
 * platforms that answer for the first time.
 */
export function platformsOf(
  result: ScrapeJobsResult,
  seen: ReadonlySet<string> = new Set(),
  late: ReadonlySet<string> = new Set(),
): DeliveredPlatform[] {
  return (result.platforms ?? []).map(({ platform, status, jobs, reason, attribution, left_out: leftOut }) => {
    const own = result.jobs.filter((job) => job.platform === platform);
    const fresh = own.filter((job) => !isKnown(job, seen));
    const before = own.length - fresh.length;
    const stock = new Set(fresh.filter((job) => isOnlyOn(late, job)).map((job) => job.dedup_hash)).size;
    return {
      platform,
      status,
      jobs,
      ...(reason === undefined ? {} : { reason }),
      ...(attribution === undefined ? {} : { attribution }),
      ...(stock === 0 ? {} : { first_answer: stock }),
      ...(before === 0 && !leftOut
        ? {}
        : { left_out: { ...leftOut, ...(before === 0 ? {} : { dedup_hashes: before }) } }),
    };
  });
}
