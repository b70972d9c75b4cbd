import { ServiceError } from '../../errors.ts';
import type { RpcRequest } from '../protocol-revision.ts';
import { CACHE_HINTS } from './discover.ts';

/** Lists have one page, so every cursor is invalid. */
export function refuseCursor({ params }: RpcRequest, what: string): void {
  const cursor = params['cursor'];
  if (cursor === undefined || cursor === null || cursor === '') return;
  throw new ServiceError('invalid_params', `The list of ${what} has only one page: leave out "cursor".`, {
    details: { fields: [{ path: '/cursor', message: 'is not one of ours' }] },
  });
}

/** Hints for caching that modern revisions add to an answer that is the same for every caller. */
export function listHints({ revision }: RpcRequest): object {
  return revision === 'modern' ? CACHE_HINTS : {};
}
