/** Returns undefined if the field is absent or repeated. */
export function field(source: unknown, name: string): string | undefined {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

export function fields(source: unknown, name: string): string[] {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return [];
  const value = (source as Record<string, unknown>)[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}

/** Reads `12.5` and `12,5`. Undefined if the text is not a valid amount. */
export function readCredits(text: string): number | undefined {
  const normal = text.trim().replace(',', '.');
  return /^\d{1,9}(?:\.\d{1,3})?$/.test(normal) ? Number(normal) : undefined;
}

/** Returns midnight UTC of a `YYYY-MM-DD` text, or undefined for an invalid date. */
export function readDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : ms;
}

/**
 * A path on this site with an optional query. `//`, `\` and `:` are excluded, because browsers could read them as
 * another host.
 */
const LOCAL_PATH = /^\/(?:[a-z][\w-]*(?:\/[\w-]+)*)?(?:\?[\w=&%.+*~-]*)?$/;

export function withNext(page: string, next: string | undefined): string {
  const path = localPath(next || undefined, '');
  return path === '' ? page : `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`;
}

/** Returns `otherwise` unless `text` is a path on this site, to prevent redirects to other sites. */
export function localPath(text: string | undefined, otherwise: string): string {
  return text !== undefined && LOCAL_PATH.test(text) ? text : otherwise;
}

/** Maximum length of a path to return to. Forms post the path in a field, which can hold 4,000 characters. */
const MAXIMUM_BACK = 3_900;

export function backTo(url: string): string {
  return url.length <= MAXIMUM_BACK ? url : (url.split('?', 1)[0] ?? '/').slice(0, MAXIMUM_BACK);
}
