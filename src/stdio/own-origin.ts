import { randomHex } from '../lib/random-id.ts';
import type { ErrorOrigin } from '../rpc/errors.ts';

export function ownOrigin(baseUrl: string): ErrorOrigin {
  return { requestId: `req_${randomHex(32)}`, baseUrl };
}
