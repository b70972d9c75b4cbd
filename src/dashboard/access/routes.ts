import { formSchema } from '../input.ts';
import { seeOther } from '../layout.ts';
import { accountOf } from '../page-context.ts';
import type { DashboardScope } from '../scope.ts';
import { sendAccess } from './view.ts';

const EndForm = formSchema({});

/** `/access`: the API keys and connected apps that still work, and one button that revokes all of them. */
export function registerAccessRoutes({ own, services }: DashboardScope): void {
  const { apiKeys } = services;

  own.get('/access', async (request, reply) =>
    sendAccess(request, reply, await apiKeys.listActive(accountOf(request).id)),
  );

  own.post(
    '/access/end',
    { schema: { body: EndForm }, config: { returnTo: '/access', limit: 'keysByAccount' } },
    async (request, reply) => {
      const { id } = accountOf(request);
      await apiKeys.revokeAll(id);
      return seeOther(reply, '/keys?done=ended');
    },
  );
}
