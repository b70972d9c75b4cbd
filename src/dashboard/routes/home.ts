import { sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { homePage } from '../views/home.ts';

/** `/`: what the service does, shown by a real answer. */
export function registerHomeRoutes({ open, services }: DashboardScope): void {
  // Ready for the first visitor, and in nobody's way at the start.
  open.addHook('onListen', async () => {
    setImmediate(() => void services.showcase('GB'));
  });

  open.get('/', async (request, reply) => {
    const { visit } = request;
    const sample = await services.showcase(visit.language === 'fr' ? 'FR' : 'GB');
    return sendPage(request, reply, { title: visit.texts.home.title, body: homePage(sample, services, visit) });
  });
}
