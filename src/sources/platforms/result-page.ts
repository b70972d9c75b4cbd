import { AdapterFault, asObjects, type JsonObject } from '../../reading/answer.ts';
import type { Listing, ListingPage } from './platform.ts';

export function distinctById(listings: readonly Listing[]): Listing[] {
  const ids = new Set<string>();
  return listings.filter(({ id = '' }) => id === '' || (!ids.has(id) && ids.add(id)));
}

export interface StatedLength {
  /**
   * How many results the whole search has, as the source writes the number (1234 or "1,234"); undefined if the source
   * does not state it. If a source states only its number of pages, both `total` and `before` can count pages.
   */
  total?: unknown;
  /** How many of `total` come before this page. */
  before: number;
}

/** "1234", "1,234", "1 234", "1000+" */
const TOTAL = /^(\d{1,3}(?:[ ,.'\u00a0\u2009\u202f]?\d{3})*|\d+)\+?$/u;

/** Returns undefined if no total is stated (undefined, null or ""), and NaN if the value is not a total. */
export function readTotal(total: unknown): number | undefined {
  if (total === undefined || total === null) return undefined;
  if (typeof total === 'number') return total;
  const text = typeof total === 'string' ? total.trim() : undefined;
  if (text === '') return undefined;
  const digits = text === undefined ? undefined : TOTAL.exec(text)?.[1];
  return digits === undefined ? Number.NaN : Number(digits.replace(/\D/g, ''));
}

export function siteTotalOf(total: unknown): Pick<ListingPage, 'siteTotal'> {
  const stated = readTotal(total);
  return stated === undefined || !Number.isSafeInteger(stated) ? {} : { siteTotal: stated };
}

/**
 * Decides by the total. Without a readable total, another page follows if this page is full. No page follows a page
 * without rows.
 */
export function hasNextPage(
  rows: number,
  { page, size, total }: { page: number; size: number; total: unknown },
): boolean {
  const stated = readTotal(total);
  if (rows === 0) return false;
  return stated === undefined || Number.isNaN(stated) ? rows >= size : page * size < stated;
}

/**
 * Returns the rows of a JSON answer. Throws "changed" if the field is not a list, if none of its items is an object, or
 * if it is empty although the answer states results for this page (`assertRowsOf`).
 */
export function requireRows(field: unknown, stated: StatedLength): JsonObject[] {
  const rows = asObjects(field);
  if (!rows) throw new AdapterFault('changed', 'the answer has no list of results');
  if (rows.length === 0 && (field as unknown[]).length > 0) throw unreadRows();
  assertRowsOf(rows.length, stated);
  return rows;
}

/** Throws "changed" if an answer without rows states more than `before` results, or a total that is not a number. */
export function assertRowsOf(rows: number, { total, before }: StatedLength): void {
  const stated = readTotal(total);
  if (rows > 0 || stated === undefined || stated <= before) return;
  const what = Number.isNaN(stated) ? 'a total that cannot be read' : `${stated} results`;
  throw new AdapterFault('changed', `the answer states ${what} and holds none`);
}

export function unreadRows(): AdapterFault {
  return new AdapterFault('changed', 'the list holds entries, none of which can be read');
}
