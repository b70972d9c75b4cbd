/** One field of a posted form, or of the query; undefined when absent or given twice. */
export function field(source: unknown, name: string): string | undefined {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a field that may be given several times. */
export function fields(source: unknown, name: string): string[] {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return [];
  const value = (source as Record<string, unknown>)[name];
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}

/** Credits as typed, with a point or a comma; undefined when it is no such number. */
export function readCredits(text: string): number | undefined {
  const normal = text.trim().replace(',', '.');
  return /^\d{1,9}(?:\.\d{1,3})?$/.test(normal) ? Number(normal) : undefined;
}

/** Midnight UTC of `YYYY-MM-DD`; undefined when there is no such day. */
export function readDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? undefined : ms;
}

/** Names below each other, and a query: nothing that a browser takes for another host. */
const LOCAL_PATH = /^\/(?:[a-z]+(?:\/[a-z-]+)*)?(?:\?[\w=&%.+*~-]*)?$/;

/** A page of ours that leads on to another when it is done with. */
export function withNext(page: string, next: string | undefined): string {
  const path = localPath(next || undefined, '');
  return path === '' ? page : `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(path)}`;
}

/** A path of ours to go back to, never another site. */
export function localPath(text: string | undefined, otherwise: string): string {
  return text !== undefined && LOCAL_PATH.test(text) ? text : otherwise;
}
