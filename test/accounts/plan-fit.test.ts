import t from 'tap';
import { bestPlan, monthlyCost } from '../../src/accounts/plan-fit.ts';
import { readPlans } from '../../src/accounts/plans.ts';

t.test('a month of 30 days at the full prices of SPEC §7; part of a look-up counts as a whole one', (t) => {
  t.equal(monthlyCost({ searchesPerDay: 10, ratingsPerWeek: 0, pagesPerDay: 0 }), 600_000);
  t.equal(monthlyCost({ searchesPerDay: 0, ratingsPerWeek: 1, pagesPerDay: 0 }), 10_000, '4.3 ratings are 5');
  t.equal(monthlyCost({ searchesPerDay: 0, ratingsPerWeek: 0, pagesPerDay: 3 }), 135_000);
  t.equal(monthlyCost({ searchesPerDay: 0, ratingsPerWeek: 0, pagesPerDay: 0 }), 0);
  t.end();
});

t.test('without prices, the smallest allowance that covers the month is recommended, never the trial', (t) => {
  const plans = readPlans(null);
  const fit = (credits: number) => {
    const found = bestPlan(plans.values(), credits * 1000);
    return found && [found.plan.name, found.overage, found.overageSum, found.total];
  };
  t.strictSame(fit(50), ['starter', 0, 0, null]);
  t.strictSame(fit(500), ['starter', 0, 0, null]);
  t.strictSame(fit(500.5), ['pro', 0, 0, null]);
  t.strictSame(fit(11_000), ['power', 1_000_000, 10, null], 'beyond all: least overage');
  t.end();
});

t.test('with prices, the cheapest plan including its overage is recommended', (t) => {
  const plans = readPlans(
    JSON.stringify({
      small: { monthly_credits: 100, overage_rate: 0.1, rpm_limit: 10, monthly_price: 10 },
      large: { monthly_credits: 1000, rpm_limit: 10, monthly_price: 50 },
    }),
  );
  const fit = (credits: number) => {
    const found = bestPlan(plans.values(), credits * 1000);
    return found && [found.plan.name, found.overageSum, found.total];
  };
  t.strictSame(fit(100), ['small', 0, 10]);
  t.strictSame(fit(200), ['small', 10, 20], 'overage is cheaper than the larger plan');
  t.strictSame(fit(900), ['large', 0, 50]);
  t.strictSame(fit(2_000), ['small', 190, 200], 'the larger one has no overage');
  t.end();
});
