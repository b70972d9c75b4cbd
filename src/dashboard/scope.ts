import type { FastifyInstance } from 'fastify';
import type { DashboardServices } from './services.ts';
import type { Limits } from './limits.ts';

/** What route modules receive. */
export interface DashboardScope {
  /** Pages and forms for everyone. */
  open: FastifyInstance;
  /** Pages and forms that require a log-in. */
  own: FastifyInstance;
  services: DashboardServices;
  limits: Limits;
}
