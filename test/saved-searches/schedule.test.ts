import * as fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '../../src/lib/clock.ts';
import { isZone, nextRun, spreadMs } from '../../src/saved-searches/schedule.ts';
import { seeded } from '../support/volume.ts';

const daily = (hour: number, zone: string) => ({ frequency: 'daily', hour, weekday: 1, zone }) as const;

function runs(schedule: Parameters<typeof nextRun>[0], from: string, count: number): string[] {
  const times: string[] = [];
  for (let at = Date.parse(from); times.length < count;)
    times.push(isoTime((at = nextRun(schedule, at, 0))).slice(0, 16));
  return times;
}

t.test('SPEC §14: time zones only by their IANA names', async (t) => {
  for (const zone of ['Europe/London', 'Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires'])
    t.ok(isZone(zone), zone);
  for (const zone of ['', 'Mars/Olympus', '+02:00', 'Europe/London\n', '../etc', 'x'.repeat(90)])
    t.notOk(isZone(zone), zone);
});

t.test('summer time: one run a day, at the same local hour', async (t) => {
  t.strictSame(runs(daily(8, 'Europe/Paris'), '2026-03-27T12:00:00Z', 3), [
    '2026-03-28T07:00',
    '2026-03-29T06:00',
    '2026-03-30T06:00',
  ]);
  t.strictSame(
    runs(daily(2, 'Europe/Paris'), '2026-03-27T12:00:00Z', 3),
    ['2026-03-28T01:00', '2026-03-29T01:00', '2026-03-30T00:00'],
    'the hour that is skipped is the one after it: 03:00',
  );
  t.strictSame(
    runs(daily(2, 'Europe/Paris'), '2026-10-23T12:00:00Z', 3),
    ['2026-10-24T00:00', '2026-10-25T00:00', '2026-10-26T01:00'],
    'of the hour that comes twice the first',
  );
  t.strictSame(
    runs({ ...daily(1, 'Europe/London'), frequency: 'weekly', weekday: 7 }, '2026-03-20T12:00:00Z', 3),
    ['2026-03-22T01:00', '2026-03-29T01:00', '2026-04-05T00:00'],
    'Sundays',
  );
  t.strictSame(
    runs(daily(8, 'Pacific/Apia'), '2011-12-28T00:00:00Z', 3),
    ['2011-12-28T18:00', '2011-12-29T18:00', '2011-12-30T18:00'],
    'a day that a country left out',
  );
});

t.test('a machine that slept for a week makes one run, at the next planned time', async (t) => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  t.equal(isoTime(nextRun(daily(8, 'UTC'), at, 5 * MINUTE_MS)), '2026-11-21T08:05:00.000Z');
  t.equal(isoTime(nextRun({ ...daily(8, 'UTC'), frequency: 'hourly' }, at, 5 * MINUTE_MS)), '2026-11-20T10:05:00.000Z');
});

t.test('runs follow each other by the interval, whatever the zone and moment', async () => {
  const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
  const moments = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') });
  fc.assert(
    fc.property(zones, moments, fc.integer({ min: 0, max: 23 }), fc.boolean(), (zone, at, hour, isWeekly) => {
      const schedule = { ...daily(hour, zone), frequency: isWeekly ? 'weekly' : 'daily' } as const;
      const first = nextRun(schedule, at, 0);
      const second = nextRun(schedule, first, 0);
      const interval = isWeekly ? 7 * DAY_MS : DAY_MS;
      return first > at && first - at <= interval + 2 * HOUR_MS && Math.abs(second - first - interval) <= 2 * HOUR_MS;
    }),
    { ...seeded, numRuns: 500 },
  );
});

t.test('runs of different accounts are spread over the hour', async (t) => {
  const spread = Array.from({ length: 600 }, (_, index) => spreadMs(`acc_${index}`));
  t.ok(spread.every((ms) => ms >= 0 && ms < HOUR_MS));
  t.ok(new Set(spread.map((ms) => Math.floor(ms / (10 * MINUTE_MS)))).size === 6);
  t.equal(spreadMs('acc_1'), spreadMs('acc_1'));
});
