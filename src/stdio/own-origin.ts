import { randomHex } from '../lib/random-id.ts';
import type { ErrorOrigin } from '../rpc/errors.ts';

/** Origin of an error that is created in this process. `baseUrl` is the service's address, "" if it is unknown. */
export function ownOrigin(baseUrl: string): ErrorOrigin {
  return { requestId: `req_${randomHex(32)}`, baseUrl };
}
