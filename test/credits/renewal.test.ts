import * as fc from 'fast-check';
import t from 'tap';
import { periodAt, renewalAfter } from '../../src/credits/billing-period.ts';
import { changePlan } from '../../src/credits/plan-change.ts';
import { rollForward } from '../../src/credits/renewal.ts';
import type { AccountState, Calendar, Month, PlanTerms, RolledForward } from '../../src/credits/types.ts';
import { DAY_MS } from '../../src/lib/clock.ts';

const anchors = fc.integer({ min: Date.parse('2023-01-01T00:00:00Z'), max: Date.parse('2028-12-31T23:59:59Z') });
/** Ends of months, at which calendar arithmetic can go wrong. */
const lateAnchors = fc
  .tuple(fc.constantFrom('2024-01-31', '2026-01-29', '2026-01-30', '2026-08-31', '2024-02-29'), fc.nat(DAY_MS - 1))
  .map(([day, ms]) => Date.parse(`${day}T00:00:00Z`) + ms);
const anchor = fc.oneof(anchors, lateAnchors);

function parts(at: number): { month: number; day: number; time: number } {
  const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-').map(Number) as [number, number, number];
  return { month: year * 12 + month - 1, day, time: at % DAY_MS };
}

function daysOf(month: number): number {
  const year = Math.floor(month / 12);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month % 12] as number;
}

t.test(
  'a renewal falls on the anchor’s day of a later month, or on its last day, at the same time of day',
  async () => {
    fc.assert(
      fc.property(anchor, fc.nat(60), (at, months) => {
        const from = parts(at);
        const found = parts(renewalAfter(at, months));
        const month = from.month + months;
        return found.month === month && found.time === from.time && found.day === Math.min(from.day, daysOf(month));
      }),
      { numRuns: 2_000 },
    );
  },
);

t.test('months follow each other without a gap, and each moment is in exactly one', async () => {
  fc.assert(
    fc.property(anchor, fc.integer({ min: 0, max: 1_500 * DAY_MS }), (at, later) => {
      const { index, startsAt, endsAt } = periodAt(at, at + later);
      const next = periodAt(at, endsAt);
      const last = periodAt(at, endsAt - 1);
      return (
        startsAt <= at + later &&
        at + later < endsAt &&
        next.index === index + 1 &&
        next.startsAt === endsAt &&
        last.index === index &&
        last.startsAt === startsAt
      );
    }),
    { numRuns: 2_000 },
  );
});

/** An account under the rules, with its months on record as a store keeps them. */
class Account {
  state: AccountState;
  readonly months = new Map<number, Month>();
  readonly terms = new Map<string, PlanTerms>([['pro', { allowance: 10_000, overageRate: 15_000 }]]);

  constructor(anchorAt: number) {
    this.state = {
      plan: 'pro',
      anchorAt,
      period: 0,
      periodEndsAt: renewalAfter(anchorAt, 1),
      allowance: 10_000,
      balance: 10_000,
      overageUsed: 0,
      overageLimit: 5_000,
    };
  }

  calendar(): Calendar {
    return { termsOf: (plan) => this.terms.get(plan), monthOf: (period) => this.months.get(period) };
  }

  #keep({ account, ended }: RolledForward): void {
    this.state = account;
    for (const month of ended) this.months.set(month.period, month);
  }

  go(now: number): void {
    this.#keep(rollForward(this.state, now, this.calendar()));
  }

  change(plan: string, now: number): void {
    const terms = this.terms.get(plan) as PlanTerms;
    const lastPeriod = Math.max(0, ...this.months.keys());
    this.#keep(
      changePlan(rollForward(this.state, now, this.calendar()), { plan, terms, at: now, lastPeriod }, this.calendar()),
    );
  }

  use(amount: number): void {
    const used = this.state.allowance - this.state.balance + this.state.overageUsed + amount;
    const over = used > this.state.allowance;
    this.state = {
      ...this.state,
      balance: over ? 0 : this.state.allowance - used,
      overageUsed: over ? used - this.state.allowance : 0,
    };
  }
}

