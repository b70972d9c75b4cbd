import t from 'tap';
import { StoreFault } from '../../src/store/store-fault.ts';
import { openApi, type Answer } from '../support/api.ts';
import { feed, NHS, resultOf } from '../support/job-answers.ts';
import { startPostgres, withoutPostgres } from '../support/postgres-server.ts';

const GB = { query: 'nurse', platforms: ['nhs_jobs'] };

t.test(
  'SPEC §7, §8: database away: running calls wait for it, and new calls are told to retry',
  { skip: await withoutPostgres(), timeout: 120_000 },
  async (t) => {
    const server = await startPostgres(t);
    const api = await openApi(t, { url: server.url });
    const { service, internet, accountId, clock } = api;
    await api.call('ping');
    const version = await service.store.version();
    let fetched = (): void => {};
    const stopped = new Promise<void>((resolve) => (fetched = resolve));
    internet.on(NHS, async () => {
      await server.stop();
      fetched();
      return feed([{ title: 'Nurse' }]);
    });
    const running = api.call('scrape_jobs', GB, undefined, { 'idempotency-key': 'one' });
    await stopped;

    const away: Answer = await api.call('ping');
    t.equal(away.status, 503);
    t.equal(away.headers['retry-after'], '5');
    t.match(away.json, {
      error: {
        code: -32603,
        message: /nothing was charged/,
        data: { reason: 'internal', retryable: true, charged: 'nothing', retry_after_seconds: 5 },
      },
    });
    t.equal((await service.app.inject({ url: '/readyz' })).statusCode, 503);

    // A caller that proved its key just before.
    service.store.version = async () => version;
    const late = await api.call('scrape_jobs', { ...GB, query: 'porter' });
    t.equal(late.status, 200);
    t.equal(late.headers['retry-after'], '5');
    t.match(
      late.json.error,
      { message: /nothing was charged/, data: { charged: 'nothing', retry_after_seconds: 5 } },
      'by now the running call has waited for longer than a new one does',
    );
    await t.rejects(service.store.ledger.balance(accountId, clock.now()), StoreFault);

    await server.start();
    const answer = await running;
    t.equal(resultOf(answer).jobs[0]?.title, 'Nurse', 'its work was not lost');
    t.equal(answer.headers['x-credits-cost'], '2');
    const again = await api.call('scrape_jobs', GB, undefined, { 'idempotency-key': 'one' });
    t.equal(again.headers['x-credits-cost'], '0');
    const entries = await service.store.ledger.list(accountId, clock.now());
    t.match(
      entries.filter(({ amount }) => amount > 0),
      [{ amount: 2_000, state: 'settled' }],
      'charged once, and nothing is held',
    );
    t.strictSame(await service.store.ledger.audit(clock.now()), []);
  },
);
