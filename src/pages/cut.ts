/** Most UTF-16 units of one URL's content (SPEC §5). */
export const CONTENT_LIMIT = 30_000;

/** At most `limit` UTF-16 units, never inside a surrogate pair. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const unit = text.charCodeAt(limit - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit);
}
