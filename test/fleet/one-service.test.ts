import { randomUUID } from 'node:crypto';
import t from 'tap';
import {
  browserAt,
  callTool,
  manyCredits,
  newSearch,
  NEW_SEARCH,
  readBooks,
  startFleet,
  withoutFleet,
  type CallAnswer,
} from '../support/fleet.ts';
import { keyOn } from '../support/visitor.ts';
import { volume } from '../support/volume.ts';

/** Number of calls while a key is revoked, and of calls after it. */
const HAMMERED = volume(30, 1_000);
/** Calls that are each sent to two replicas at once. */
const MANY = volume(30, 1_000);
const REPLICAS = volume(2, 3);

/** Runs at most this many at a time. */
async function atOnce<T>(count: number, work: (index: number) => Promise<T>, most = 32): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) done[index] = await work(index);
  };
  await Promise.all(Array.from({ length: most }, run));
  return done;
}

t.test('several replicas behave as one service', { skip: await withoutFleet(), timeout: 240_000 }, async (t) => {
  const fleet = await startFleet(t, { count: REPLICAS, env: manyCredits(t) });
  const [a = '', b = '', c = b] = fleet.replicas.map(({ url }) => url);

  await t.test(`${MANY} keys, each sent to two replicas at once, are charged ${MANY} times`, async (t) => {
    const pairs = await atOnce(MANY, async (index) => {
      const call = { ...newSearch(), idempotencyKey: randomUUID() };
      const replicas = index % 3 === 0 ? [a, b] : index % 3 === 1 ? [b, c] : [c, a];
      return Promise.all(replicas.map((url) => callTool(url, fleet.apiKey, call)));
    });
    const faults = pairs.flat().filter(({ status, receipt }) => status !== 200 || !receipt);
    t.strictSame(faults.slice(0, 3), [], 'every one of them was answered');
    const differ = pairs.filter(([one, other]) => JSON.stringify(one?.result) !== JSON.stringify(other?.result));
    t.strictSame(differ.slice(0, 1), [], 'both have the same answer');
    const paid = (answers: CallAnswer[]): number => answers.filter(({ receipt }) => receipt?.replayed === false).length;
    t.equal(pairs.filter((answers) => paid(answers) === 1).length, MANY, 'one of both was run');
    t.match(await readBooks(fleet.env), {
      calls: MANY,
      charged: MANY * NEW_SEARCH,
      used: MANY * NEW_SEARCH,
      held: 0,
      claims: 0,
      verify: /sound\.\n$/,
    });
  });

  await t.test(
    'a log-in is valid on every replica, and a form shown by one replica is accepted by another',
    async (t) => {
      const password = 'correct horse battery';
      t.equal((await fleet.command(['account', 'password', 'operator@localhost'], `${password}\n`)).err, '');
      let at = a;
      const browser = browserAt(() => at);
      t.equal((await browser.logIn('operator@localhost', password)).status, 303);
      for (const replica of [a, b, c]) {
        at = replica;
        t.equal((await browser.get('/keys')).status, 200, 'the same session');
      }
      at = a;
      const csrf = await browser.token('/keys');
      at = b;
      const made = await browser.request('POST', '/keys', {
        name: 'from b',
        tools: ['ping', 'scrape_jobs'],
        _csrf: csrf,
      });
      const key = keyOn(made);
      t.ok(key, 'rendered by A, accepted by B');

      for (const replica of [a, b, c]) t.equal((await callTool(replica, key)).status, 200, 'the new key, at once');
      const { out } = await fleet.command(['key', 'list', '--account', 'operator@localhost', '--json']);
      const found = (JSON.parse(out) as { key_id: string; name: string }[]).find(({ name }) => name === 'from b');

      const hammer = atOnce(HAMMERED, (index) => callTool(index % 2 === 0 ? b : c, key));
      at = a;
      const revoked = await browser.submit('/keys', `/keys/${found?.key_id ?? ''}/revoke`, { confirm: 'yes' });
      t.ok(revoked.status < 400, `revoked at A (${revoked.status})`);
      const answers = await atOnce(HAMMERED, (index) => callTool(index % 2 === 0 ? b : c, key));
      await hammer;
      t.equal(
        answers.filter(({ status }) => status !== 401).length,
        0,
        `from the next request on, of ${HAMMERED} none is taken`,
      );
    },
  );
});
