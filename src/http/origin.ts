import type { Config } from '../config/config.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';

/**
 * Whether a request with this Origin may call: none (not a browser), loopback on
 * any port, our own public origin, or a configured one. This also stops DNS
 * rebinding.
 */
export function createOriginCheck(
  config: Pick<Config, 'allowedOrigins' | 'publicUrl'>,
): (origin: string | undefined) => boolean {
  const allowed = new Set(config.allowedOrigins);
  if (config.publicUrl) allowed.add(new URL(config.publicUrl).origin);
  return (origin) => origin === undefined || allowed.has(origin) || isLoopbackOrigin(origin);
}

/** An origin has neither path nor query. */
function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackUrl(origin) && new URL(origin).origin === origin.toLowerCase();
}
