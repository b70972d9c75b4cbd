import type { FastifyInstance } from 'fastify';
import type { DashboardServices } from './services.ts';
import type { Limits } from './limits.ts';

/** What routes are given. */
export interface DashboardScope {
  /** Pages and forms for everyone. */
  open: FastifyInstance;
  /** Pages and forms for those who are logged in. */
  own: FastifyInstance;
  services: DashboardServices;
  limits: Limits;
}
