import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { systemClock } from '../../../src/lib/clock.ts';
import { RedisConnection } from '../../../src/shared/redis/connection.ts';
import { RedisSingleFlight } from '../../../src/shared/redis/single-flight.ts';
import { freshRedis, withoutRedis } from '../../support/redis-server.ts';
import { openRedisShared } from '../../support/shared-engines.ts';

const PATIENCE = { patienceMs: 30_000 };
const skip = await withoutRedis();

/** A condition that a caller waits for, and its description. */
function event(): { happened: Promise<void>; happen(): void } {
  let happen = (): void => {};
  const happened = new Promise<void>((resolve) => (happen = resolve));
  return { happened, happen };
}

t.test('equal work of several processes runs once', { skip }, async (t) => {
  const url = await freshRedis(t);
  const replicas = await Promise.all([1, 2, 3].map(() => openRedisShared(t, url, systemClock)));
  let begun = 0;
  const runs = Array.from({ length: 60 }, (_, index) =>
    replicas[index % 3]?.singleFlight.run(
      'a page',
      async () => {
        begun += 1;
        await delay(100);
        return `text ${begun}`;
      },
      PATIENCE,
    ),
  );
  t.strictSame(new Set(await Promise.all(runs)), new Set(['text 1']));
  t.equal(begun, 1);
  t.equal(
    await replicas[0]?.singleFlight.run('a page', async () => 'anew', PATIENCE),
    'anew',
    'later work is not that work',
  );
  const found = await replicas[1]?.singleFlight.run('a page', async () => 'work', {
    ...PATIENCE,
    again: async () => 'there',
  });
  t.equal(found, 'there', 'what came meanwhile is not worked for again');
});

t.test('if the work fails, the next process starts it, and no other caller fails', { skip }, async (t) => {
  const url = await freshRedis(t);
  const replicas = await Promise.all([1, 2].map(() => openRedisShared(t, url, systemClock)));
  const begun = event();
  const first = replicas[0]?.singleFlight.run(
    'x',
    async () => {
      begun.happen();
      await delay(100);
      throw new Error('lost');
    },
    PATIENCE,
  );
  first?.catch(() => {});
  await begun.happened;
  t.equal(await replicas[1]?.singleFlight.run('x', async () => 'mine', PATIENCE), 'mine');
  await t.rejects(async () => void (await first), { message: 'lost' });
});

t.test(
  'a process that is gone is waited for until its lease ends; one that returns does not end another’s work',
  { skip },
  async (t) => {
    const url = await freshRedis(t);
    const connect = async (): Promise<RedisConnection> => {
      const connection = new RedisConnection({ url, onAway: () => {}, onBack: () => {} });
      await connection.open();
      t.teardown(() => connection.close());
      return connection;
    };
    const [dead, next, third] = [await connect(), await connect(), await connect()];
    const [left, landed] = [event(), event()];
    const long = async (): Promise<string> => {
      left.happen();
      await landed.happened;
      return 'too late';
    };
    const stale = new RedisSingleFlight(dead, 300).run('y', long, PATIENCE);
    await left.happened;
    // Like a killed process: it renews nothing.
    const { run } = dead;
    dead.run = () => Promise.reject(new Error('dead'));
    let begun = 0;
    const work = (text: string) => async (): Promise<string> => {
      begun += 1;
      await delay(400);
      return text;
    };
    const taken = new RedisSingleFlight(next, 300).run('y', work('second'), PATIENCE);
    while (begun === 0) await delay(5);
    // It was thought dead and ends now, when the flight belongs to another process.
    dead.run = run;
    landed.happen();
    t.equal(await stale, 'too late');
    const joined = new RedisSingleFlight(third, 300).run('y', work('third'), PATIENCE);
    t.strictSame(await Promise.all([taken, joined]), ['second', 'second'], 'taken over once, and joined by the next');
    t.equal(begun, 1);
  },
);

t.test('no caller waits for ever', { skip }, async (t) => {
  const url = await freshRedis(t);
  const replicas = await Promise.all([1, 2].map(() => openRedisShared(t, url, systemClock)));
  const [left, landed] = [event(), event()];
  const long = async (): Promise<string> => {
    left.happen();
    await landed.happened;
    return 'late';
  };
  const first = replicas[0]?.singleFlight.run('z', long, PATIENCE);
  await left.happened;
  t.equal(await replicas[1]?.singleFlight.run('z', async () => 'own', { patienceMs: 100 }), 'own');
  landed.happen();
  t.equal(await first, 'late');
});
