import type { FastifyInstance } from 'fastify';
import type { DashboardServices } from './services.ts';
import type { Limits } from './limits.ts';

/** Passed to each module that registers routes. */
export interface DashboardScope {
  /** For pages and forms that everyone may use. */
  open: FastifyInstance;
  /** For pages and forms that require a log-in. */
  own: FastifyInstance;
  services: DashboardServices;
  limits: Limits;
}
