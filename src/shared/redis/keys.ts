import { createHash } from 'node:crypto';

/** The key of a part's name. Names may be long, or tell of people: what is kept of them is a hash. */
export function keyOf(part: string, ...names: readonly string[]): string {
  const hash = createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 27);
  return `jobdata:${part}:${hash}`;
}
