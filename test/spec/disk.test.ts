import { once } from 'node:events';
import t from 'tap';
import {
  createBallast,
  FAILING_DISK,
  look,
  mountSmallDisk,
  ServiceProcess,
  startSite,
} from '../support/service-process.ts';

t.test(
  'a failed fsync during a settlement: charged "unknown", exit code 1, and the next start uses the disk’s state',
  { timeout: 120_000 },
  async (t) => {
    const dataDir = t.testdir({});
    const site = await startSite(t);
    const dying = new ServiceProcess(dataDir, site.url, ['--import', FAILING_DISK]);
    t.teardown(() => dying.child.kill('SIGKILL'));
    await dying.url();
    t.match(await dying.scrape(site.url), { result: { _meta: { 'io.jobdata/receipt': { cost: 1.5 } } } });
    site.before(async () => {
      dying.child.send('fail');
      await once(dying.child, 'message');
    });
    const { error } = await dying.scrape(site.url);
    t.match(error, { code: -32603, message: /not known yet/, data: { reason: 'internal', charged: 'unknown' } });
    t.strictSame(await dying.exit, [1, null]);
    t.match(dying.err, /disk failed/i, 'with a sentence');

    const next = new ServiceProcess(dataDir, site.url);
    t.teardown(() => next.child.kill('SIGKILL'));
    await next.url();
    const { problems, calls, used } = await look(dataDir);
    t.strictSame(problems, []);
    t.equal(calls.length, 2);
    t.match(calls[0], { state: 'settled', amount: 1_500 });
    const [, last] = calls;
    t.notMatch(last, { state: 'reserved' });
    t.equal(last?.amount, last?.state === 'settled' ? 1_500 : 0);
    t.equal(used, 1_500 + (last?.amount ?? 0));
    t.match(await next.scrape(site.url), { result: {} }, 'and calls are answered again');
    t.equal(await next.stop(), 0);
  },
);

t.test(
  'a full disk: refused calls cost nothing, ping answers, and everything continues once there is space',
  { timeout: 120_000 },
  async (t) => {
    const dataDir = mountSmallDisk(t);
    if (dataDir === undefined) {
      t.comment('skipped: only root may mount the small disk that is filled here');
      return;
    }
    const { fill: fillDisk, free, clear } = createBallast(dataDir);
    const site = await startSite(t);
    const service = new ServiceProcess(dataDir, site.url, [], { level: 'error' });
    t.teardown(() => service.child.kill('SIGKILL'));
    t.match(await (await service.url(), service.scrape(site.url)), { result: {} });

    fillDisk();
    for (let index = 0; index < 3; index += 1) {
      const { error } = await service.scrape(site.url);
      t.match(error, {
        code: -32603,
        message: /nothing was charged/,
        data: { reason: 'internal', charged: 'nothing' },
      });
    }
    t.match(await service.call('ping', {}), {
      result: { structuredContent: { status: 'OK', cache_available: false, credits_remaining: 9998.5 } },
    });
    const readyz = new URL('/readyz', await service.url());
    free(65_536);
    t.equal((await fetch(readyz)).status, 503, 'not ready, although a small write would succeed again');
    clear();
    t.equal((await fetch(readyz)).status, 200);
    t.match(await service.scrape(site.url), { result: {} });

    site.before(fillDisk);
    const { error } = await service.scrape(site.url);
    t.match(
      error,
      { code: -32603, message: /nothing was charged/, data: { charged: 'nothing' } },
      'filled while the call was at work',
    );
    clear();
    t.match(await service.scrape(site.url), { result: {} });
    t.equal(await service.stop(), 0);
    const told = service.out.split('\n').filter((line) => line.includes('"reason":"The disk of the store is full."'));
    t.equal(told.length, 1, 'one line for the same fault of all calls');
    t.notMatch(told[0], /stack/);

    const again = new ServiceProcess(dataDir, site.url);
    t.teardown(() => again.child.kill('SIGKILL'));
    await again.url();
    const { problems, calls, used } = await look(dataDir);
    t.strictSame(problems, []);
    t.equal(used, 3 * 1_500, 'three were delivered');
    t.strictSame(
      calls.filter(({ amount }) => amount > 0).map(({ state }) => state),
      ['settled', 'settled', 'settled'],
      'what the full disk kept from being settled is released',
    );
    t.equal(await again.stop(), 0);
  },
);
