import type { Config } from '../config/config.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';

/**
 * Allows requests without an Origin (browsers always send one with a POST), loopback on any port, the service's public
 * origin, and configured origins. Refusing others also prevents DNS rebinding.
 */
export function createOriginCheck(
  config: Pick<Config, 'allowedOrigins' | 'publicUrl'>,
): (origin: string | undefined) => boolean {
  const allowed = new Set(config.allowedOrigins);
  if (config.publicUrl) allowed.add(new URL(config.publicUrl).origin);
  return (origin) => origin === undefined || allowed.has(origin) || isLoopbackOrigin(origin);
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackUrl(origin) && new URL(origin).origin === origin.toLowerCase();
}
