import t, { type Test } from 'tap';
import type { Caller } from '../../src/accounts/authenticate.ts';
import { Accounts } from '../../src/accounts/accounts.ts';
import { ApiKeys } from '../../src/accounts/api-keys.ts';
import { readPlans } from '../../src/accounts/plans.ts';
import { ServiceError } from '../../src/errors.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { RunOutcome, RunRequest } from '../../src/tools/metered-call.ts';
import { ToolRunner } from '../../src/tools/runner.ts';
import { ToolTable, type ToolResult } from '../../src/tools/tool.ts';
import { cheapPasswords } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';

/** A tool that is ended by hand, run by two keys of one account. */
async function openRunner(t: Test, deadlineMs = 45_000) {
  const clock = new FakeClock();
  const store = openSqliteStore({ file: ':memory:' });
  t.teardown(() => store.close());
  const accounts = new Accounts(store, readPlans(null), clock, cheapPasswords);
  const account = await accounts.create({ email: 'caller@example.com', plan: 'pro' });
  const plan = accounts.planOf(account);
  const callerOf = async (): Promise<Caller> => ({
    account,
    plan,
    key: {
      kind: 'key',
      ...(await new ApiKeys(store, clock).create(account.id)).record,
      lastUsedAt: null,
      revokedAt: null,
    },
  });
  const runs: { succeed(): void; fail(error: unknown): void; tell(progress: number): void; deadlineAt: number }[] = [];
  let begun: () => void = () => {};
  const result: ToolResult = { json: '{}', cost: 1000, cached: false };
  const tools = new ToolTable([
    {
      definition: {
        name: 'wait',
        title: 'Wait',
        description: 'Waits.',
        inputSchema: { type: 'object', properties: {} },
        outputSchema: { type: 'object' },
        annotations: {
          title: 'Wait',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      prepare: async (_args, toolCall) => ({
        maximum: 1000,
        immediate: false,
        run: () =>
          new Promise<ToolResult>((resolve, reject) => {
            runs.push({
              succeed: () => resolve(result),
              fail: reject,
              tell: (progress) => toolCall.onProgress({ progress, total: 2, message: 'on it' }),
              deadlineAt: toolCall.deadlineAt,
            });
            begun();
          }),
      }),
    },
  ]);
  const runner = new ToolRunner({
    tools,
    store,
    clock,
    deadlineMs,
    loadTestMode: () => Promise.reject(new Error('no test key is used')),
    report: () => {},
    onFault: () => {},
  });
  const first = await callerOf();
  const call = (more: Partial<RunRequest> = {}): Promise<RunOutcome> =>
    runner.run({
      tool: 'wait',
      arguments: {},
      caller: first,
      requestId: 'req_1',
      idempotencyKey: 'k',
      signal: undefined,
      onAccepted: () => {},
      onProgress: () => {},
      ...more,
    });
  const nextRun = (): Promise<void> => new Promise((resolve) => (begun = resolve));
  return { call, callerOf, clock, runner, runs, nextRun };
}

t.test('equal calls at once share one run, and its answer', async (t) => {
  const { call, runs, nextRun } = await openRunner(t);
  const started = nextRun();
  const calls = [call(), call(), call()];
  await started;
  runs[0]?.succeed();
  const outcomes = await Promise.all(calls);
  t.equal(runs.length, 1);
  t.strictSame(
    outcomes.map(({ cost, answer }) => [cost, answer.receipt.replayed]),
    [
      [1000, false],
      [0, true],
      [0, true],
    ],
  );
});

t.test('and its failure', async (t) => {
  const { call, runs, nextRun } = await openRunner(t);
  const started = nextRun();
  const calls = [call(), call(), call()].map((work) => work.catch((error: unknown) => error));
  await started;
  runs[0]?.fail(new ServiceError('upstream_failed', 'No source answered.'));
  for (const error of await Promise.all(calls)) t.match(error, { reason: 'upstream_failed' });
  t.equal(runs.length, 1);
});

t.test('a call whose client disconnected does not fail the others: one of them runs', async (t) => {
  const { call, runs, nextRun } = await openRunner(t);
  const hangUp = new AbortController();
  let started = nextRun();
  const abandoned = call({ signal: hangUp.signal }).catch((error: unknown) => error);
  await started;
  started = nextRun();
  const others = [call(), call()];
  hangUp.abort();
  runs[0]?.fail(new ServiceError('upstream_failed', 'The client has gone.'));
  await started;
  t.equal(runs.length, 2);
  runs[1]?.succeed();
  t.strictSame(
    (await Promise.all(others)).map(({ answer }) => answer.receipt.replayed),
    [false, true],
  );
  t.type(await abandoned, ServiceError);
});

t.test('a cancelled caller gets no progress that the end of the work reports', async (t) => {
  const { call, runs, nextRun } = await openRunner(t);
  const hangUp = new AbortController();
  const heard: number[] = [];
  const started = nextRun();
  const abandoned = call({ signal: hangUp.signal, onProgress: ({ progress }) => heard.push(progress) }).catch(
    (error: unknown) => error,
  );
  await started;
  runs[0]?.tell(1);
  hangUp.abort();
  runs[0]?.tell(2);
  runs[0]?.fail(new ServiceError('upstream_failed', 'The client has gone.'));
  await abandoned;
  t.strictSame(heard, [1]);
});

t.test('a limit of one key does not fail another key’s call', async (t) => {
  const { call, callerOf, runs, nextRun } = await openRunner(t);
  let started = nextRun();
  const capped = call().catch((error: unknown) => error);
  await started;
  started = nextRun();
  const other = call({ caller: await callerOf() });
  runs[0]?.fail(new ServiceError('key_cap_reached', 'The cap is reached.'));
  await started;
  runs[1]?.succeed();
  t.equal((await other).cost, 1000);
  t.match(await capped, { reason: 'key_cap_reached' });
});

t.test('a waiting call keeps its deadline, and its client may disconnect', async (t) => {
  // A deadline keeps no process alive, and nothing else runs here.
  const alive = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(alive));
  const { call, runs, nextRun } = await openRunner(t, 1);
  const started = nextRun();
  const first = call();
  await started;
  t.match(await call().catch((error: unknown) => error), {
    reason: 'upstream_failed',
    retryable: true,
    details: { retry_after_seconds: 5 },
  });
  const hangUp = new AbortController();
  const waiting = call({ signal: hangUp.signal });
  hangUp.abort();
  t.match(await waiting.catch((error: unknown) => error), { reason: 'upstream_failed' });
  t.equal(runs.length, 1, 'neither ran by itself');
  runs[0]?.succeed();
  t.equal((await first).cost, 1000);
});

t.test('a call that waited and then runs gets no extra time', async (t) => {
  const { call, clock, runs, nextRun } = await openRunner(t);
  const hangUp = new AbortController();
  let started = nextRun();
  const abandoned = call({ signal: hangUp.signal }).catch((error: unknown) => error);
  await started;
  const began = clock.now();
  const waited = call();
  started = nextRun();
  clock.advance(40_000);
  hangUp.abort();
  runs[0]?.fail(new ServiceError('upstream_failed', 'The client has gone.'));
  await started;
  t.equal(runs[1]?.deadlineAt, began + 45_000);
  runs[1]?.succeed();
  await Promise.all([abandoned, waited]);
});

t.test('closing waits for calls whose clients have disconnected, but no longer than a call may last', async (t) => {
  const { call, runner, runs, nextRun } = await openRunner(t);
  const started = nextRun();
  const running = call();
  await started;
  let closed = false;
  const closing = runner.close().then(() => (closed = true));
  await new Promise((resolve) => setImmediate(resolve));
  t.notOk(closed, 'it still runs');
  runs[0]?.succeed();
  t.equal((await running).cost, 1000);
  await closing;

  const hasty = await openRunner(t, 1);
  const begun = hasty.nextRun();
  const stuck = hasty.call();
  await begun;
  await hasty.runner.close();
  t.pass('a call that does not end is not waited for');
  hasty.runs[0]?.succeed();
  await stuck;
});
