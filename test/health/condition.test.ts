import * as fc from 'fast-check';
import t from 'tap';
import type { PlatformStatus } from '../../schemas/index.ts';
import { nextCondition, newState, readState, type HealthEvent, type HealthState } from '../../src/health/condition.ts';
import { sumFieldCounts } from '../../src/health/field-rates.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import type { SourceCheck, FieldCounts } from '../../src/store/types.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const STEP_MS = 15 * 60_000;

type Look = PlatformStatus | { outcome: PlatformStatus; fields: FieldCounts };

/** Judges one check after another, as the doctor does; returns the notices with the number of the check. */
function play(looks: readonly Look[], at: (index: number) => number = (index) => AT + index * STEP_MS) {
  let state: HealthState = newState(AT);
  let checks: SourceCheck[] = [];
  const told: { look: number; what: HealthEvent }[] = [];
  const states: HealthState[] = [];
  for (const [index, look] of looks.entries()) {
    const { outcome, fields } = typeof look === 'string' ? { outcome: look, fields: {} } : look;
    const check = { source: 's', at: at(index), outcome, ms: 1, fields, reason: 'because' };
    checks = [check, ...checks];
    const judged = nextCondition(state, check, {
      checks: checks.slice(0, 64),
      all: sumFieldCounts(checks.map(({ fields: own }) => own)),
    });
    // As it is stored: as text.
    state = readState(JSON.stringify(judged.state), AT);
    states.push(state);
    told.push(...judged.events.map((what) => ({ look: index, what })));
  }
  return { told, states, events: told.map(({ look, what }) => `${look} ${what.event}`) };
}

const times = (count: number, look: Look): Look[] => Array.from({ length: count }, () => look);
const pay = (hits: number, of: number): Look => ({ outcome: 'ok', fields: { pay: { hits, of } } });

t.test('one failure is no alert; a block confirmed by a second check is one, and so is the recovery', async (t) => {
  t.strictSame(play(['ok', 'blocked', 'ok', 'changed', 'ok', 'timeout', 'ok']).events, []);
  t.strictSame(play(['ok', 'blocked', 'blocked', 'blocked', 'ok', 'ok', 'ok']).events, ['2 blocked', '5 recovered']);
  t.strictSame(play(['changed', 'changed', 'ok', 'changed', 'ok', 'ok']).events, ['1 changed', '5 recovered']);
  t.match(play(['blocked', 'blocked']).told[0]?.what, { event: 'blocked', reason: 'because', muted: false });
});

t.test('a late, empty or faulty answer proves neither a failure nor a recovery', async (t) => {
  t.strictSame(play(['blocked', 'timeout', 'blocked']).events, ['2 blocked']);
  t.strictSame(play(['blocked', 'blocked', 'empty', 'empty', 'error', 'rate_limited']).events, ['1 blocked']);
  t.strictSame(play(['blocked', 'blocked', 'ok', 'timeout', 'ok']).events, ['1 blocked', '4 recovered']);
});

t.test(
  'a change from blocked to changed is reported once it is confirmed; alternating between them is one failure',
  async (t) => {
    t.strictSame(play(['blocked', 'changed']).events, ['1 changed'], 'not well twice, whichever way');
    t.strictSame(play(['blocked', 'blocked', 'changed', 'blocked', 'changed', 'blocked']).events, ['1 blocked']);
    t.strictSame(play(['blocked', 'blocked', 'changed', 'changed']).events, ['1 blocked', '3 changed']);
  },
);

t.test(
  'alternating states do not flood the channel, and the last state is reported when the limit allows it',
  async (t) => {
    const flapping = Array.from({ length: 40 }, () => ['blocked', 'blocked', 'ok', 'ok'] as const).flat();
    const { told, events } = play(flapping);
    t.strictSame(events.slice(0, 4), ['1 blocked', '3 recovered', '5 blocked', '7 recovered']);
    t.equal(told[3]?.what.muted, true, 'the last one says so');
    t.notOk(told[2]?.what.muted);
    t.ok(events.length <= 8, `160 looks over 40 hours: ${events.length} notices`);
    const settled = play([...flapping.slice(0, 10), ...times(100, 'blocked')]);
    t.equal(settled.told.at(-1)?.what.event, 'blocked', 'it stays blocked: told, a day after the first');
  },
);

