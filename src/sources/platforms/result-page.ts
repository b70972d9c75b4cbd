import { AdapterFault, asObjects, type JsonObject } from '../../reading/answer.ts';
import type { Listing, ListingPage } from './platform.ts';

/** The first listing of each id; those without one all. */
export function distinctById(listings: readonly Listing[]): Listing[] {
  const ids = new Set<string>();
  return listings.filter(({ id = '' }) => id === '' || (!ids.has(id) && ids.add(id)));
}

/** What an answer says of its own length. Values are taken as the source has them: numbers, or digits. */
export interface StatedLength {
  /** Results of the whole search; absent where the source states none. */
  total?: unknown;
  /** Results before this page. */
  before: number;
}

/** 1234, "1234", "1,234", "1 234", "10.000+" */
const TOTAL = /^(\d{1,3}(?:[ ,.'\u00a0\u2009\u202f]?\d{3})*|\d+)\+?$/u;

/** A number of results as a source writes it; undefined where it writes none, NaN where what it writes is no number. */
export function readTotal(total: unknown): number | undefined {
  if (total === undefined || total === null) return undefined;
  if (typeof total === 'number') return total;
  const text = typeof total === 'string' ? total.trim() : undefined;
  if (text === '') return undefined;
  const digits = text === undefined ? undefined : TOTAL.exec(text)?.[1];
  return digits === undefined ? Number.NaN : Number(digits.replace(/\D/g, ''));
}

/** The total as a member of a `ListingPage`; nothing where the source states none that can be read. */
export function siteTotalOf(total: unknown): Pick<ListingPage, 'siteTotal'> {
  const stated = readTotal(total);
  return stated === undefined || !Number.isSafeInteger(stated) ? {} : { siteTotal: stated };
}

/** Whether a further page is worth asking for: by the total; by a full page where none can be read. */
export function goesOn(rows: number, { page, size, total }: { page: number; size: number; total: unknown }): boolean {
  const stated = readTotal(total);
  if (rows === 0) return false;
  return stated === undefined || Number.isNaN(stated) ? rows >= size : page * size < stated;
}

/**
 * The rows of a JSON answer. Throws "changed" where the field is no list,
 * where its items are none that can be read, and where it is empty although
 * the answer states results.
 */
export function requireRows(field: unknown, stated: StatedLength): JsonObject[] {
  const rows = asObjects(field);
  if (!rows) throw new AdapterFault('changed', 'the answer has no list of results');
  if (rows.length === 0 && (field as unknown[]).length > 0) throw unreadRows();
  assertRowsOf(rows.length, stated);
  return rows;
}

/** Throws "changed" where an answer states results of which it gives none, or a total that is no number. */
export function assertRowsOf(rows: number, { total, before }: StatedLength): void {
  const stated = readTotal(total);
  if (rows > 0 || stated === undefined || stated <= before) return;
  const what = Number.isNaN(stated) ? 'a total that cannot be read' : `${stated} results`;
  throw new AdapterFault('changed', `the answer states ${what} and holds none`);
}

/** There are entries where the adverts stand, of another shape. */
export function unreadRows(): AdapterFault {
  return new AdapterFault('changed', 'the list holds entries, none of which can be read');
}
