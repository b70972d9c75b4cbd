import t from 'tap';
import { FairQueue } from '../../src/lib/fair-queue.ts';
import { WorkerPool, type PoolWorker } from '../../src/lib/worker-pool.ts';

t.test('a queue reports its places, taken places and waiting tasks', async (t) => {
  const queue = new FairQueue({ places: 2, placesEach: 2, reserved: 0, waitingEach: 10, waiting: 100 });
  t.strictSame(queue.load, { places: 2, working: 0, waiting: 0 });
  const release = await queue.acquire('a');
  await queue.acquire('a');
  const third = queue.acquire('b');
  t.strictSame(queue.load, { places: 2, working: 2, waiting: 1 });
  release();
  await third;
  t.strictSame(queue.load, { places: 2, working: 2, waiting: 0 });
});

t.test('a pool reports the same for its workers, and how many were started', async (t) => {
  const listeners: Record<string, (value: unknown) => void>[] = [];
  const start = (): PoolWorker => {
    const own: Record<string, (value: unknown) => void> = {};
    listeners.push(own);
    return {
      postMessage: () => {},
      on: (event, listener) => (own[event] = listener),
      terminate: async () => {},
      ref: () => {},
      unref: () => {},
    };
  };
  const pool = new WorkerPool({ entry: new URL('file:///none'), size: 1, timeoutMs: 60_000, idleMs: 60_000, start });
  t.teardown(() => pool.close());
  t.strictSame(pool.load, { places: 1, working: 0, waiting: 0, started: 0 });
  const first = pool.run('one');
  const second = pool.run('two');
  t.strictSame(pool.load, { places: 1, working: 1, waiting: 1, started: 1 });
  listeners[0]?.['exit']?.(1);
  await t.rejects(first);
  t.strictSame(pool.load, { places: 1, working: 1, waiting: 0, started: 2 }, 'another in the place of one that failed');
  listeners[1]?.['message']?.({ ok: true, value: 2 });
  t.equal(await second, 2);
});
