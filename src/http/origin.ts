import type { Config } from '../config/config.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';

/**
 * Returns a test that is true for an allowed Origin: none (not a browser), loopback on any port, our own public
 * origin, or a configured one. Refusing others also stops DNS rebinding.
 */
export function createOriginCheck(
  config: Pick<Config, 'allowedOrigins' | 'publicUrl'>,
): (origin: string | undefined) => boolean {
  const allowed = new Set(config.allowedOrigins);
  if (config.publicUrl) allowed.add(new URL(config.publicUrl).origin);
  return (origin) => origin === undefined || allowed.has(origin) || isLoopbackOrigin(origin);
}

/** A URL with a path or a query is no origin. */
function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackUrl(origin) && new URL(origin).origin === origin.toLowerCase();
}
