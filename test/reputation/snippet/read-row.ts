import { readSnippetFigures, type SearchRow } from '../../../src/reputation/snippet/read-snippet.ts';

/** The day on which the rows are read. */
export const NOW = Date.parse('2026-11-22T09:00:00Z');

export type Figures = [rating: number | null, count: number | null];

/** What a row states of the employer; a rating is answered only with a number of reviews. */
export function readRow(row: SearchRow, asked: string, country?: 'GB' | 'FR'): Figures {
  const found = readSnippetFigures(row, asked, { now: NOW, ...(country ? { country } : {}) });
  return [found === null || found.reviewCount === null ? null : found.rating, found?.reviewCount ?? null];
}
