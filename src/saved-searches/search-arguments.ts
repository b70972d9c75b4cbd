import { createHash } from 'node:crypto';
import { ScrapeJobsArguments } from '../../schemas/index.ts';
import { squeeze } from '../lib/text.ts';

/** Arguments of `scrape_jobs` that concern a single answer. They are not saved, because runs use fixed values. */
export const OF_ONE_ANSWER = new Set(['limit', 'offset', 'dedup_hashes', 'evidence', 'description_length']);

/**
 * Number of jobs that a run requests. A longer answer costs no more, and jobs that a run does not return would count as
 * new later.
 */
const RUN_JOBS = 500;
const DESCRIPTION_LENGTH = 300;

export type SearchArguments = Readonly<Record<string, unknown>>;

/**
 * Leaves out the arguments that concern a single answer, sorts the others by name, and writes the platforms' codes in
 * lower case, without spaces around them or duplicates.
 */
export function savedArguments(args: SearchArguments): SearchArguments {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([name, value]) => !OF_ONE_ANSWER.has(name) && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, name === 'platforms' && isTexts(value) ? codesOf(value) : value]),
  );
}

function codesOf(typed: readonly string[]): string[] {
  return [...new Set(typed.map((code) => code.trim().toLowerCase()))];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Parses stored arguments. Normalises them again, because earlier releases stored platforms as they were typed. */
export function storedArguments(text: string): SearchArguments {
  return savedArguments(JSON.parse(text) as SearchArguments);
}

export function runArguments(saved: SearchArguments): SearchArguments {
  return { ...saved, limit: RUN_JOBS, description_length: DESCRIPTION_LENGTH };
}

const PROPERTIES = ScrapeJobsArguments.properties as Readonly<Record<string, object>> as Readonly<
  Record<string, { default?: unknown }>
>;

/** Returns a hash that is equal for equivalent arguments, regardless of defaults, order, case and spacing. */
export function argumentsKey(saved: SearchArguments): string {
  const sorted = Object.entries(savedArguments(saved))
    // The default radius is left out only without a place. With a place, a stated radius also keeps jobs that name only
    // the county, so it is a condition even if it equals the default.
    .filter(([name, value]) => value !== PROPERTIES[name]?.default || (name === 'radius_km' && saved['location']))
    .map(([name, value]) => [name, name === 'min_salary' ? Number(value) || '' : plain(value)] as const)
    .filter(([, value]) => value !== '' && (!Array.isArray(value) || value.length > 0));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}

/**
 * Ignores case and spacing, as platforms do. Punctuation and accents remain, because "C++" is not "C#" and "marché" is
 * not "marche".
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(plain))].sort();
  return typeof value === 'string' ? squeeze(value).normalize('NFC').toLowerCase() : value;
}