t.test('a clock that jumps ahead and back finds each month as it was left', async () => {
  const visit = fc.record({ day: fc.integer({ min: -60, max: 500 }), use: fc.nat(4_000) });
  fc.assert(
    fc.property(anchor, fc.array(visit, { maxLength: 25 }), (at, visits) => {
      const account = new Account(at);
      const used = new Map<number, number>();
      for (const { day, use } of visits) {
        const now = at + day * DAY_MS;
        account.go(now);
        // Counted month by month; before the first one it is the first.
        let month = 0;
        while (renewalAfter(at, month + 1) <= now) month += 1;
        account.use(use);
        used.set(month, (used.get(month) ?? 0) + use);
        const { period, periodEndsAt, balance, overageUsed, allowance } = account.state;
        if (period !== month || periodEndsAt !== renewalAfter(at, month + 1)) return false;
        if (allowance - balance + overageUsed !== used.get(month)) return false;
        for (const [other, line] of account.months) {
          if (other !== period && line.used !== (used.get(other) ?? 0)) return false;
        }
      }
      return true;
    }),
    { numRuns: 1_000 },
  );
});

t.test(
  'a changed allowance applies from the renewal on; a plan that no longer exists keeps its allowance',
  async (t) => {
    const account = new Account(Date.parse('2026-01-31T09:30:00Z'));
    account.use(12_000);
    account.terms.set('pro', { allowance: 3_000, overageRate: null });
    account.go(Date.parse('2026-02-28T09:29:59Z'));
    t.match(account.state, { period: 0, allowance: 10_000, balance: 0, overageUsed: 2_000 });
    account.go(Date.parse('2026-02-28T09:30:00Z'));
    t.match(account.state, { period: 1, allowance: 3_000, balance: 3_000, overageUsed: 0 });
    account.terms.delete('pro');
    account.go(Date.parse('2026-05-01T00:00:00Z'));
    t.match(account.state, { period: 3, allowance: 3_000, balance: 3_000 });
    t.strictSame(
      [...account.months.values()].map(({ startsAt, used }) => [new Date(startsAt).toISOString().slice(0, 10), used]),
      [
        ['2026-01-31', 12_000],
        ['2026-02-28', 0],
        ['2026-03-31', 0],
      ],
      'months without a call are on record',
    );
  },
);

t.test(
  'a change of plan at any time ends the month with a line and starts a whole new month with a different number',
  async () => {
    const step = fc.record({
      day: fc.integer({ min: -20, max: 200 }),
      use: fc.nat(3_000),
      plan: fc.option(fc.constantFrom('small', 'large', 'bare'), { nil: undefined }),
    });
    fc.assert(
      fc.property(anchor, fc.array(step, { maxLength: 20 }), (at, steps) => {
        const account = new Account(at);
        account.terms.set('small', { allowance: 2_000, overageRate: 1 });
        account.terms.set('large', { allowance: 50_000, overageRate: 2 });
        account.terms.set('bare', { allowance: 700, overageRate: null });
        let total = 0;
        for (const { day, use, plan } of steps) {
          const now = at + day * DAY_MS;
          if (plan === undefined) account.go(now);
          else {
            const before = [...account.months.keys(), account.state.period];
            const limit = account.state.overageLimit;
            account.change(plan, now);
            const { state } = account;
            const terms = account.terms.get(plan) as PlanTerms;
            if (state.balance !== terms.allowance || state.overageUsed !== 0 || state.plan !== plan) return false;
            if (state.periodEndsAt !== renewalAfter(now, 1) || before.includes(state.period)) return false;
            if (state.overageLimit !== (plan === 'bare' ? null : limit)) return false;
            if (account.months.get(state.period - 1)?.endedBy === undefined) return false;
          }
          account.use(use);
          total += use;
          // No use is lost, whichever month it is recorded in.
          const { period, allowance, balance, overageUsed } = account.state;
          let sum = allowance - balance + overageUsed;
          for (const [other, line] of account.months) if (other !== period) sum += line.used;
          if (sum !== total) return false;
        }
        return true;
      }),
      { numRuns: 1_000 },
    );
  },
);