t.test('an alert when a field’s rate falls by half against its past, and when it returns', async (t) => {
  const well = times(20, pay(18, 20));
  const { told, events } = play([...well, ...times(6, pay(2, 20)), ...times(6, pay(18, 20))]);
  t.match(told[0]?.what, { event: 'field_fell', field: 'pay' });
  t.equal(events.length, 2);
  t.match(told[1]?.what, { event: 'field_recovered', field: 'pay' });
  const { look, what } = told[0] as { look: number; what: Extract<HealthEvent, { field: string }> };
  t.ok(what.before > 0.85 && what.now <= what.before / 2, JSON.stringify(what));
  t.ok(look >= 21, 'not by one odd page');

  t.strictSame(play([...well, ...times(20, pay(11, 20))]).events, [], 'less than by half');
  t.strictSame(play([...times(20, pay(1, 20)), ...times(20, pay(0, 20))]).events, [], 'hardly any said it before');
  t.strictSame(play([...times(3, pay(20, 20)), ...times(2, pay(0, 20))]).events, [], 'no past to speak of');
  t.strictSame(play([...times(40, pay(1, 2)), ...times(3, pay(0, 2))]).events, [], 'a small sample');
  t.strictSame(play([...well, ...times(50, 'timeout')]).events, [], 'where nothing comes, nothing is said of fields');
});

t.test('a field’s rate that stays low for thirty days is the new normal', async (t) => {
  const at = (index: number): number => AT + index * 6 * 3_600_000;
  const { events, states } = play([...times(20, pay(18, 20)), ...times(130, pay(1, 20))], at);
  t.equal(events.length, 1);
  t.strictSame(states.at(-1)?.fields, {}, 'and no end of it is told');
});

t.test('an unreadable stored state starts afresh', async (t) => {
  for (const text of ['', 'null', '{}', '[]', '{"condition":{}}', '{"fields":{}}', 'x'])
    t.strictSame(readState(text, AT), newState(AT), text);
});

const OUTCOMES: readonly PlatformStatus[] = ['ok', 'empty', 'blocked', 'changed', 'timeout', 'error', 'rate_limited'];
const anyLooks = fc.array(
  fc.oneof(
    fc.constantFrom<Look>(...OUTCOMES),
    fc.record({ hits: fc.nat(30), more: fc.nat(30) }).map(({ hits, more }) => pay(hits, hits + more)),
  ),
  { maxLength: 120 },
);

t.test('random checks: at most the daily number of alerts, each the opposite of the last', async (t) => {
  const steps = fc.array(fc.integer({ min: -3 * 3_600_000, max: 3 * 3_600_000 }), { minLength: 120, maxLength: 120 });
  fc.assert(
    fc.property(anyLooks, steps, (looks, moves) => {
      // A clock that advances by a quarter of an hour, and sometimes jumps ahead and back.
      let now = AT;
      const moments = looks.map((_, index) => (now += STEP_MS + (index % 7 === 0 ? (moves[index] as number) : 0)));
      const { told, states } = play(looks, (index) => moments[index] as number);
      for (const { condition, fields } of states) {
        if (condition.notices.length > 4 || Object.values(fields).some(({ notices }) => notices.length > 2))
          return false;
      }
      let last = 'recovered';
      const low = new Set<string>();
      for (const { what } of told) {
        if (what.event === 'field_fell' || what.event === 'field_recovered') {
          if (low.has(what.field) !== (what.event === 'field_recovered')) return false;
          if (what.event === 'field_fell') low.add(what.field);
          else low.delete(what.field);
        } else {
          if (what.event === last) return false;
          last = what.event;
        }
      }
      return true;
    }),
  );
  t.pass();
});

t.test('random checks: no alert without two confirming checks, and none for a healthy source', async (t) => {
  fc.assert(
    fc.property(anyLooks, (looks) => {
      const outcomes = looks.map((look) => (typeof look === 'string' ? look : look.outcome));
      return play(looks).told.every(({ look, what }) => {
        if (what.event !== 'blocked' && what.event !== 'changed') return true;
        const ill = outcomes.slice(0, look + 1).filter((outcome) => outcome === 'blocked' || outcome === 'changed');
        return ill.length >= 2 && ill.includes(what.event);
      });
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<PlatformStatus>('ok', 'empty', 'timeout', 'error', 'rate_limited')),
      (looks) => {
        return play(looks).told.length === 0;
      },
    ),
  );
  t.pass();
});

t.test('random checks: a lasting failure is reported within a day of checks', async (t) => {
  fc.assert(
    fc.property(anyLooks, fc.constantFrom<PlatformStatus>('blocked', 'changed', 'ok'), (looks, end) => {
      const { states } = play([...looks, ...times(100, end)]);
      return states.at(-1)?.condition.told === (end === 'ok' ? 'well' : end);
    }),
    { numRuns: 50 },
  );
  t.equal(DAY_MS / STEP_MS, 96);
});
