import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import t from 'tap';
import { WorkerProcess } from '../../src/lib/worker-process.ts';

t.test('a process that sends an invalid message is ended, and no other', async (t) => {
  const folder = t.testdir({
    'text.mjs': `console.log('a line for a person to read'); setInterval(() => {}, 1e6);`,
    'null.mjs': `process.stdout.write(Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, ...Buffer.from('null')])); setInterval(() => {}, 1e6);`,
  });
  for (const name of ['text.mjs', 'null.mjs']) {
    const worker = new WorkerProcess(pathToFileURL(join(folder, name)), { heapMib: 64, semiSpaceMib: 2 });
    worker.on('message', (message) => {
      // As listeners do.
      if ((message as { kind: string }).kind !== '') t.fail('no message');
    });
    await new Promise<void>((resolve) => worker.once('exit', resolve));
    t.pass(name);
  }
});
