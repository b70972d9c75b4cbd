import { once } from 'node:events';
import t from 'tap';
import { FAILING_DISK, look, ServiceProcess, startSite, type Answer } from '../support/service-process.ts';
import { isLong, some } from '../support/volume.ts';

interface Fault {
  name: string;
  at: string;
  code: string;
  /** The write reached the disk, but failed nevertheless. */
  kept?: boolean;
  /** The answer to a call whose settlement fails. */
  settlement: 'nothing' | 'unknown';
  /** The failing step of the call; both if absent. */
  moments?: ('held' | 'settled')[];
  /** `disk.test.ts` tests this moment, so here it is only in the long form. */
  elsewhere?: 'settled';
  /** The process continues. */
  survives?: boolean;
  /** One of its kind, which `npm test` runs too. */
  first?: boolean;
}

const FAULTS: readonly Fault[] = [
  { name: 'EIO at the write to -wal', at: 'COMMIT', code: 'SQLITE_IOERR_WRITE', settlement: 'unknown' },
  { name: 'EIO after the write to -wal', at: 'COMMIT', code: 'SQLITE_IOERR_FSYNC', kept: true, settlement: 'unknown' },
  { name: 'EIO at the -shm', at: 'COMMIT', code: 'SQLITE_IOERR_SHMSIZE', kept: true, settlement: 'unknown' },
  {
    name: 'EIO at the start of a transaction',
    at: 'BEGIN IMMEDIATE',
    code: 'SQLITE_IOERR_LOCK',
    settlement: 'nothing',
    moments: ['settled'],
    first: true,
  },
  { name: 'EIO at fsync', at: 'sync', code: 'EIO', settlement: 'unknown', first: true, elsewhere: 'settled' },
  { name: 'ENOSPC at fsync', at: 'sync', code: 'ENOSPC', settlement: 'unknown' },
  {
    name: 'ENOSPC at the write to -wal',
    at: 'COMMIT',
    code: 'SQLITE_FULL',
    settlement: 'nothing',
    survives: true,
    first: true,
  },
];

t.test(
  'EIO and ENOSPC at each kind of write, while a call is reserved and while it is settled',
  { timeout: 240_000 },
  async (t) => {
    const dataDir = t.testdir({});
    const site = await startSite(t);
    const start = (): ServiceProcess => {
      const started = new ServiceProcess(dataDir, site.url, ['--import', FAILING_DISK]);
      t.teardown(() => started.child.kill('SIGKILL'));
      return started;
    };
    let service = start();
    await service.url();
    let charged = 0;
    const first = FAULTS.filter((fault) => fault.first);
    for (const fault of some(first, FAULTS)) {
      for (const moment of fault.moments ?? (['held', 'settled'] as const)) {
        if (!isLong && moment === fault.elsewhere) continue;
        const what = `${fault.name}, as a call is ${moment}`;
        const play = (said: unknown): Promise<unknown> => {
          service.child.send(said as object);
          return once(service.child, 'message');
        };
        const key = `${fault.name} ${moment}`.replaceAll(' ', '-');
        // A transaction that must fail when it begins is the one after the reservation.
        const from = moment === 'held' || fault.moments ? 'INSERT INTO ledger' : 'UPDATE ledger SET state';
        await play({ ...fault, from });
        const { error } = await service.scrape(site.url, key);
        const told = moment === 'held' ? 'nothing' : fault.settlement;
        t.match(error, { code: -32603, data: { reason: 'internal', charged: told } }, what);
        t.match(error?.message, told === 'nothing' ? /nothing was charged/ : /not known yet/, what);
        if (fault.survives) {
          // After a failed settlement a release is tried, and only a disk that fails both keeps the reservation.
          await play({ healAfter: moment === 'held' ? 1 : 2 });
        } else {
          t.strictSame(await service.exit, [1, null], `${what}: it ends, and not with 0`);
          t.match(service.err, /disk failed/i, what);
          service = start();
          await service.url();
        }
        const before = await look(dataDir);
        t.strictSame(before.problems, [], what);
        const kept = before.used - charged;
        if (told === 'nothing')
          t.equal(kept, fault.survives && moment === 'settled' ? 1_500 : 0, `${what}: held at most`);
        const again = await service.scrape(site.url, key);
        const replayed = again.result?._meta['io.jobdata/receipt']?.replayed;
        t.match(again, { result: {} }, `${what}: its repeat is answered`);
        t.equal(replayed, told === 'unknown' && kept > 0, `${what}: from the store if it was charged`);
        charged += 1_500;
        t.equal((await look(dataDir)).settled, charged, `${what}: charged once`);
      }
    }
    t.equal(await service.stop(), 0);
    const { problems, settled, calls } = await look(dataDir);
    t.strictSame([problems, settled], [[], charged]);
    t.same(calls.filter(({ state }) => state === 'reserved').length <= 1, true, 'but for the last one that is swept');
  },
);

t.test('EIO at the checkpoint ends the service, a full disk there does not', { timeout: 120_000 }, async (t) => {
  const codes = [
    ['SQLITE_IOERR_WRITE', true],
    ['SQLITE_FULL', false],
    ['SQLITE_IOERR_FSYNC', true],
  ] as const;
  for (const [code, ends] of some(codes.slice(0, 1), codes)) {
    const dataDir = t.testdir({});
    const site = await startSite(t);
    const service = new ServiceProcess(dataDir, site.url, ['--import', FAILING_DISK]);
    t.teardown(() => service.child.kill('SIGKILL'));
    await service.url();
    service.child.send({ at: 'checkpoint', code });
    await once(service.child, 'message');
    const answers: Answer[] = [];
    for (let call = 0; call < 10; call += 1) {
      const answer = await service.scrape(site.url).catch(() => undefined);
      if (!answer) break;
      answers.push(answer);
    }
    const paid = answers.filter(({ result }) => result !== undefined).length;
    if (ends) t.strictSame(await service.exit, [1, null], code);
    else {
      t.equal(paid, 10, code);
      t.equal(await service.stop(), 0);
    }
    for (const { error } of answers) if (error) t.ok(error.data['charged'], code);
    const unknown = answers.filter(({ error }) => error?.data['charged'] === 'unknown').length;
    const next = new ServiceProcess(dataDir, site.url);
    t.teardown(() => next.child.kill('SIGKILL'));
    await next.url();
    const { problems, settled } = await look(dataDir);
    t.strictSame(problems, [], code);
    t.ok(
      settled >= paid * 1_500 && settled <= (paid + unknown) * 1_500,
      `${code}: all that was answered, nothing more`,
    );
    t.equal(await next.stop(), 0);
  }
});
