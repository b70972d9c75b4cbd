import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Caller } from '../../src/accounts/authenticate.ts';
import { Accounts } from '../../src/accounts/accounts.ts';
import { ApiKeys } from '../../src/accounts/api-keys.ts';
import { readPlans } from '../../src/accounts/plans.ts';
import { ServiceError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open.ts';
import type { RunOutcome } from '../../src/tools/metered-call.ts';
import { ToolRunner } from '../../src/tools/runner.ts';
import { ToolTable, type ToolResult } from '../../src/tools/tool.ts';
import { cheapPasswords } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { volume } from '../support/volume.ts';

const COST = 10;
const KEYS = volume(50, 1_000);
const skip = await withoutPostgres();

/** Two replicas with a runner each, of a tool whose work is `work`. */
async function openReplicas(t: Test, work: () => Promise<ToolResult>, { immediate = false, deadlineMs = 60_000 } = {}) {
  const url = await freshDatabase(t);
  const clock = new FakeClock();
  const stores = [await openStore({ file: '', url, role: 'serve' }), await openStore({ file: '', url, role: 'serve' })];
  t.teardown(() => Promise.all(stores.map((store) => store.close())));
  const [store] = stores as [(typeof stores)[0]];
  const accounts = new Accounts(store, readPlans(null), clock, cheapPasswords);
  const account = await accounts.create({ email: 'caller@example.com', plan: 'pro' });
  const { record } = await new ApiKeys(store, clock).create(account.id);
  const caller: Caller = {
    account,
    plan: accounts.planOf(account),
    key: { kind: 'key', ...record, lastUsedAt: null, revokedAt: null },
  };
  const tools = new ToolTable([
    {
      definition: {
        name: 'work',
        title: 'Work',
        description: 'Works.',
        inputSchema: { type: 'object', properties: { on: { type: 'string' } } },
        outputSchema: { type: 'object' },
        annotations: {
          title: 'Work',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      prepare: async () => ({ maximum: 2 * COST, immediate, run: work }),
    },
  ]);
  const runners = stores.map(
    (store) =>
      new ToolRunner({
        tools,
        store,
        clock,
        deadlineMs,
        loadTestMode: () => Promise.reject(new Error('no test key is used')),
        report: () => {},
        onFault: () => {},
        wait: () => delay(2),
      }),
  );
  const call = (replica: number, idempotencyKey: string, args: object = {}): Promise<RunOutcome> =>
    (runners[replica] as ToolRunner).run({
      tool: 'work',
      arguments: args,
      caller,
      requestId: 'req_1',
      idempotencyKey,
      signal: undefined,
      onAccepted: () => {},
      onProgress: () => {},
    });
  return { store, call, accountId: account.id, now: () => clock.now() };
}

for (const immediate of [false, true]) {
  t.test(
    `${KEYS} keys, each at two replicas at once: ${KEYS} charges${immediate ? ', of calls that are charged in one step' : ''}`,
    { skip, timeout: 120_000 },
    async (t) => {
      let runs = 0;
      const work = async (): Promise<ToolResult> => ({ json: `{"run":${(runs += 1)}}`, cost: COST, cached: false });
      const { store, call, accountId, now } = await openReplicas(t, work, { immediate });
      let unlike = 0;
      let charged = 0;
      for (let from = 0; from < KEYS; from += 50) {
        const pairs = Array.from({ length: 50 }, (_, index) => {
          const key = `order-${from + index}`;
          return Promise.all([call(0, key), call(1, key)]);
        });
        for (const pair of await Promise.all(pairs)) {
          const [one, two] = pair.map(({ answer }) => answer.structured);
          if (one !== two) unlike += 1;
          charged += pair.filter(({ answer }) => !answer.receipt.replayed).length;
        }
      }
      t.equal(charged, KEYS, 'one of each pair is charged');
      t.equal(unlike, 0, 'and both have its answer');
      const entries = await store.ledger.list(accountId, now());
      t.equal(entries.filter(({ amount }) => amount > 0).length, KEYS);
      t.strictSame(await store.ledger.audit(now()), []);
    },
  );
}

t.test('a call with the idempotency key of a call that another replica runs', { skip, timeout: 60_000 }, async (t) => {
  const runs: PromiseWithResolvers<ToolResult>[] = [];
  let begun: () => void = () => {};
  const next = (): Promise<void> => new Promise((resolve) => (begun = resolve));
  const { store, call, accountId, now } = await openReplicas(
    t,
    () => {
      const run = withResolvers<ToolResult>();
      runs.push(run);
      begun();
      return run.promise;
    },
    { deadlineMs: 400 },
  );
  const result: ToolResult = { json: '{}', cost: COST, cached: false };

  let started = next();
  const first = call(0, 'k');
  await started;
  await t.rejects(call(1, 'k', { on: 'other' }), { reason: 'validation', message: /other arguments/ });
  await t.rejects(call(1, 'k'), { reason: 'upstream_failed', message: /still running/ }, 'until its deadline');
  started = next();
  const second = call(1, 'k');
  runs[0]?.reject(new ServiceError('upstream_failed', 'No source answered.'));
  await t.rejects(first, { message: 'No source answered.' });
  await started;
  t.equal(runs.length, 2, 'where the other failed, this one works');
  runs[1]?.resolve(result);
  t.match(await second, { cost: COST, answer: { receipt: { replayed: false } } });
  t.match(await call(0, 'k'), { cost: 0, answer: { receipt: { replayed: true } } });
  t.equal((await store.ledger.list(accountId, now())).filter(({ amount }) => amount > 0).length, 1);
});

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
