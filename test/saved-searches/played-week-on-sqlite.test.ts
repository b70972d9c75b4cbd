// Alone: it starts processes and kills them.
import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../src/store/open.ts';
import { playDays } from '../support/played-week.ts';
import { volume } from '../support/volume.ts';

t.test('SPEC §14: a played week on one file, whose process is killed and started again', async (t) => {
  const file = join(t.testdirName, 'data', 'jobdata.sqlite');
  await playDays(
    t,
    { env: {}, replicas: 1, open: () => openStore({ file }) },
    { accounts: volume(4, 200), hours: volume(12, 168), kills: volume(2, 20) },
  );
});
