import t from 'tap';
import type { LookupFailure } from '../../src/reputation/lookup.ts';
import { LookupCall } from '../../src/reputation/lookup-call.ts';

const newCall = (): LookupCall => new LookupCall('account', 1_000);
const failure = (more: Partial<LookupFailure>): LookupFailure => ({
  site: 'indeed',
  kind: 'blocked',
  reason: 'a reason',
  ...more,
});

t.test('a site’s answer holds for every call that shares it', async (t) => {
  for (const kind of ['blocked', 'rate_limited', 'timeout', 'changed', 'error'] as const)
    t.ok(newCall().shares(failure({ kind }), 1), kind);
});

t.test('a deadline passed holds only for calls that end no later', async (t) => {
  const late = failure({ kind: 'out_of_time' });
  t.notOk(newCall().shares(late, 999));
  t.ok(newCall().shares(late, 1_000));
  t.ok(newCall().shares(late, 1_001));
});

t.test('a skipped source holds for the calls that would skip the same sources', async (t) => {
  const call = newCall();
  const skipped = failure({ kind: 'skipped', skipped: ['searxng', 'brave'] });
  t.notOk(call.shares(skipped, 1));
  const fail = (code: string, times: number): void => {
    for (let time = 0; time < times; time += 1) call.failures.note(code, true);
  };
  fail('searxng', 3);
  t.notOk(call.shares(skipped, 1), 'one of two sources is still asked');
  fail('brave', 3);
  t.ok(call.shares(skipped, 1));
  call.failures.note('brave', false);
  t.notOk(call.shares(skipped, 1), 'a success ends the skip');
  t.notOk(call.shares(failure({ kind: 'skipped' }), 1), 'without its sources, nobody knows');
});

t.test('a site is skipped after two failures in a row, a search provider after three', async (t) => {
  const { failures } = newCall();
  for (const [code, limit] of [
    ['indeed', 2],
    ['searxng', 3],
  ] as const) {
    for (let time = 1; time <= limit; time += 1) {
      t.notOk(failures.isHopeless(code), `${code} ${time}`);
      failures.note(code, true);
    }
    t.ok(failures.isHopeless(code), code);
  }
});
