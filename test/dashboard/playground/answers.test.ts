import t from 'tap';
import { StoredAnswers, type PlaygroundAnswer } from '../../../src/dashboard/tool-calls/answers.ts';
import { FakeClock } from '../../support/clock.ts';

const LIMITS = { answersEach: 3, bytesEach: 10_000, bytes: 30_000, keptMs: 3_600_000 };

function answer(run: string, characters = 500): PlaygroundAnswer {
  return {
    form: { run, tool: 'ping', mode: 'sample', fields: {}, arguments: {} },
    outcome: { kind: 'result', json: 'x'.repeat(characters), receiptId: 'r', cost: 0, balance: 0 },
  };
}

t.test('an account sees only its own last answers', async (t) => {
  const kept = new StoredAnswers(new FakeClock(), LIMITS);
  for (const run of ['1', '2', '3', '4']) t.equal(kept.put('ann', answer(run)), true);
  t.equal(kept.find('ann', '1'), undefined, 'the oldest goes first');
  t.equal(kept.find('ann', '4')?.form.run, '4');
  t.equal(kept.find('bob', '4'), undefined);
  kept.put('ann', answer('2', 700));
  kept.put('ann', answer('5'));
  t.match(kept.find('ann', '2'), { outcome: { json: 'x'.repeat(700) } }, 'what is kept anew is the newest');
  t.equal(kept.find('ann', '3'), undefined);
});

t.test('large answers displace only answers of the same account', async (t) => {
  const kept = new StoredAnswers(new FakeClock(), LIMITS);
  t.equal(kept.put('ann', answer('large', 20_000)), false, 'too large for anybody');
  kept.put('ann', answer('1', 3_000));
  t.equal(kept.put('ann', answer('2', 3_000)), true);
  t.equal(kept.find('ann', '1'), undefined, 'both are more than an account may hold');
  t.ok(kept.find('ann', '2'));
});

t.test('when the memory is full, the oldest answer is removed', async (t) => {
  const kept = new StoredAnswers(new FakeClock(), LIMITS);
  for (const account of ['a', 'b', 'c', 'd']) kept.put(account, answer('1', 4_500));
  t.strictSame(
    ['a', 'b', 'c', 'd'].filter((account) => kept.find(account, '1')),
    ['b', 'c', 'd'],
  );
});

t.test('answers expire, also after the clock was set back', async (t) => {
  const clock = new FakeClock();
  const kept = new StoredAnswers(clock, LIMITS);
  kept.put('ann', answer('1', 4_000));
  clock.advance(LIMITS.keptMs - 1);
  t.ok(kept.find('ann', '1'));
  clock.advance(1);
  t.equal(kept.find('ann', '1'), undefined);
  for (const account of ['b', 'c', 'd']) kept.put(account, answer('1', 4_500));
  t.ok(kept.find('b', '1'), 'what has passed its time took no place from others');
  clock.advance(-10 * LIMITS.keptMs);
  t.ok(kept.find('b', '1'));
  for (let index = 0; index < 50; index += 1) kept.put(`e${index}`, answer('1', 4_500));
  t.equal(Array.from({ length: 50 }, (_, index) => kept.find(`e${index}`, '1')).filter(Boolean).length, 3);
});
