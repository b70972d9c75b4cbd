import type { JobEvidence } from '../../schemas/index.ts';
import { shorten } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { readSalary } from './readers/salary.ts';
import { readWorkMode } from './readers/work-mode.ts';
import { contractOf, hoursOf } from './terms.ts';

const MAXIMUM = 200;

const known = new WeakMap<NormalizedJob, JobEvidence>();

/**
 * Quotations from the source for a job's fields (SPEC §3). A field is absent if no words of the source can be quoted
 * for it.
 */
export function evidenceOf(job: NormalizedJob): JobEvidence {
  let evidence = known.get(job);
  if (!evidence) known.set(job, (evidence = findEvidence(job)));
  return evidence;
}

function findEvidence(job: NormalizedJob): JobEvidence {
  const { words = {} } = job;
  const pieces: Record<keyof JobEvidence, string> = {
    salary: isReadFromText(job) ? job.salary_text : '',
    work_mode: job.work_mode === 'unknown' ? '' : wordsOnWorkMode(job),
    contract: contractOf(job).words,
    hours: hoursOf(job).words,
    posted_date: job.posted_date === '' ? '' : (words.posted ?? ''),
    closing_date: job.closing_date === '' ? '' : (words.closing ?? ''),
  };
  const sent = [words.title ?? job.title, job.location, withoutMark(job.description), withoutMark(job.salary_text)];
  const fields = [words.terms, words.work_mode, words.posted, words.closing];
  return Object.fromEntries(
    Object.entries(pieces)
      .map(([name, text]) => [name, quote(text)] as const)
      // A text that was tidied, joined or reworded is not a quotation.
      .filter(([, text]) => text !== '' && [...sent, ...fields].some((whole) => whole?.includes(text))),
  );
}

function isReadFromText({ salary_unlisted, salary_text, salary_min, salary_max, platform }: NormalizedJob): boolean {
  if (salary_unlisted || salary_text === '') return false;
  const { min, max } = readSalary(salary_text, findPlatform(platform)?.country ?? 'GB');
  return min === salary_min && max === salary_max;
}

/** Cuts without "…", because a quotation must contain only the source's characters. */
function quote(text: string): string {
  return withoutMark(text.length <= MAXIMUM ? text : shorten(text, MAXIMUM)).trim();
}

function withoutMark(text: string): string {
  return text.replace(/[\s…]+$/u, '');
}

const WORK_MODE_WORDS =
  /remote|hybrid|home|office|on[ -]?site|in[ -]person|wfh|t[ée]l[ée][ -]?travail|distance|pr[ée]sentiel|s[ée]dentaire|days?|jours?/iu;
const LOOKED_AT = 12_000;
const LONGEST_SENTENCE = 400;
const MOST_SENTENCES = 40;

/**
 * Returns the words of the source's own field that state the work mode. If that field does not state it, returns the
 * shortest statement in the title, the location or the beginning of the description. Returns "" if none of them does.
 */
function wordsOnWorkMode({ title, location, description, words, work_mode: mode }: NormalizedJob): string {
  const field = [words?.work_mode ?? '', ...(words?.work_mode?.split(' ; ') ?? [])];
  const fields = field.filter((text) => text !== '' && readWorkMode(text) === mode);
  if (fields.length > 0) return fields.at(-1) as string;
  return (
    [words?.title ?? title, location, ...description.slice(0, LOOKED_AT).split(/(?<=[.!?;])\s+|\n+/u)]
      .filter((sentence) => sentence.length <= LONGEST_SENTENCE && WORK_MODE_WORDS.test(sentence))
      .slice(0, MOST_SENTENCES)
      .sort((a, b) => a.length - b.length)
      .find((sentence) => readWorkMode(sentence) === mode)
      ?.trim() ?? ''
  );
}
