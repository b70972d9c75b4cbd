import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { openStore } from '../../src/store/open.ts';
import {
  manyCredits,
  readBooks,
  readiness,
  runCommand,
  startFleet,
  startReplica,
  StubbornCallers,
  until,
  untilReady,
  withoutFleet,
} from '../support/fleet.ts';
import { freshDatabase, startPostgres } from '../support/postgres-server.ts';
import { freshRedis } from '../support/redis-server.ts';
import { some, volume } from '../support/volume.ts';

const AWAY_MS = volume(1_000, 5_000);
const skip = await withoutFleet();

t.test(
  'one account with one key and database moves from SQLite to three replicas under load, correct to a thousandth',
  { skip, timeout: 300_000 },
  async (t) => {
    const plans = manyCredits(t);
    const dataDir = join(t.testdirName, 'data');
    const alone = { ...plans, DATA_DIR: dataDir, DRAIN_WAIT_MS: '0', JOBS_CACHE_SECONDS: '0' };
    const service = await startReplica(t, alone);
    const apiKey = /jdm_live_\w+/.exec(service.printed)?.[0] ?? '';
    const callers = new StubbornCallers(t, service.url, apiKey, 8);
    await until(() => callers.told.size > volume(20, 60));
    // The hardest way to end: with open reservations and answers in transit.
    await service.stop('SIGKILL');
    const before = callers.told.size;

    const servers = { DATABASE_URL: await freshDatabase(t), REDIS_URL: await freshRedis(t) };
    const file = join(dataDir, 'jobdata.sqlite');
    const { code, out, err } = await runCommand({ ...plans, ...servers }, ['import', '--from', file, '--json']);
    t.equal(err, '');
    t.equal(code, 0);
    const said = JSON.parse(out) as { released: number; sums: Record<string, { file: number; database: number }> };
    t.ok(said.released > 0, 'calls were under way when it was killed');
    for (const [name, sum] of Object.entries(said.sums)) t.equal(sum.database, sum.file, name);

    const fleet = await startFleet(t, { env: { ...plans, ...servers } });
    callers.url = fleet.url;
    const moved = callers.told.size;
    await until(() => callers.told.size > moved + volume(30, 100));
    await callers.end();

    const { calls, charged, problems } = callers.sum();
    t.strictSame(problems, [], `${before} calls before the move, ${calls - before} after it: each was charged once`);
    t.ok(callers.repeats > 0, 'callers had to repeat');
    t.match(await readBooks(fleet.env), { calls, charged, used: charged, held: 0, claims: 0, verify: /sound/ });
    const store = await openStore({ file });
    t.strictSame([...(await store.checkIntegrity()), ...(await store.ledger.audit(Date.now()))], [], 'the file too');
    await store.close();
  },
);

t.test(
  `PostgreSQL is away for ${AWAY_MS / 1_000} s, and nothing is charged wrongly`,
  { skip, timeout: 300_000 },
  async (t) => {
    const server = await startPostgres(t);
    const fleet = await startFleet(t, { count: 2, env: { ...manyCredits(t), DATABASE_URL: server.url } });
    const callers = new StubbornCallers(t, fleet.url, fleet.apiKey, 8);
    for (const end of some(['kill'], ['stop', 'kill'] as const)) {
      const before = callers.told.size;
      await until(() => callers.told.size > before + 20);
      await server[end]();
      const closed = await Promise.all(
        fleet.replicas.map(({ url }) => until(async () => (await readiness(url)) === 503)),
      );
      await delay(AWAY_MS);
      await server.start();
      const open = await Promise.all(fleet.replicas.map(({ url }) => untilReady(url)));
      const serving = await until(() => callers.told.size > before + volume(30, 60));
      t.comment(
        `${end}: readyz 503 after ${String(closed)} ms, 200 ${String(open)} ms after it was back; calls ${serving} ms later`,
      );
      t.pass(`after ${end} it serves again`);
    }
    await callers.end();
    const { calls, charged, problems } = callers.sum();
    t.strictSame(problems, [], `${calls} calls, ${callers.repeats} repeats`);
    // Reservations lost with its connection are released by the replica or by the orphan sweeper.
    await until(async () => (await readBooks(fleet.env)).held === 0);
    t.match(await readBooks(fleet.env), { calls, charged, used: charged, held: 0, claims: 0, verify: /sound/ });
  },
);
