import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { abortWith, deadlineSignal } from '../../src/lib/abort.ts';

t.test('a deadline holds even if garbage is collected meanwhile', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const client = new AbortController();
  const signal = deadlineSignal(50, client.signal);
  const aborted = once(signal, 'abort');
  // An unref'd timer must not be the only thing that keeps the test alive.
  const alive = setInterval(collect, 5);
  await aborted;
  clearInterval(alive);
  t.match(signal.reason, { name: 'TimeoutError' });
  t.notOk(client.signal.aborted);
});

t.test('other signals end it before the deadline', async (t) => {
  const client = new AbortController();
  const signal = deadlineSignal(60_000, undefined, client.signal);
  t.notOk(signal.aborted);
  client.abort('gone');
  t.equal(signal.reason, 'gone');
  t.equal(deadlineSignal(60_000, client.signal).reason, 'gone', 'those that have ended already too');
  const controller = new AbortController();
  abortWith(controller, undefined, AbortSignal.abort('first'), client.signal);
  t.equal(controller.signal.reason, 'first');
});
