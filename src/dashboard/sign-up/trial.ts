import type { FastifyRequest } from 'fastify';
import { TRIAL_PLAN } from '../../accounts/plans.ts';
import { toCredits } from '../../lib/credits.ts';
import type { DashboardServices } from '../services.ts';

/** The trial's credits as text. */
export function trialCredits(services: DashboardServices, request: FastifyRequest): string {
  const plan = services.accounts.plans.get(TRIAL_PLAN);
  return request.pageContext.formats.number(toCredits(plan?.allowance ?? 0));
}
