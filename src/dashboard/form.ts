/** One field of a posted form or query; undefined when absent or repeated. */
export function field(source: unknown, name: string): string | undefined {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a field that may be repeated. */
export function fields(source: unknown, name: string): string[] {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return [];
  const value = (source as Record<string, unknown>)[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}

/** Credits as typed, with a point or a comma; undefined if it is not a valid amount. */
export function readCredits(text: string): number | undefined {
  const normal = text.trim().replace(',', '.');
  return /^\d{1,9}(?:\.\d{1,3})?$/.test(normal) ? Number(normal) : undefined;
}

/** Midnight UTC of `YYYY-MM-DD`; undefined for an invalid date. */
export function readDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : ms;
}

/** A path of plain names with a query; nothing that a browser could read as another host. */
const LOCAL_PATH = /^\/(?:[a-z][\w-]*(?:\/[\w-]+)*)?(?:\?[\w=&%.+*~-]*)?$/;

/** The path of a page with the path to continue to afterwards. */
export function withNext(page: string, next: string | undefined): string {
  const path = localPath(next || undefined, '');
  return path === '' ? page : `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`;
}

/** A local path to return to, never another site. */
export function localPath(text: string | undefined, otherwise: string): string {
  return text !== undefined && LOCAL_PATH.test(text) ? text : otherwise;
}

/** A little less than the maximum of a form field, since apps' requests are long. */
const MAXIMUM_BACK = 3_900;

/** The path to return to; without its query if it is too long for a form field. */
export function backTo(url: string): string {
  return url.length <= MAXIMUM_BACK ? url : (url.split('?', 1)[0] ?? '/').slice(0, MAXIMUM_BACK);
}
