import t from 'tap';
import { FairQueue, QueueFull } from '../../src/lib/fair-queue.ts';

/** Work that is ended by hand, and the order in which it began. */
function byHand(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let running = 0;
  let most = 0;
  const ask = (asker: string, name: string): Promise<string> =>
    queue.run(asker, () => {
      begun.push(name);
      running += 1;
      most = Math.max(most, running);
      return new Promise<string>((resolve) =>
        ends.set(name, () => {
          running -= 1;
          resolve(name);
        }),
      );
    });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turn();
  };
  return { ask, end, turn, begun, most: () => most };
}

t.test('so much at once, and never more', async (t) => {
  const { ask, end, turn, begun, most } = byHand(new FairQueue({ atOnce: 2, waiting: 10, waitingEach: 10 }));
  const all = ['a', 'b', 'c', 'd'].map((name) => ask('x', name));
  await turn();
  t.strictSame(begun, ['a', 'b']);
  for (const name of ['a', 'b', 'c', 'd']) await end(name);
  t.strictSame(await Promise.all(all), ['a', 'b', 'c', 'd']);
  t.equal(most(), 2);
});

t.test('askers take turns', async (t) => {
  const { ask, end, turn, begun } = byHand(new FairQueue({ atOnce: 1, waiting: 10, waitingEach: 10 }));
  const all = ['x1', 'x2', 'x3', 'x4', 'y1', 'z1', 'y2'].map((name) => ask(name.charAt(0), name));
  await turn();
  for (let index = 0; index < all.length; index += 1) await end(begun.at(-1) as string);
  t.strictSame(begun, ['x1', 'x2', 'y1', 'z1', 'x3', 'y2', 'x4']);
});

t.test('who asks for much is refused first, and takes no place from another', async (t) => {
  const { ask, end, turn, begun } = byHand(new FairQueue({ atOnce: 1, waiting: 4, waitingEach: 3 }));
  const greedy = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => ask('g', name).catch((error: unknown) => error));
  t.type(await greedy[4], QueueFull, 'its own places are taken');
  const other = [ask('a', 'a1'), ask('b', 'b1'), ask('c', 'c1').catch((error: unknown) => error)];
  t.type(await greedy[3], QueueFull, 'the last of the longest line makes room');
  await turn();
  for (let index = 0; index < 5; index += 1) await end(begun.at(-1) as string);
  t.strictSame(begun, ['g1', 'g2', 'a1', 'b1', 'c1']);
  t.strictSame(await Promise.all(other), ['a1', 'b1', 'c1']);
});

t.test('among equals the newcomer is refused', async (t) => {
  const { ask, turn } = byHand(new FairQueue({ atOnce: 1, waiting: 2, waitingEach: 2 }));
  void ask('a', 'a1');
  void ask('b', 'b1');
  void ask('c', 'c1');
  await turn();
  await t.rejects(ask('d', 'd1'), QueueFull);
});

t.test('work that fails or throws ends its turn', async (t) => {
  const queue = new FairQueue({ atOnce: 1, waiting: 2, waitingEach: 2 });
  await t.rejects(
    queue.run('a', () => Promise.reject(new Error('fails'))),
    { message: 'fails' },
  );
  await t.rejects(
    queue.run('a', () => {
      throw new Error('throws');
    }),
    { message: 'throws' },
  );
  t.equal(await queue.run('a', async () => 'goes on'), 'goes on');
});
