import { randomHex } from '../lib/random-id.ts';
import type { ErrorOrigin } from '../rpc/errors.ts';

/** Of an error that is told here: no address of a service is known. */
export function ownOrigin(): ErrorOrigin {
  return { requestId: `req_${randomHex(32)}`, baseUrl: '' };
}
