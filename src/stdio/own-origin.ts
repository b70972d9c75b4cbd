import { randomHex } from '../lib/random-id.ts';
import type { ErrorOrigin } from '../rpc/errors.ts';

/** The origin of an error that is created here; `baseUrl` is the service's address, "" if it is unknown. */
export function ownOrigin(baseUrl: string): ErrorOrigin {
  return { requestId: `req_${randomHex(32)}`, baseUrl };
}
