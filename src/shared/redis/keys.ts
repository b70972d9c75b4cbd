import { createHash } from 'node:crypto';

/** Names may be long or identify people, so the key contains only their hash. */
export function keyOf(part: string, ...names: readonly string[]): string {
  const hash = createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 27);
  return `jobdata:${part}:${hash}`;
}
