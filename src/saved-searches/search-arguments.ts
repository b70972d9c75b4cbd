import { createHash } from 'node:crypto';
import { ScrapeJobsArguments } from '../../schemas/index.ts';
import { fold, squeeze } from '../lib/text.ts';

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

const PROPERTIES = ScrapeJobsArguments.properties as Readonly<Record<string, object>> as Readonly<
  Record<string, { default?: unknown }>
>;

/** Equal for searches that ask the same, whether defaults are named or not, in whatever order, case and spacing. */
export function argumentsKey(saved: SearchArguments): string {
  const sorted = Object.entries(savedArguments(saved))
    .filter(([name, value]) => value !== PROPERTIES[name]?.default)
    .map(([name, value]) => [name, name === 'min_salary' ? Number(value) || '' : plain(value)] as const)
    .filter(([, value]) => value !== '' && (!Array.isArray(value) || value.length > 0));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}

/** Case, accents and spaces are no other question, as in the search itself; marks are: "C++" is not "C#". */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(plain))].sort();
  return typeof value === 'string' ? fold(squeeze(value)) : value;
}
