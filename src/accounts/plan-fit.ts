import { PRICES } from '../credits/tool-prices.ts';
import type { Millicredits } from '../lib/credits.ts';
import type { Plan } from './plans.ts';

export interface ExpectedUse {
  searchesPerDay: number;
  ratingsPerWeek: number;
  pagesPerDay: number;
}

export const MONTH_DAYS = 30;

/** Returns the cost of a month in which nothing comes from the cache and all ratings are in light mode. */
export function monthlyCost({ searchesPerDay, ratingsPerWeek, pagesPerDay }: ExpectedUse): Millicredits {
  const days = searchesPerDay * PRICES.jobsFresh + pagesPerDay * PRICES.url;
  return days * MONTH_DAYS + Math.ceil((ratingsPerWeek * MONTH_DAYS) / 7) * PRICES.reputationLight;
}

export interface PlanFit {
  plan: Plan;
  overage: Millicredits;
  overageSum: number | null;
  /** Monthly price including overage, in CURRENCY; null if the plan has no price or cannot cover the use. */
  total: number | null;
}

function fitOf(plan: Plan, cost: Millicredits): PlanFit {
  const overage = Math.max(0, cost - plan.allowance);
  const overageSum = overage === 0 ? 0 : plan.overageRate === null ? null : (overage / 1000) * plan.overageRate;
  const total = plan.monthlyPrice === null || overageSum === null ? null : plan.monthlyPrice + overageSum;
  return { plan, overage, overageSum, total };
}

/**
 * Returns the cheapest plan that covers the cost, or undefined if none does. If a plan that covers the cost has no
 * price, the plans cannot be compared by price: of the plans that cover the cost, returns the one with the least overage
 * or, if several have the least, the one of these with the smallest allowance. Never returns the trial.
 */
export function bestPlan(plans: Iterable<Plan>, cost: Millicredits): PlanFit | undefined {
  const covering = [...plans]
    .filter(({ trial }) => !trial)
    .map((plan) => fitOf(plan, cost))
    .filter(({ overageSum }) => overageSum !== null)
    .sort((a, b) => a.overage - b.overage || a.plan.allowance - b.plan.allowance);
  if (covering.some(({ total }) => total === null)) return covering[0];
  // The sort is stable, so of plans with equal prices the plan with less overage comes first.
  return covering.toSorted((a, b) => (a.total as number) - (b.total as number))[0];
}
