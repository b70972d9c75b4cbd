import type { Config } from '../config/config.ts';

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

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
  return (origin) => origin === undefined || allowed.has(origin) || LOOPBACK.test(origin);
}
