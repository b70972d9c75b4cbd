import t from 'tap';
import { FairQueue, QueueFull } from '../../src/lib/fair-queue.ts';

const OPTIONS = { places: 2, placesEach: 2, reserved: 0, waitingEach: 10, waiting: 100 };

/** The tasks that got a place, in order, and functions that release it. */
function watch(queue: FairQueue) {
  const begun: string[] = [];
  const releases = new Map<string, () => void>();
  const ask = async (name: string, signal?: AbortSignal): Promise<void> => {
    const release = await queue.acquire(name.slice(0, 1), signal);
    begun.push(name);
    releases.set(name, release);
  };
  const end = async (name: string): Promise<void> => {
    releases.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

t.test('a place goes to the account whose last turn is longest ago', async (t) => {
  const { begun, ask, end } = watch(new FairQueue(OPTIONS));
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name));
  await new Promise(setImmediate);
  t.strictSame(begun, ['a1', 'a2']);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name);
  await Promise.all(all);
  t.strictSame(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

t.test('an account that returns at once does not count as new', async (t) => {
  const { begun, ask, end } = watch(new FairQueue({ ...OPTIONS, places: 1 }));
  await ask('a1');
  const waiting = [ask('b1'), ask('a2')];
  await end('a1');
  await end('b1');
  waiting.push(ask('b2'), ask('c1'));
  await end('a2');
  await end('c1');
  await Promise.all(waiting);
  t.strictSame(begun, ['a1', 'b1', 'a2', 'c1', 'b2']);
});

t.test('no account takes more than its places, or places reserved for others', async (t) => {
  const { begun, ask, end } = watch(new FairQueue({ ...OPTIONS, places: 4, placesEach: 3, reserved: 2 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name));
  await new Promise(setImmediate);
  t.strictSame(begun, ['a1', 'a2', 'b1', 'c1'], 'two of the places were kept for b and c');
  for (const name of ['a1', 'b1', 'a2', 'c1']) await end(name);
  await Promise.all(all);
  t.strictSame(begun.slice(4).sort(), ['a3', 'b2']);
});

t.test('the queue is bounded for one account and for all', async (t) => {
  const queue = new FairQueue({ ...OPTIONS, places: 1, waitingEach: 2, waiting: 2 });
  const release = await queue.acquire('a');
  const given: Promise<() => void>[] = [queue.acquire('a'), queue.acquire('a')];
  await t.rejects(queue.acquire('a'), QueueFull);
  const other = queue.acquire('b');
  await t.rejects(given[1] as Promise<unknown>, QueueFull, 'who has the most waiting makes room');
  await t.rejects(queue.acquire('c'), QueueFull, 'among equals the newcomer is refused');
  release();
  for (const next of [other, given[0]]) (await (next as Promise<() => void>))();
  (await queue.acquire('c'))();
});

t.test('a task that is cancelled leaves the queue, and a place is released once', async (t) => {
  const { begun, ask, end } = watch(new FairQueue({ ...OPTIONS, places: 1 }));
  await ask('a1');
  const controller = new AbortController();
  const gone = ask('b1', controller.signal);
  const kept = ask('c1');
  controller.abort(new Error('gone'));
  await t.rejects(gone, { message: 'gone' });
  await t.rejects(ask('d1', AbortSignal.abort(new Error('before'))), { message: 'before' });
  await end('a1');
  await kept;
  const last = ask('d2');
  await end('a1');
  t.strictSame(begun, ['a1', 'c1'], 'the second time changed nothing');
  await end('c1');
  await last;
});
