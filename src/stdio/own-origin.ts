import { randomHex } from '../lib/random-id.ts';
import type { ErrorOrigin } from '../rpc/errors.ts';

/** Of an error that is told here; `baseUrl` is the address of the service behind it, "" where there is none. */
export function ownOrigin(baseUrl: string): ErrorOrigin {
  return { requestId: `req_${randomHex(32)}`, baseUrl };
}
