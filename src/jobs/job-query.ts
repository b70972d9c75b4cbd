import type { Country, PlatformStatus } from '../../schemas/index.ts';
import type { Platform } from '../sources/platforms/platform.ts';

/** A search as a caller asks for it, its platforms already allowed. */
export interface JobQuery {
  query: string;
  country: Country;
  platforms: readonly Platform[];
  location: string;
  /** Yearly gross in the country's currency. */
  minSalary: number | null;
  seen: readonly string[];
  limit: number | undefined;
  descriptionLength: number | undefined;
}

export interface JobAnswer {
  json: string;
  jsonLiteral?: string;
  /** Every platform that delivered came from the cache. */
  cached: boolean;
}

/** Who waits for a search, and until when. */
export interface SearchCall {
  signal: AbortSignal;
  /** Milliseconds since the epoch. */
  deadlineAt: number;
  onProgress(update: {
    progress: number;
    total: number;
    message: string;
    /** The platform that has just answered its first page, and how. */
    platform?: { code: string; status: PlatformStatus; jobs: number };
  }): void;
}
