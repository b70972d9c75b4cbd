import t from 'tap';
import { MemoryWindows } from '../../src/shared/memory/windows.ts';
import { createRateLimiter } from '../../src/shared/rate-limiter.ts';

t.test('attempts of a key pass up to the points of the rule', async (t) => {
  const windows = new MemoryWindows();
  const limiter = createRateLimiter(windows, { name: 'a', points: 2, windowMs: 60_000 });
  const other = createRateLimiter(windows, { name: 'b', points: 2, windowMs: 60_000 });
  t.strictSame([await limiter.take('x'), await limiter.take('x')], [undefined, undefined]);
  const wait = (await limiter.take('x')) ?? 0;
  t.ok(wait > 0 && wait <= 60_000, 'then they wait for the end of the window');
  t.equal(await limiter.take('y'), undefined, 'another key is counted by itself');
  t.equal(await other.take('x'), undefined, 'and so is another rule');
  await limiter.giveBack('y');
  await limiter.giveBack('y');
  await limiter.giveBack('never taken');
  const left = [await limiter.take('y'), await limiter.take('y'), await limiter.take('y')];
  t.strictSame(left.slice(0, 2), [undefined, undefined], 'what was given back is free again');
  t.type(left[2], 'number', 'and no more than that');
});

t.test('attack: many keys do not fill the memory', async (t) => {
  const windows = new MemoryWindows(3);
  const other = createRateLimiter(windows, { name: 'b', points: 1, windowMs: 60_000 });
  await other.take('one');
  const limiter = createRateLimiter(windows, { name: 'a', points: 1, windowMs: 60_000 });
  for (const key of ['one', 'two', 'three']) await limiter.take(key);
  t.type(await limiter.take('one'), 'number');
  await limiter.take('four');
  t.equal(await limiter.take('one'), undefined, 'the one that began first is forgotten');
  t.type(await limiter.take('four'), 'number', 'the others are not');
  t.type(await other.take('one'), 'number', 'and nothing of another rule is');
});
