import t from 'tap';
import { forecast } from '../../src/credits/forecast.ts';
import { DAY_MS } from '../../src/lib/clock.ts';

const START = Date.UTC(2026, 10, 5);
const END = Date.UTC(2026, 11, 5);
const NOON = DAY_MS / 2;

/** A month that began on 5 November, on its n-th day at noon, with the cost of its days. */
function onDay(number: number, balance: number, costs: readonly number[]) {
  const first = START / DAY_MS;
  return forecast({
    balance,
    now: START + (number - 1) * DAY_MS + NOON,
    startsAt: START,
    endsAt: END,
    days: costs.map((cost, index) => ({ day: first + index, cost })),
  });
}

t.test('without recent use, there is no forecast', async (t) => {
  t.strictSame(onDay(10, 5_000, []), { kind: 'idle' });
  t.strictSame(onDay(20, 5_000, [9_000, 9_000]), { kind: 'idle' }, 'however much it was before');
});

t.test('if the credits suffice, the forecast says what is left at the renewal', async (t) => {
  // 6.5 days of 1,000 a day were paced; 23.5 days are left.
  const outlook = onDay(7, 100_000, [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 500]);
  t.strictSame(outlook, { kind: 'enough', left: 76_500 });
});

t.test('if they do not suffice, the forecast says when they are used up', async (t) => {
  t.strictSame(onDay(7, 4_000, [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 500]), {
    kind: 'used_up',
    at: START + 10 * DAY_MS + NOON,
  });
  t.strictSame(onDay(7, 0, [1_000]), { kind: 'used_up', at: START + 6 * DAY_MS + NOON }, 'none left: now');
  t.strictSame(onDay(7, -300, [1_000]), { kind: 'used_up', at: START + 6 * DAY_MS + NOON }, 'nor before now');
});

t.test('a first burst is averaged over at least a day', async (t) => {
  const minutes = forecast({
    balance: 90_000,
    now: START + 60_000,
    startsAt: START,
    endsAt: END,
    days: [{ day: START / DAY_MS, cost: 2_000 }],
  });
  t.strictSame(minutes, { kind: 'enough', left: Math.floor(90_000 - 2_000 * ((END - START - 60_000) / DAY_MS)) });
});
