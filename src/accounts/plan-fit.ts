import { PRICES } from '../credits/prices.ts';
import type { Millicredits } from '../lib/credits.ts';
import type { Plan } from './plans.ts';

/** How much somebody means to use the service. */
export interface ExpectedUse {
  searchesPerDay: number;
  ratingsPerWeek: number;
  pagesPerDay: number;
}

/** Days of the month that is calculated with. */
export const MONTH_DAYS = 30;

/** The cost of a month at full prices: nothing from the cache, ratings in light mode. */
export function monthlyCost({ searchesPerDay, ratingsPerWeek, pagesPerDay }: ExpectedUse): Millicredits {
  const days = searchesPerDay * PRICES.jobsFresh + pagesPerDay * PRICES.url;
  return days * MONTH_DAYS + Math.ceil((ratingsPerWeek * MONTH_DAYS) / 7) * PRICES.reputationLight;
}

/** A plan with what a month of that cost takes beyond its allowance. */
export interface PlanFit {
  plan: Plan;
  /** Cost beyond the allowance; 0 where the allowance covers it. */
  overage: Millicredits;
  /** Price of the overage; null where the plan has none and the cost is beyond its allowance. */
  overageSum: number | null;
  /** Monthly price with overage; null where the plan has no price or cannot cover the cost. */
  total: number | null;
}

function fitOf(plan: Plan, cost: Millicredits): PlanFit {
  const overage = Math.max(0, cost - plan.allowance);
  const overageSum = overage === 0 ? 0 : plan.overageRate === null ? null : (overage / 1000) * plan.overageRate;
  const total = plan.monthlyPrice === null || overageSum === null ? null : plan.monthlyPrice + overageSum;
  return { plan, overage, overageSum, total };
}

/**
 * The plan that fits a month of that cost; trials never do. Where all plans that
 * cover it have a price: the one that costs least. Else the smallest one whose
 * allowance covers it, else the one with the least overage. Undefined where no
 * plan covers it.
 */
export function bestPlan(plans: Iterable<Plan>, cost: Millicredits): PlanFit | undefined {
  const covering = [...plans]
    .filter(({ trial }) => !trial)
    .map((plan) => fitOf(plan, cost))
    .filter(({ overageSum }) => overageSum !== null)
    .sort((a, b) => a.overage - b.overage || a.plan.allowance - b.plan.allowance);
  if (covering.some(({ total }) => total === null)) return covering[0];
  // Equal prices: the one with less overage, which is earlier.
  return covering.toSorted((a, b) => (a.total as number) - (b.total as number))[0];
}
