import type { JobEvidence } from '../../schemas/index.ts';
import { shorten } from '../lib/text.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { readWorkMode } from './readers/work-mode.ts';
import { contractOf, hoursOf } from './terms.ts';

const MAXIMUM = 200;

/** The source's own words for what a job says, each a part of what it sent (SPEC §3); fields that no words stand for have none. */
export function evidenceOf(job: NormalizedJob): JobEvidence {
  const { words = {} } = job;
  const pieces: Record<keyof JobEvidence, string> = {
    salary: job.salary_unlisted ? '' : job.salary_text,
    work_mode: job.work_mode === 'unknown' ? '' : wordsOnWorkMode(job),
    contract: contractOf(job).words,
    hours: hoursOf(job).words,
    posted_date: job.posted_date === '' ? '' : (words.posted ?? ''),
    closing_date: job.closing_date === '' ? '' : (words.closing ?? ''),
  };
  return Object.fromEntries(
    Object.entries(pieces)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, quote(text)]),
  );
}

/** Cut without a mark: a mark would be a word of ours. */
function quote(text: string): string {
  return text.length <= MAXIMUM ? text : shorten(text, MAXIMUM).replace(/…$/u, '').trimEnd();
}

/** The field that says its work mode, or the shortest part of its text that alone does; "" where only the whole does. */
function wordsOnWorkMode({ title, location, description, words, work_mode: mode }: NormalizedJob): string {
  if (words?.work_mode && readWorkMode(words.work_mode) === mode) return words.work_mode;
  const sentences = [title, location, ...description.split(/(?<=[.!?;])\s+|\n+/u)];
  const saying = sentences.filter((sentence) => sentence !== '' && readWorkMode(sentence) === mode);
  return saying.sort((a, b) => a.length - b.length)[0]?.trim() ?? '';
}
