import { setImmediate as settled } from 'node:timers/promises';
import t from 'tap';
import type { EgressError } from '../../src/egress/egress.ts';
import { HostQueue, type HostRequest } from '../../src/egress/host-queue.ts';
import { MemoryHostThrottle } from '../../src/shared/memory/host-throttle.ts';

const START = 1_000_000;

/** A queue with simulated time: `run` lets it pass, and `sent` returns which request was sent when, in seconds. */
function openQueue() {
  let now = START;
  const timers = new Set<{ at: number; wake(): void }>();
  const clock = { now: () => now };
  const throttle = new MemoryHostThrottle(clock);
  const queue = new HostQueue(throttle, clock, (ms, signal) => {
    return new Promise((resolve, reject) => {
      const timer = { at: now + ms, wake: () => resolve(undefined) };
      timers.add(timer);
      signal?.addEventListener('abort', () => {
        timers.delete(timer);
        reject(signal.reason as Error);
      });
    });
  });
  const sent: string[] = [];
  const refused: { name: string; fault: string; retryAfterMs: number | undefined }[] = [];
  const ask = (name: string, accounts: string | ReadonlySet<string>, more: Partial<HostRequest> = {}) => {
    const request: HostRequest = {
      host: 'site.test',
      minIntervalMs: 1_000,
      yields: false,
      accounts: typeof accounts === 'string' ? new Set([accounts]) : accounts,
      latestAt: now + 24_000,
      ...more,
    };
    return queue.take(request).then(
      () => void sent.push(`${name}@${(now - START) / 1_000}`),
      ({ fault, retryAfterMs }: EgressError) => void refused.push({ name, fault, retryAfterMs }),
    );
  };
  const run = async (seconds: number): Promise<void> => {
    const end = now + seconds * 1_000;
    for (;;) {
      await settled();
      const next = [...timers].sort((one, other) => one.at - other.at)[0];
      if (!next || next.at > end) break;
      now = next.at;
      timers.delete(next);
      next.wake();
    }
    now = end;
  };
  return { queue, throttle, clock, ask, run, sent, refused, timers };
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

t.test('SPEC §3: fifty searches of one account do not delay another account’s answer', async (t) => {
  const { ask, run, sent, refused } = openQueue();
  for (const index of range(50)) void ask(`a${index}`, 'a');
  await run(0);
  void ask('b1', 'b');
  await run(30);
  t.strictSame(sent.slice(0, 4), ['a1@0', 'a2@1', 'b1@2', 'a3@3'], 'after one turn of the other');
  t.equal(sent.length, 25, 'no moment is lost');
  t.strictSame(
    sent.filter((name) => name.startsWith('a')),
    range(24).map((index) => `a${index}@${index <= 2 ? index - 1 : index}`),
    'its own in their order',
  );
  t.equal(refused.length, 26);
  t.match(refused[0], { name: 'a26', fault: 'queued', retryAfterMs: 25_000 }, 'as soon as it is known to be too late');
  t.match(
    refused.map(({ name }) => name),
    [...range(25).map((index) => `a${index + 25}`), 'a25'],
    'and that for which there is no time any more, now that another is there',
  );
});

t.test('each request learns the expected time of its turn, also when it changes', async (t) => {
  const { ask, run, clock } = openQueue();
  const turns = new Map<string, () => number>();
  const heard = (name: string) => (turnAt?: () => number) => {
    if (turnAt) turns.set(name, turnAt);
    else turns.delete(name);
  };
  const inSeconds = () => Object.fromEntries([...turns].map(([name, turnAt]) => [name, (turnAt() - START) / 1_000]));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'a', { onQueue: heard(name) });
  await run(0);
  t.strictSame(inSeconds(), { a2: 1, a3: 2, a4: 3 }, 'the first has not waited');
  for (const name of ['b1', 'c1']) void ask(name, name.charAt(0), { onQueue: heard(name) });
  await run(0.5);
  t.strictSame(inSeconds(), { a2: 1, b1: 2, c1: 3, a3: 4, a4: 5 });
  await run(2);
  t.strictSame(inSeconds(), { c1: 3, a3: 4, a4: 5 });
  t.equal(clock.now() - START, 2_500);
});

