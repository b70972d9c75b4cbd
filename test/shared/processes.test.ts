import t, { type Test } from 'tap';
import { freshRedis, withoutRedis } from '../support/redis-server.ts';
import { startSharedProcesses, type SharedProcess } from '../../scripts/servers/shared-processes.ts';
import { until } from '../support/until.ts';

const skip = await withoutRedis();

async function start(t: Test, count: number): Promise<SharedProcess[]> {
  const processes = await startSharedProcesses(await freshRedis(t), count);
  t.teardown(() => Promise.all(processes.map((one) => one.end())));
  return processes;
}

t.test('600 calls of three processes under a limit of 300: 300 pass', { skip }, async (t) => {
  const processes = await start(t, 3);
  const allowed = await Promise.all(processes.map((one) => one.ask<number>('count', { calls: 200, limit: 300 })));
  t.equal(
    allowed.reduce((sum, count) => sum + count, 0),
    300,
  );
});

t.test('requests of three processes to one host keep the interval', { skip }, async (t) => {
  const processes = await start(t, 3);
  const from = Date.now();
  const slots = await Promise.all(
    processes.map((one) => one.ask<number[]>('throttle', { turns: 10, minIntervalMs: 40 })),
  );
  const starts = slots.flat().sort((a, b) => a - b);
  t.equal(starts.length, 30);
  // On a busy machine a process may learn of its turn late, but never early.
  const early = starts.filter((at, index) => at < from + 40 * index);
  t.strictSame(early, [], 'none before its turn');
});

t.test('60 equal fetches run once; if their process is killed, twice', { skip }, async (t) => {
  const processes = await start(t, 3);
  const done = await Promise.all(processes.map((one) => one.ask<string[]>('fly', { runs: 20, workMs: 1_000 })));
  t.equal(new Set(done.flat()).size, 1);
  t.equal(
    processes.reduce((sum, { begun }) => sum + begun, 0),
    1,
  );
  for (const one of processes) one.begun = 0;
  const running = processes.map((one) => one.ask<string[]>('fly', { runs: 20, workMs: 1_000 }));
  for (const run of running) run.catch(() => {});
  await until(() => processes.some(({ begun }) => begun > 0));
  const killed = processes.findIndex(({ begun }) => begun > 0);
  await processes[killed]?.end();
  const left = await Promise.all(running.filter((_, index) => index !== killed));
  t.equal(new Set(left.flat()).size, 1, 'another took over, once');
  t.equal(
    processes.reduce((sum, { begun }) => sum + begun, 0),
    2,
  );
});
