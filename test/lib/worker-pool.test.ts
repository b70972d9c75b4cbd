import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import { WorkerFault, WorkerNotLoaded, WorkerPool } from '../../src/lib/worker-pool.ts';

/** A worker that returns its input, or never answers; it reports its start on standard error. */
function openPool(t: Test, size: number): WorkerPool {
  const entry = join(t.testdir({}), 'worker.mjs');
  writeFileSync(
    entry,
    `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (task) => {
  if (task.begun) Atomics.add(new Int32Array(task.begun), 0, 1);
  if (task.begun) Atomics.notify(new Int32Array(task.begun), 0);
  if (task.spin) for (;;);
  parentPort.postMessage({ ok: true, value: [threadId, task.say] });
});
parentPort.postMessage({ ready: true });`,
  );
  const pool = new WorkerPool({
    entry: pathToFileURL(entry),
    size,
    timeoutMs: 60_000,
    idleMs: 60_000,
    resourceLimits: {},
  });
  t.teardown(() => pool.close());
  return pool;
}

t.test('an abandoned running task ends its worker, and an abandoned waiting task never starts', async (t) => {
  const pool = openPool(t, 1);
  const [first] = (await pool.run({ say: 'one' })) as [number, string];
  const begun = new SharedArrayBuffer(4);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const spinning = pool.run({ spin: true, begun }, { signal: running.signal });
  const queued = pool.run({ spin: true, begun }, { signal: waiting.signal });
  const after = pool.run({ say: 'two' });
  waiting.abort(new Error('gone'));
  await t.rejects(queued, { message: 'gone' });
  Atomics.wait(new Int32Array(begun), 0, 0, 20_000);
  running.abort(new Error('gone too'));
  await t.rejects(spinning, { message: 'gone too' });
  const [second, said] = (await after) as [number, string];
  t.equal(said, 'two', 'the next task is done');
  t.not(second, first, 'by another worker');
  t.equal(new Int32Array(begun)[0], 1, 'the one that waited never began');
  await t.rejects(pool.run({ say: 'x' }, { signal: AbortSignal.abort(new Error('before')) }), { message: 'before' });
});

t.test('a task that takes too long fails, and the pool continues', async (t) => {
  const pool = openPool(t, 1);
  await pool.run({ say: 'ready' });
  await t.rejects(pool.run({ spin: true }, { timeoutMs: 20 }), new WorkerFault('The task took too long.'));
  t.match(await pool.run({ say: 'on' }), [Number, 'on']);
  await pool.close();
  await t.rejects(pool.run({ say: 'late' }), WorkerFault);
});

t.test('an ended worker is replaced in advance; one that failed to start is not', async (t) => {
  const pool = openPool(t, 2);
  await pool.run({ say: 'ready' });
  await t.rejects(pool.run({ spin: true }, { timeoutMs: 20 }), WorkerFault);
  t.match(pool.load, { started: 2, working: 0 }, 'another one loads, though nobody asks');
  await pool.run({ say: 'on' });
  t.equal(pool.load.started, 2, 'and it is what the next task is given');
  const none = new WorkerPool({
    entry: pathToFileURL(join(t.testdir({}), 'missing.mjs')),
    size: 2,
    timeoutMs: 60_000,
    idleMs: 60_000,
  });
  await t.rejects(none.run({}), WorkerNotLoaded, 'not the fault of the task');
  t.equal(none.load.started, 1);
  await none.close();
});
