import { formRoute } from '../form-route.ts';
import { seeOther } from '../layout.ts';
import { accountOf } from '../page-context.ts';
import type { DashboardScope } from '../scope.ts';
import { sendAccess } from './view.ts';

export function registerAccessRoutes({ own, services }: DashboardScope): void {
  const { apiKeys } = services;

  own.get('/access', async (request, reply) => sendAccess(reply, await apiKeys.listActive(accountOf(request).id)));

  own.post('/access/end', formRoute({}, { returnTo: '/access', limit: 'keysByAccount' }), async (request, reply) => {
    const { id } = accountOf(request);
    await apiKeys.revokeAll(id);
    return seeOther(reply, '/keys?done=ended');
  });
}
