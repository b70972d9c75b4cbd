import type { PlatformStatus } from '../../schemas/index.ts';
import { newState, type HealthState } from '../../src/health/condition.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { HealthStore } from '../../src/store/types.ts';

const OUTCOMES: readonly PlatformStatus[] = [
  'ok',
  'ok',
  'ok',
  'empty',
  'blocked',
  'changed',
  'rate_limited',
  'timeout',
];
const FIELDS = ['results', 'pay', 'date', 'place', 'work_mode', 'company', 'description'];

/** Stores thirty days of checks of a source, with every outcome and with alerts of every kind and delivery. */
export async function fillSource(health: HealthStore, source: string, now: number): Promise<void> {
  const fields = Object.fromEntries(FIELDS.map((name, index) => [name, { hits: index * 3, of: 20 }]));
  for (let day = 30; day >= 0; day -= 1) {
    for (let check = 0; check < 8; check += 1) {
      const at = now - day * DAY_MS - (8 - check) * 60_000;
      const outcome = OUTCOMES[(day * 3 + check) % OUTCOMES.length] as PlatformStatus;
      const state: HealthState = {
        ...newState(at),
        fields: { pay: { held: true, told: true, before: 0.8, run: 0, notices: [], since: at } },
      };
      state.condition.held = 'blocked';
      await health.claim(source, 'filler', at, { everyMs: 0, leaseMs: 1_000 });
      await health.finish(
        'filler',
        {
          source,
          at,
          outcome,
          ms: 12_345,
          fields: outcome === 'ok' ? fields : {},
          reason: outcome === 'ok' ? '' : `the site refused to answer ${'W'.repeat(60)} (HTTP 403)`,
        },
        JSON.stringify(state),
        check > 0
          ? []
          : [
              {
                id: `alert_${source}_${day}`,
                source,
                at,
                value: JSON.stringify(
                  day % 2 === 0
                    ? { event: 'blocked', reason: `because ${'W'.repeat(60)}`, muted: true }
                    : { event: 'field_fell', field: 'work_mode', before: 0.8, now: 0.3, muted: false },
                ),
                channels: day % 3 === 0 ? [] : ['mail', 'webhook'],
              },
            ],
      );
    }
  }
}
