import type { FastifyInstance } from 'fastify';
import type { DashboardHouse } from './house.ts';
import type { Limits } from './limits.ts';

/** What routes are given. */
export interface DashboardScope {
  /** Pages and forms for everyone. */
  open: FastifyInstance;
  /** Pages and forms for those who are logged in. */
  own: FastifyInstance;
  house: DashboardHouse;
  limits: Limits;
}
