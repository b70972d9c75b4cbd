import { ServiceError } from '../../errors.ts';
import type { RpcRequest } from '../protocol-revision.ts';
import { CACHE_HINTS } from './discover.ts';

/** Refuses every cursor that is not empty, because lists have only one page. */
export function refuseCursor({ params }: RpcRequest, what: string): void {
  const cursor = params['cursor'];
  if (cursor === undefined || cursor === null || cursor === '') return;
  throw new ServiceError('invalid_params', `The list of ${what} has only one page: leave out "cursor".`, {
    details: { fields: [{ path: '/cursor', message: 'is not one of ours' }] },
  });
}

export function listHints({ revision }: RpcRequest): object {
  return revision === 'modern' ? CACHE_HINTS : {};
}
