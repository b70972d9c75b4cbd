import type { JobsCacheStore } from '../store/types.ts';
import { writeAnswer, type RenderedAnswer } from './render-answer.ts';

export interface CachedPages {
  /** `<page key>@<version>` of each page. */
  versions: readonly string[];
  /** When the oldest page was fetched, in milliseconds since the epoch; undefined if no page came from the cache. */
  fetchedAt: number | undefined;
}

interface Remembered {
  pages: readonly CachedPages[];
  answer: RenderedAnswer;
  literal: Pick<RenderedAnswer, 'before' | 'after'>;
}

export interface WrittenAnswer {
  json: string;
  /** `json` as a JSON string literal; absent if the answer is too long to be cached. */
  jsonLiteral?: string;
}

const REMEMBERED_ANSWERS = 64;
const REMEMBERED_CHARACTERS = 400_000;

/**
 * Caches answers that were built only from cached pages. An answer is valid as long as these pages are still cached and
 * unchanged.
 */
export class AnswerCache {
  readonly #cache: JobsCacheStore;
  readonly #answers = new Map<string, Remembered>();

  constructor(cache: JobsCacheStore) {
    this.#cache = cache;
  }

  /**
   * Returns the answer with current ages; undefined if none is cached under this signature, or if one of its pages has
   * changed or is no longer cached.
   */
  async get(signature: string, now: number): Promise<WrittenAnswer | undefined> {
    const remembered = this.#answers.get(signature);
    if (!remembered) return undefined;
    if (await this.#isCurrent(remembered, now)) return writeRemembered(remembered, now);
    this.#answers.delete(signature);
    return undefined;
  }

  async #isCurrent({ pages }: Remembered, now: number): Promise<boolean> {
    const current = await Promise.all(
      pages.flatMap(({ versions }) =>
        versions.map(async (page) => {
          const at = page.lastIndexOf('@');
          return (await this.#cache.get(page.slice(0, at), now))?.version === Number(page.slice(at + 1));
        }),
      ),
    );
    return !current.includes(false);
  }

  put(signature: string, pages: readonly CachedPages[], answer: RenderedAnswer): WrittenAnswer {
    const json = writeAnswer(answer);
    if (json.length > REMEMBERED_CHARACTERS) return { json };
    const jsonLiteral = JSON.stringify(json);
    this.#answers.delete(signature);
    this.#answers.set(signature, {
      pages: pages.map(({ versions, fetchedAt }) => ({ versions, fetchedAt })),
      answer,
      literal: { before: withinLiteral(answer.before), after: withinLiteral(answer.after) },
    });
    if (this.#answers.size > REMEMBERED_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    return { json, jsonLiteral };
  }
}

function writeRemembered({ answer, literal, pages }: Remembered, now: number): WrittenAnswer {
  const rows = answer.rows.map((row, index) => {
    const at = pages[index]?.fetchedAt;
    return at === undefined ? row : { ...row, age_seconds: ageOf(at, now) };
  });
  const text = JSON.stringify(rows);
  return {
    json: answer.before + text + answer.after,
    jsonLiteral: `"${literal.before}${withinLiteral(text)}${literal.after}"`,
  };
}

function withinLiteral(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Returns the age in whole seconds. Both times are in milliseconds since the epoch. */
export function ageOf(fetchedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - fetchedAt) / 1_000));
}
