import { createHash } from 'node:crypto';

/** The Redis key for names. It contains only a hash, because names may be long or identify people. */
export function keyOf(part: string, ...names: readonly string[]): string {
  const hash = createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 27);
  return `jobdata:${part}:${hash}`;
}
