import type { Config } from '../config/config.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';

/**
 * Whether a browser page of this origin may call: none named (no browser),
 * loopback on any port, our own public origin, or a configured one. A page
 * elsewhere that was rebound to our address fails here.
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
