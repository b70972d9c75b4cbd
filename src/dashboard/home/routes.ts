import { sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { homePage } from './view.ts';

/** `/`: what the service does, shown by a real answer. */
export function registerHomeRoutes({ open, services }: DashboardScope): void {
  // Prepared for the first visitor without delaying the start.
  open.addHook('onListen', async () => {
    setImmediate(() => void services.homePageSample('GB'));
  });

  open.get('/', async (request, reply) => {
    const { pageContext } = request;
    const sample = await services.homePageSample(pageContext.language === 'fr' ? 'FR' : 'GB');
    return sendPage(request, reply, {
      title: pageContext.texts.home.title,
      body: homePage(sample, services, pageContext),
    });
  });
}
