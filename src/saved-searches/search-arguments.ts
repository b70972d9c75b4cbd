import { createHash } from 'node:crypto';

/** Arguments of `scrape_jobs` that are about one answer: a saved search has its own values. */
export const OF_ONE_ANSWER = new Set(['limit', 'offset', 'dedup_hashes', 'evidence', 'description_length']);

/** Jobs that a run asks for, at the same price as fewer: what is not seen now would count as new later. */
const RUN_JOBS = 500;
const DESCRIPTION_LENGTH = 300;

export type SearchArguments = Readonly<Record<string, unknown>>;

/** The arguments that are saved: without those about one answer, in one order. */
export function savedArguments(args: SearchArguments): SearchArguments {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([name, value]) => !OF_ONE_ANSWER.has(name) && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The arguments of a run. */
export function runArguments(saved: SearchArguments): SearchArguments {
  return { ...saved, limit: RUN_JOBS, description_length: DESCRIPTION_LENGTH };
}

/** Equal for searches that ask the same, whether the default country is named or not. */
export function argumentsKey(saved: SearchArguments): string {
  const sorted = Object.entries(savedArguments(saved))
    .filter(([name, value]) => name !== 'country' || value !== 'GB')
    .map(([name, value]) => [
      name,
      Array.isArray(value) ? [...new Set(value as unknown[])].sort() : typeof value === 'string' ? value.trim() : value,
    ]);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}
