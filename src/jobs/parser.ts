import { availableParallelism } from 'node:os';
import type { PoolLoad } from '../lib/load.ts';
import { workerEntry } from '../lib/worker-entry.ts';
import { NOT_LOADED, WorkerFault, WorkerNotLoaded, WorkerPool } from '../lib/worker-pool.ts';
import { AdapterFault, type AdapterFaultKind, type Answer } from '../reading/answer.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import type { AccessMethod, ListingPage, Platform, PlatformSearch } from '../sources/platforms/platform.ts';

export interface AnswerParser {
  parse(task: PlatformParseTask): Promise<PlatformParseOutcome>;
  close(): Promise<void>;
  load?(): PoolLoad;
}

/** Parses in the calling thread without a time limit; for trusted text only. */
export const inlineParser: AnswerParser = { parse: async (task) => parseAnswer(task), close: async () => {} };

/**
 * Parses in worker threads. A parse that takes longer than `timeoutMs` or ends its thread is reported as a `changed`
 * fault, and a thread that could not be loaded as an `internal` one.
 */
export function createThreadParser(timeoutMs = 3_000): AnswerParser {
  const pool = new WorkerPool({
    entry: workerEntry(import.meta.url, 'parse-worker'),
    size: Math.max(2, Math.min(4, availableParallelism())),
    timeoutMs,
    idleMs: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
  });
  return {
    parse: async (task) => {
      try {
        return (await pool.run(task)) as PlatformParseOutcome;
      } catch (error) {
        if (!(error instanceof WorkerFault)) throw error;
        if (error instanceof WorkerNotLoaded) return { fault: { kind: 'internal', message: NOT_LOADED } };
        return { fault: { kind: 'changed', message: 'the page cannot be read' } };
      }
    },
    close: () => pool.close(),
    load: () => pool.load,
  };
}

export interface PlatformParseTask {
  platform: string;
  accessMethod: number;
  step: number;
  answer: Answer;
  search: PlatformSearch;
}

export function savedListTask(
  { code, country, hosts, accessMethods }: Platform,
  accessMethod: number,
  body: string,
  { search, ...answer }: Partial<Answer> & { search?: Partial<PlatformSearch> } = {},
): PlatformParseTask {
  const nothing = { query: '', country, locationText: '', place: null, minSalary: null, page: 1, settings: {} };
  return {
    platform: code,
    accessMethod,
    step: (accessMethods[accessMethod]?.steps.length ?? 0) - 1,
    answer: { status: 200, url: `https://${hosts[0]?.replace('*.', 'x.')}/`, contentType: '', body, ...answer },
    search: { ...nothing, ...search },
  };
}

export type PlatformParseOutcome =
  | { value: unknown }
  | { fault: { kind: AdapterFaultKind | 'internal'; message: string } };

/** Three times the length of the longest page of any platform; more adverts would only cost time. */
const MAXIMUM_LISTINGS = 300;

function withoutExcess(value: unknown): unknown {
  const page = value as ListingPage | null | undefined;
  return Array.isArray(page?.listings) && page.listings.length > MAXIMUM_LISTINGS
    ? { ...page, listings: page.listings.slice(0, MAXIMUM_LISTINGS) }
    : value;
}

const LEAST_ADVERTS = 3;
const FIELD_NAMES = {
  company: 'an employer',
  location: 'a place',
  postedText: 'a date',
  description: 'a text',
} as const;

function assertFilled(value: unknown, expectedFields: AccessMethod['expectedFields']): void {
  const { listings } = (value ?? {}) as Partial<ListingPage>;
  if (!Array.isArray(listings) || listings.length < LEAST_ADVERTS) return;
  const missing = expectedFields.find((field) => listings.every((listing) => (listing[field] ?? '').trim() === ''));
  if (missing) throw new AdapterFault('changed', `none of its ${listings.length} adverts has ${FIELD_NAMES[missing]}`);
}

/** Parses one answer. An error other than AdapterFault means that the page has changed. */
export function parseAnswer(task: PlatformParseTask): PlatformParseOutcome {
  const parse = findParse(task);
  // The service is at fault, for example because two releases run side by side. The site has not changed.
  if (!parse) return { fault: { kind: 'internal', message: 'this service has no reader for the answer' } };
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof AdapterFault) return { fault: { kind: error.kind, message: error.message } };
    return { fault: { kind: 'changed', message: 'the answer does not have the expected form' } };
  }
}

function findParse(task: PlatformParseTask): (() => unknown) | undefined {
  const accessMethod = findPlatform(task.platform)?.accessMethods[task.accessMethod];
  const step = accessMethod?.steps[task.step];
  return (
    step &&
    (() => {
      const value = withoutExcess(step.parse(task.answer, task.search));
      assertFilled(value, accessMethod.expectedFields);
      return value;
    })
  );
}
