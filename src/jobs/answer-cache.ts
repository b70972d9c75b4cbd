import { createHash } from 'node:crypto';
import type { JobsCacheStore } from '../store/types.ts';
import type { JobQuery } from './job-query.ts';
import { ageOf, type PlatformRun } from './platform-run.ts';
import { writeAnswer, type RenderedAnswer } from './render-answer.ts';

interface Remembered {
  versions: string;
  answer: RenderedAnswer;
  /** The answer's two parts within a JSON string. */
  literal: Pick<RenderedAnswer, 'before' | 'after'>;
  /** When the page of each row was fetched. */
  fetchedAt: readonly (number | undefined)[];
}

/** An answer as JSON text, and the same as a JSON string literal. */
export interface WrittenAnswer {
  json: string;
  jsonLiteral?: string;
}

const REMEMBERED_ANSWERS = 64;
const REMEMBERED_CHARACTERS = 400_000;

/** Finished answers that were made from cached pages alone, for as long as those pages are the same. */
export class AnswerCache {
  readonly #cache: JobsCacheStore;
  readonly #answers = new Map<string, Remembered>();

  constructor(cache: JobsCacheStore) {
    this.#cache = cache;
  }

  /** An answer made from the very pages that are in the cache now. */
  async recall(query: JobQuery, runs: readonly PlatformRun[], now: number): Promise<WrittenAnswer | undefined> {
    const signature = signatureOf(query);
    const remembered = this.#answers.get(signature);
    if (!remembered) return undefined;
    if (await this.#isCurrent(remembered, runs, now)) return writeRemembered(remembered, now);
    this.#answers.delete(signature);
    return undefined;
  }

  async #isCurrent({ versions }: Remembered, runs: readonly PlatformRun[], now: number): Promise<boolean> {
    const byRun = versions.split('\n');
    if (byRun.length > runs.length) return false;
    const pages = byRun.flatMap((line) => line.split(' '));
    const current = await Promise.all(
      pages.map(async (page) => {
        const at = page.lastIndexOf('@');
        return (await this.#cache.get(page.slice(0, at), now))?.version === Number(page.slice(at + 1));
      }),
    );
    return !current.includes(false);
  }

  /** Remembers an answer, unless it is too long, and writes it. */
  keep(query: JobQuery, runs: readonly PlatformRun[], answer: RenderedAnswer): WrittenAnswer {
    const json = writeAnswer(answer);
    if (json.length > REMEMBERED_CHARACTERS) return { json };
    const signature = signatureOf(query);
    const jsonLiteral = JSON.stringify(json);
    this.#answers.delete(signature);
    this.#answers.set(signature, {
      versions: runs.map(({ versions }) => versions.join(' ')).join('\n'),
      answer,
      literal: { before: withinLiteral(answer.before), after: withinLiteral(answer.after) },
      fetchedAt: runs.map(({ fetchedAt }) => fetchedAt),
    });
    if (this.#answers.size > REMEMBERED_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return { json, jsonLiteral };
  }
}

/** A remembered answer with the ages that its rows have now. */
function writeRemembered({ answer, literal, fetchedAt }: Remembered, now: number): WrittenAnswer {
  const rows = answer.rows.map((row, index) => {
    const at = fetchedAt[index];
    return at === undefined ? row : { ...row, age_seconds: ageOf(at, now) };
  });
  const text = JSON.stringify(rows);
  return {
    json: answer.before + text + answer.after,
    jsonLiteral: `"${literal.before}${withinLiteral(text)}${literal.after}"`,
  };
}

/** A text as it stands within a JSON string. */
function withinLiteral(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function signatureOf(query: JobQuery): string {
  const parts = [
    query.query,
    query.country,
    query.platforms.map(({ code }) => code),
    query.location,
    query.minSalary,
    query.limit,
    query.descriptionLength,
    query.seen.length === 0 ? '' : createHash('sha256').update(query.seen.join('\n')).digest('hex'),
  ];
  return JSON.stringify(parts);
}
