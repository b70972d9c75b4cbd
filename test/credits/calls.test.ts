import * as fc from 'fast-check';
import t from 'tap';
import { giveBack, release, reserve, settle } from '../../src/credits/calls.ts';
import type { AccountState, Hold, KeyState, LedgerEntry } from '../../src/credits/types.ts';

const AT = Date.parse('2026-11-20T23:59:59.999Z');

function account(extra: Partial<AccountState> = {}): AccountState {
  const allowance = extra.allowance ?? 10_000;
  return {
    plan: 'pro',
    anchorAt: Date.parse('2026-11-01T00:00:00Z'),
    period: 3,
    periodEndsAt: Date.parse('2026-12-01T00:00:00Z'),
    allowance,
    balance: allowance,
    overageUsed: 0,
    overageLimit: null,
    ...extra,
  };
}

function hold(amount: number, receiptId = 'r', at = AT): Hold {
  return { receiptId, accountId: 'a', keyId: 'k', tool: 'scrape_jobs', amount, at };
}

function reasonOf(step: () => unknown): string | undefined {
  try {
    step();
    return undefined;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

/** A call: its reservation, its cost (undefined if it fails), and the positions of its two steps among all steps. */
const call = fc.record({
  amount: fc.integer({ min: 0, max: 4_000 }),
  share: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  begins: fc.nat(1_000_000),
  lasts: fc.nat(1_000_000),
});

t.test(
  'in any order of calls, the used credits are the sum of the calls, and the allowance is used first',
  async () => {
    fc.assert(
      fc.property(
        fc.array(call, { maxLength: 30 }),
        fc.nat(20_000),
        fc.option(fc.nat(30_000)),
        (calls, allowance, limit) => {
          let state = account({ allowance, balance: allowance, overageLimit: limit });
          const amounts = new Map<number, number>();
          const entries = new Map<number, LedgerEntry>();
          const steps = calls
            .flatMap(({ begins, lasts }, index) => [
              { at: begins, index, ends: false },
              { at: begins + lasts, index, ends: true },
            ])
            .sort((one, other) => one.at - other.at || Number(one.ends) - Number(other.ends));
          for (const { index, ends } of steps) {
            const { amount, share } = calls[index] as (typeof calls)[number];
            const held = [...amounts.values()].reduce((sum, each) => sum + each, 0);
            const entry = entries.get(index);
            if (!ends) {
              const refused = amount > 0 && held + amount > allowance + (limit ?? 0);
              const found = reasonOf(() => {
                const step = reserve(state, hold(amount, `r${index}`), undefined, 0);
                state = step.account;
                entries.set(index, step.entry);
              });
              if (found !== (refused ? 'quota_exceeded' : undefined)) return false;
              if (!refused) amounts.set(index, amount);
            } else if (entry) {
              const cost = share === undefined ? 0 : Math.floor((amount * share) / 100);
              const closed =
                share === undefined
                  ? release(entry, 'upstream_failed', 1)
                  : settle(entry, { cost, cached: false, durationMs: 1 });
              state = giveBack(state, closed.givenBack);
              amounts.set(index, cost);
              if (closed.entry.amount !== cost) return false;
            }
            const used = [...amounts.values()].reduce((sum, each) => sum + each, 0);
            const wanted = used <= allowance ? [allowance - used, 0] : [0, used - allowance];
            if (state.balance !== wanted[0] || state.overageUsed !== wanted[1]) return false;
          }
          return true;
        },
      ),
      { numRuns: 2_000 },
    );
  },
);

t.test('SPEC §7: the last credit can be spent, but not a thousandth more', async (t) => {
  for (const overageLimit of [null, 0, 500]) {
    const state = account({ allowance: 2_000, balance: 2_000, overageLimit });
    const all = 2_000 + (overageLimit ?? 0);
    const { account: spent } = reserve(state, hold(all), undefined, 0);
    t.match(spent, { balance: 0, overageUsed: overageLimit ?? 0 });
    t.equal(
      reasonOf(() => reserve(state, hold(all + 1), undefined, 0)),
      'quota_exceeded',
    );
    t.equal(
      reasonOf(() => reserve(spent, hold(1), undefined, 0)),
      'quota_exceeded',
    );
  }
});

t.test('an ended call is not ended again and never costs more than its reservation', async (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: -10, max: 5_010 }),
      fc.boolean(),
      (held, cost, first) => {
        const { entry } = reserve(account(), hold(held), undefined, 0);
        const end = { cost, cached: true, durationMs: 4 };
        if (cost < 0 || cost > held) return reasonOf(() => settle(entry, end)) === 'internal';
        const { entry: closed } = first ? settle(entry, end) : release(entry, 'internal', 4);
        return (
          reasonOf(() => settle(closed, { ...end, cost: 0 })) === 'internal' &&
          reasonOf(() => release(closed, 'abandoned', 1)) === 'internal' &&
          entry.state === 'reserved'
        );
      },
    ),
  );
  t.equal(
    reasonOf(() =>
      settle(reserve(account(), hold(5), undefined, 0).entry, { cost: Number.NaN, cached: false, durationMs: 1 }),
    ),
    'internal',
  );
});

t.test('a key: revoked whatever the clock says, expired from its time on, capped by UTC day', async (t) => {
  const key = fc.record({
    revokedAt: fc.option(fc.integer({ min: AT - 1_000, max: AT + 1_000 })),
    expiresAt: fc.option(fc.integer({ min: AT - 3, max: AT + 3 })),
    dailyCap: fc.option(fc.integer({ min: 0, max: 9_000 })),
  });
  fc.assert(
    fc.property(key, fc.nat(9_000), fc.nat(4_000), (state: KeyState, spent, amount) => {
      const ended = state.revokedAt !== null || (state.expiresAt !== null && AT >= state.expiresAt);
      const over = state.dailyCap !== null && amount > 0 && spent + amount > state.dailyCap;
      const wanted = ended ? 'invalid_key' : over ? 'key_cap_reached' : undefined;
      return reasonOf(() => reserve(account(), hold(amount), state, spent)) === wanted;
    }),
    { numRuns: 1_000 },
  );
  try {
    reserve(account(), hold(2_000), { revokedAt: null, expiresAt: null, dailyCap: 1_000 }, 500);
    t.fail('the cap holds');
  } catch (error) {
    t.match(error, { details: { credits_required: 2, retry_after_seconds: 1 } }, 'until midnight UTC');
  }
});
