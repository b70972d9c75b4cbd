import { createHash } from 'node:crypto';
import type { JobsCacheStore } from '../store/types.ts';
import type { JobQuery } from './job-query.ts';
import type { PlatformRun } from './platform-run.ts';

interface Remembered {
  versions: string;
  json: string;
  jsonLiteral: string;
}

const REMEMBERED_ANSWERS = 64;
const REMEMBERED_CHARACTERS = 400_000;

/** Finished answers that were made from cached pages alone, for as long as those pages are the same. */
export class AnswerMemory {
  readonly #cache: JobsCacheStore;
  readonly #answers = new Map<string, Remembered>();

  constructor(cache: JobsCacheStore) {
    this.#cache = cache;
  }

  /** An answer made from the very pages that are in the cache now. */
  async recall(
    query: JobQuery,
    runs: readonly PlatformRun[],
    now: number,
  ): Promise<{ json: string; jsonLiteral: string } | undefined> {
    const signature = signatureOf(query);
    const remembered = this.#answers.get(signature);
    if (!remembered) return undefined;
    if (await this.#isCurrent(remembered, runs, now))
      return { json: remembered.json, jsonLiteral: remembered.jsonLiteral };
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

  /** Keeps an answer; gives back its text as a JSON string literal, or undefined where it is too long to keep. */
  keep(query: JobQuery, runs: readonly PlatformRun[], json: string): string | undefined {
    if (json.length > REMEMBERED_CHARACTERS) return undefined;
    const signature = signatureOf(query);
    const jsonLiteral = JSON.stringify(json);
    this.#answers.delete(signature);
    this.#answers.set(signature, {
      versions: runs.map(({ versions }) => versions.join(' ')).join('\n'),
      json,
      jsonLiteral,
    });
    if (this.#answers.size > REMEMBERED_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return jsonLiteral;
  }
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
