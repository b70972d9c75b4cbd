import { PlatformFault } from './platform-fault.ts';
import type { SearchPage } from './search-page.ts';

/** How the fetch of a page ended: with the page, with a page that the cache has now, or with the site's fault. */
export type PageOutcome =
  | { page: SearchPage; kept: boolean; fault?: undefined }
  | { page?: undefined; kept: true; fault?: undefined }
  | { page?: undefined; kept?: undefined; fault: PlatformFault };

interface WrittenFault {
  status: PlatformFault['status'];
  message: string;
  retryAfterSeconds: number | undefined;
  callsForRest: boolean;
  opensAtOnce: boolean;
}

/** As text for the replicas that wait for it: a page that the cache has is read from there. */
export function writePageOutcome({ page, kept, fault }: PageOutcome): string {
  if (!fault) return JSON.stringify(kept ? { kept } : { page });
  const { status, message, retryAfterSeconds, callsForRest, opensAtOnce } = fault;
  const written: WrittenFault = { status, message, retryAfterSeconds, callsForRest, opensAtOnce };
  return JSON.stringify({ fault: written });
}

export function readPageOutcome(text: string): PageOutcome {
  const { page, fault } = JSON.parse(text) as { page?: SearchPage; fault?: WrittenFault };
  if (fault) return { fault: new PlatformFault(fault.status, fault.message, fault) };
  return page ? { page, kept: false } : { kept: true };
}
