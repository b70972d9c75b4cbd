import type { JobEvidence } from '../../schemas/index.ts';
import { cutAt } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { reading } from './readers/advert-words.ts';
import { readSalary } from './readers/salary.ts';
import { readWorkMode } from './readers/work-mode.ts';
import { contractOf, hoursOf } from './terms.ts';

const MAXIMUM = 200;

const known = new WeakMap<NormalizedJob, JobEvidence>();

/**
 * Returns quotations from the source for a job's fields (SPEC §3). A field is absent if no words of the source can be
 * quoted for it.
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
  const { title, location, salary_text: pay, description } = job;
  // These fields are cut at MAXIMUM characters without "…", so the last word of a long one may be incomplete.
  const fields = [words.title, words.terms, words.work_mode, words.posted, words.closing].map((text = '') =>
    text.length < MAXIMUM ? text : withoutLastWord(text),
  );
  const marked = [words.title === undefined ? title : '', location, pay].map((text) =>
    text.endsWith('…') ? withoutLastWord(withoutMark(text)) : text,
  );
  const sources = [...marked, withoutMark(description), ...fields];
  return Object.fromEntries(
    Object.entries(pieces)
      .map(([name, text]) => [name, quote(text, sources)] as const)
      // A text that was tidied, joined or reworded is in no source, so `quote` returns "".
      .filter(([, text]) => text !== ''),
  );
}

function isReadFromText({ salary_unlisted, salary_text, salary_min, salary_max, platform }: NormalizedJob): boolean {
  if (salary_unlisted || salary_text === '') return false;
  const { min, max } = readSalary(salary_text, findPlatform(platform)?.country ?? 'GB');
  return min === salary_min && max === salary_max;
}

/**
 * Returns the text, or the beginning of a long text, as one of the sources has it; "" if none does. Adds no "…",
 * because a quotation must contain only the source's characters.
 */
function quote(text: string, sources: readonly string[]): string {
  const whole = withoutMark(text).trim();
  const words = whole.length <= MAXIMUM ? whole : withoutLastWord(cutAt(whole, MAXIMUM));
  for (const candidate of new Set([words, withoutLastWord(words)])) {
    const source = sources.find((one) => one.includes(candidate));
    if (source !== undefined && candidate !== '') return wholeWords(candidate, source);
  }
  return '';
}

/**
 * If the words begin or end inside a word or number, extends them to all of it, because readers see only parts of long
 * texts.
 */
function wholeWords(words: string, source: string): string {
  let first: string | undefined;
  for (let from = source.indexOf(words); from >= 0; from = source.indexOf(words, from + 1)) {
    const found = reading(undefined, source, { kind: undefined, from, to: from + words.length }).words;
    if (found === words) return words;
    first ??= found;
  }
  return first !== undefined && first.length <= MAXIMUM ? first : '';
}

const LAST_WORD = /(?:[£€$(]?\d[\d\s.,:/–—-]*(?:\s?h\s?\d*|(?<=\d)\p{L}+)?|[\p{L}\p{M}]+|[£€$(])$/u;

/** Drops the last word or number, because a text may be cut inside it. */
function withoutLastWord(text: string): string {
  return text.replace(LAST_WORD, '').trim();
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
 * Returns the words of the source's own field if they state the work mode. Otherwise returns the shortest sentence that
 * states it, from the title, the location or the beginning of the description. Returns "" if none does.
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
