import type { JobsCacheStore } from '../store/types.ts';
import { writeAnswer, type RenderedAnswer } from './render-answer.ts';

/** The cached pages of one platform that an answer was built from. */
export interface CachedPages {
  /** The key and version of each page, joined by "@". */
  versions: readonly string[];
  /** When the oldest of these pages was fetched. */
  fetchedAt: number | undefined;
}

interface Remembered {
  /** In the order of the answer's rows. */
  pages: readonly CachedPages[];
  answer: RenderedAnswer;
  /** The text before and after the rows, escaped for use inside a JSON string. */
  literal: Pick<RenderedAnswer, 'before' | 'after'>;
}

/** An answer as JSON text, and the same text as a JSON string literal. */
export interface WrittenAnswer {
  json: string;
  jsonLiteral?: string;
}

const REMEMBERED_ANSWERS = 64;
const REMEMBERED_CHARACTERS = 400_000;

/**
 * Caches finished answers that were built from cached pages only. An answer is valid as long as those pages are
 * unchanged.
 */
export class AnswerCache {
  readonly #cache: JobsCacheStore;
  readonly #answers = new Map<string, Remembered>();

  constructor(cache: JobsCacheStore) {
    this.#cache = cache;
  }

  /** The cached answer for exactly these pages. */
  async recall(signature: string, now: number): Promise<WrittenAnswer | undefined> {
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

  /** Writes an answer and caches it unless it is too long. */
  keep(signature: string, pages: readonly CachedPages[], answer: RenderedAnswer): WrittenAnswer {
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

/** A cached answer with the current ages of its rows. */
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

/** A text as it appears inside a JSON string. */
function withinLiteral(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Seconds since a fetch. */
export function ageOf(fetchedAt: number, now: number): number {
  return Math.max(0, Math.floor((now - fetchedAt) / 1_000));
}
