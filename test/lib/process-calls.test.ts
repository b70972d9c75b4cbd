import t from 'tap';
import { ProcessCalls, type CallHandler } from '../../src/lib/process-calls.ts';
import { FrameReader, frameHead } from '../../src/lib/process-frames.ts';

/** Two sides joined by the bytes that would pass between processes. */
function openPair(left: Record<string, CallHandler>, right: Record<string, CallHandler>): [ProcessCalls, ProcessCalls] {
  const side = (handlers: Record<string, CallHandler>, other: () => ProcessCalls): ProcessCalls => {
    const frames = new FrameReader((message, body) => other().receive(message, body));
    return new ProcessCalls({
      send: (message, body) =>
        queueMicrotask(() => {
          frames.push(frameHead(message, body.length));
          frames.push(Buffer.from(body));
        }),
      handlers,
      writeError: (error) => String(error),
      readError: (value) => new Error(`there: ${String(value)}`),
    });
  };
  const one: ProcessCalls = side(left, () => two);
  const two: ProcessCalls = side(right, () => one);
  return [one, two];
}

t.test('calls in both directions at once, with bytes and progress', async (t) => {
  const [one, two] = openPair(
    { double: async (value) => ({ value: (value as number) * 2 }) },
    {
      letters: async (letter, { onProgress }) => {
        onProgress('half');
        return { value: { letter }, body: Buffer.alloc(200_000, letter as string) };
      },
      sum: async (count) => {
        const doubles = Array.from({ length: count as number }, async (_, index) => two.call('double', index));
        return { value: (await Promise.all(doubles)).reduce((sum, { value }) => sum + (value as number), 0) };
      },
    },
  );
  const progress: unknown[] = [];
  const [letters, sum, other] = await Promise.all([
    one.call('letters', 'a', { onProgress: (update) => progress.push(update) }),
    one.call('sum', 50),
    one.call('letters', 'b'),
  ]);
  t.strictSame(letters.value, { letter: 'a' });
  t.equal(letters.body.view().toString(), 'a'.repeat(200_000));
  t.equal(other.body.view().toString(), 'b'.repeat(200_000));
  t.strictSame(progress, ['half']);
  t.equal(sum.value, 2_450);
});

t.test('an error in a call is returned, and an unknown call is an error', async (t) => {
  const [one] = openPair(
    {},
    {
      fail: () => Promise.reject(new Error('no')),
    },
  );
  await t.rejects(one.call('fail', null), { message: 'there: Error: no' });
  await t.rejects(one.call('toString', null), { message: /there: Error: There is no call toString/ });
});

t.test('an abandoned call is cancelled, and what it has returned by then counts', async (t) => {
  const ended: string[] = [];
  const until = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  const [one] = openPair(
    {},
    {
      listens: async (_, { signal }) => {
        await until(signal);
        return { value: 'what there is' };
      },
      deaf: async (_, { signal }) => {
        await until(signal);
        ended.push('deaf');
        return new Promise(() => {});
      },
    },
  );
  const ending = new AbortController();
  const listening = one.call('listens', null, { signal: ending.signal });
  const deaf = one.call('deaf', null, { signal: ending.signal });
  const late = t.rejects(deaf, { message: 'enough' });
  ending.abort(new Error('enough'));
  t.equal((await listening).value, 'what there is');
  await late;
  t.strictSame(ended, ['deaf']);
  await t.rejects(one.call('listens', null, { signal: ending.signal }), { message: 'enough' });
});

t.test('if the other process ends, calls to it fail and calls from it are cancelled', async (t) => {
  let asked: AbortSignal | undefined;
  const [one, two] = openPair(
    {
      ask: (_, { signal }) => {
        asked = signal;
        return new Promise(() => {});
      },
    },
    { wait: () => new Promise(() => {}) },
  );
  const waiting = t.rejects(one.call('wait', null), { message: 'gone' });
  void two.call('ask', null).catch(() => undefined);
  await one.call('none', null).catch(() => undefined);
  one.endAll(new Error('gone'));
  await waiting;
  t.equal(asked?.aborted, true);
});