t.test('a single account gets the whole capacity', async (t) => {
  const { ask, run, sent, queue } = openQueue();
  for (const index of range(10)) void ask(`a${index}`, 'a');
  await run(9);
  t.strictSame(
    sent,
    range(10).map((index) => `a${index}@${index - 1}`),
  );
  await run(5);
  t.strictSame(queue.size, { hosts: 0, waiting: 0 }, 'nothing stays');
});

t.test('neither a sequential caller nor many newcomers get more than their share', async (t) => {
  const { ask, run, sent } = openQueue();
  for (const index of range(6)) void ask(`a${index}`, 'a');
  await run(0);
  const oneByOne = async (): Promise<void> => {
    for (const index of range(4)) await ask(`b${index}`, 'b');
  };
  void oneByOne();
  await run(20);
  t.strictSame(
    sent.map((name) => name.split('@')[0]),
    ['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'b3', 'a5', 'b4', 'a6'],
  );
  sent.length = 0;
  for (const index of range(3)) void ask(`a${index}`, 'a');
  await run(0);
  for (const index of range(5)) void ask(`n${index}`, `newcomer ${index}`);
  void ask('a4', 'a');
  await run(1.5);
  for (const index of range(5)) void ask(`m${index}`, `later ${index}`);
  await run(20);
  t.strictSame(
    sent.map((name) => name.split('@')[0]),
    ['a1', 'a2', 'n1', 'n2', 'n3', 'n4', 'n5', 'a3', 'm1', 'm2', 'm3', 'm4', 'm5', 'a4'],
    'whoever comes later goes round once between two turns of an account',
  );
});

t.test('SPEC §3: first pages go before further pages, which still get their turn', async (t) => {
  const { ask, run, sent } = openQueue();
  void ask('a0', 'a');
  void ask('b-further', 'b', { yields: true });
  void ask('a-further', 'a', { yields: true });
  await run(0);
  for (const index of range(3)) void ask(`a${index}`, 'a');
  void ask('c1', 'c');
  void ask('b1', 'b');
  await run(20);
  const order = sent.map((name) => name.split('@')[0]);
  t.strictSame(order, ['a0', 'b1', 'a1', 'c1', 'a2', 'b-further', 'a3', 'a-further']);
  sent.length = 0;
  void ask('one', 'a');
  void ask('further', 'a', { yields: true });
  for (const index of range(3)) void ask(`first${index}`, 'a');
  await run(20);
  t.equal(sent.at(-1), 'further@24', "an account's own all go first");
});

t.test('a request of several accounts goes at the earliest of their turns and costs the others nothing', async (t) => {
  const { ask, run, sent } = openQueue();
  const both = new Set(['a']);
  for (const index of range(4)) void ask(`a${index}`, 'a');
  void ask('shared', both);
  void ask('b1', 'b');
  await run(0.5);
  both.add('c');
  await run(20);
  t.strictSame(
    sent.map((name) => name.split('@')[0]),
    ['a1', 'b1', 'a2', 'shared', 'a3', 'a4'],
    'the account that joined brings its turn',
  );
  sent.length = 0;
  const left = new Set(['a', 'b']);
  for (const index of range(3)) void ask(`a${index}`, 'a');
  void ask('joined', left);
  void ask('b1', 'b');
  await run(0.5);
  left.delete('b');
  await run(20);
  t.strictSame(
    sent.map((name) => name.split('@')[0]),
    ['a1', 'b1', 'a2', 'a3', 'joined'],
    'one that left takes it away',
  );
});

t.test('a cancelled request leaves nothing behind', async (t) => {
  const { ask, run, sent, refused, queue, timers } = openQueue();
  const callers = range(20).map(() => new AbortController());
  void ask('a1', 'a');
  for (const [index, { signal }] of callers.entries()) void ask(`gone${index}`, 'a', { signal });
  void ask('a2', 'a');
  void ask('b1', 'b', { latestAt: START + 2_000 });
  await run(0.5);
  for (const caller of callers) caller.abort();
  await run(20);
  t.strictSame(sent, ['a1@0', 'b1@1', 'a2@2'], 'in the place of those that are gone');
  t.equal(refused.length, 20);
  t.ok(refused.every(({ fault }) => fault === 'aborted'));
  t.strictSame(queue.size, { hosts: 0, waiting: 0 });

  const last = new AbortController();
  void ask('c1', 'c');
  void ask('c2', 'c', { signal: last.signal });
  await run(0.2);
  last.abort();
  await run(0);
  t.equal(timers.size, 0, 'nobody sleeps for nobody');
  void ask('c3', 'c');
  await run(5);
  t.strictSame(sent.slice(3), ['c1@20.5', 'c3@21.5'], 'the moment that was granted is used');
  const over = AbortSignal.abort();
  await ask('late', 'c', { signal: over });
  t.match(refused.at(-1), { name: 'late', fault: 'aborted' });
});

t.test('hosts do not wait for each other, and their remembered state is bounded', async (t) => {
  const { ask, run, sent, queue } = openQueue();
  for (const index of range(150)) {
    const host = `h${index}.test`;
    const cancel = new AbortController();
    void ask(host, 'a', { host });
    void ask('second', 'a', { host, signal: cancel.signal });
    await run(0);
    cancel.abort();
    await run(2);
  }
  t.equal(sent.length, 150);
  t.ok(queue.size.hosts <= 101, `${queue.size.hosts} hosts`);
});

t.test('the number of waiting requests is bounded, and accounts with few requests keep their places', async (t) => {
  const { ask, run, refused, queue, sent } = openQueue();
  const endless = { latestAt: START + 10 ** 9 };
  for (const index of range(1_020)) void ask(`a${index}`, 'a', endless);
  await run(0);
  t.equal(queue.size.waiting, 999, 'and one has gone');
  for (const name of ['b1', 'b2']) void ask(name, 'b', endless);
  await run(0);
  t.equal(refused.at(-1)?.name, 'a1000', 'the last of the account that has most gives way');
  await run(5);
  t.ok(sent.includes('b1@2') && sent.includes('b2@4'));
});

t.test('requests with different intervals share a host', async (t) => {
  const { ask, run, sent } = openQueue();
  void ask('page1', 'a', { minIntervalMs: 2_000 });
  void ask('api1', 'b', { minIntervalMs: 200 });
  void ask('page2', 'a', { minIntervalMs: 2_000 });
  void ask('api2', 'b', { minIntervalMs: 200 });
  await run(20);
  t.strictSame(sent, ['page1@0', 'api1@2', 'page2@2.2', 'api2@4.2']);
});

t.test('if the throttle never grants a turn, all requests are refused', async (t) => {
  const clock = { now: () => START };
  const sleep = () => new Promise<never>(() => {});
  const far = { at: START + 90_000, isTaken: false };
  const queue = new HostQueue({ take: async () => far }, clock, sleep);
  const request = (latestAt: number): HostRequest => ({
    host: 'site.test',
    minIntervalMs: 1_000,
    yields: false,
    accounts: new Set(['a']),
    latestAt,
  });
  const waits = [queue.take(request(START + 1_000)), queue.take(request(START + 5_000))];
  for (const wait of waits)
    await t.rejects(wait, { message: /already waiting/, fault: 'queued', retryAfterMs: 90_000 });
  const broken = new HostQueue({ take: async () => Promise.reject(new Error('gone')) }, clock, sleep);
  await t.rejects(broken.take(request(START + 1_000)), { message: 'gone' });
  t.strictSame(broken.size, { hosts: 0, waiting: 0 });
});
