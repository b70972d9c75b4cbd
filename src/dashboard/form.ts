/** One field of a posted form or query; undefined when absent or repeated. */
export function field(source: unknown, name: string): string | undefined {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a field that may be repeated; empty if the field is absent. */
export function fields(source: unknown, name: string): string[] {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return [];
  const value = (source as Record<string, unknown>)[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}

/** `"12.5"` or `"12,5"`; undefined if the text is not a valid amount. */
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

/**
 * A path on this site with an optional query. Excludes `//`, `\` and `:`, with which a browser could read another host.
 */
const LOCAL_PATH = /^\/(?:[a-z][\w-]*(?:\/[\w-]+)*)?(?:\?[\w=&%.+*~-]*)?$/;

/** `page` with a `next` parameter, the path to continue to afterwards. `page` alone if `next` is not a local path. */
export function withNext(page: string, next: string | undefined): string {
  const path = localPath(next || undefined, '');
  return path === '' ? page : `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`;
}

/** `text` if it is a path on this site, else `otherwise`. Prevents redirects to other sites. */
export function localPath(text: string | undefined, otherwise: string): string {
  return text !== undefined && LOCAL_PATH.test(text) ? text : otherwise;
}

/** Less than the 4,000 characters that a form field can hold, since forms post the path in a field. */
const MAXIMUM_BACK = 3_900;

/** The path to return to, without its query if it is too long for a form field. */
export function backTo(url: string): string {
  return url.length <= MAXIMUM_BACK ? url : (url.split('?', 1)[0] ?? '/').slice(0, MAXIMUM_BACK);
}
