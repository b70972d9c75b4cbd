// Must run alone, because it starts and kills processes.
import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../src/store/open.ts';
import { playDays } from '../support/played-week.ts';
import { createDatabase, startPostgres, withoutPostgres } from '../support/postgres-server.ts';
import { freshRedis, withoutRedis } from '../support/redis-server.ts';
import { onlyLong, volume } from '../support/volume.ts';

t.test(
  'SPEC §14: a simulated week on three replicas with kills and a restart of the database',
  { skip: (await withoutPostgres()) || (await withoutRedis()) },
  async (t) => {
    const server = await startPostgres(t);
    const { url } = await createDatabase(server.url);
    await playDays(
      t,
      {
        env: { DATABASE_URL: url, REDIS_URL: await freshRedis(t) },
        replicas: 3,
        open: () => openStore({ file: '', url }),
        restart: async () => {
          await server.stop();
          await server.start();
        },
      },
      { accounts: volume(4, 200), hours: volume(12, 168), kills: volume(2, 20) },
    );
  },
);

// In `npm test`, `killed-runs.test.ts` kills runs on SQLite at each of their steps, and `spec/crash.test.ts` its process.
t.test(
  'SPEC §14: a simulated week on one file whose process is killed and restarted',
  { skip: onlyLong },
  async (t) => {
    const file = join(t.testdirName, 'data', 'jobdata.sqlite');
    await playDays(
      t,
      { env: {}, replicas: 1, open: () => openStore({ file }) },
      { accounts: volume(4, 200), hours: volume(12, 168), kills: volume(2, 20) },
    );
  },
);
