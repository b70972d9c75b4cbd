import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import t from 'tap';
import { serve } from '../../src/app/serve.ts';
import { readConfig } from '../../src/config/config.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { closeAll } from '../../src/lib/close-all.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { openStore } from '../../src/store/open.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { some } from '../support/volume.ts';

const BUILT = fileURLToPath(new URL('../../dist/src/', import.meta.url));
const skip = !existsSync(BUILT);
const settings = (dataDir: string) =>
  readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', DRAIN_WAIT_MS: '0' });
const played = () => ({
  egress: new FakeInternet(),
  parser: inlineParser,
  reputationParser: inlineReputationParser,
  logger: pino({ level: 'silent' }),
});

t.test(
  'parts are closed one after another; a part that fails does not keep the others open, and the first error is thrown',
  async (t) => {
    const closed: string[] = [];
    const part = (name: string, fault?: string) => async (): Promise<void> => {
      closed.push(name);
      if (fault !== undefined) throw new Error(fault);
    };
    await t.rejects(closeAll([part('a'), part('b', 'first'), part('c', 'second'), part('d')]), { message: 'first' });
    t.strictSame(closed, ['a', 'b', 'c', 'd']);
    await closeAll([part('e')]);
  },
);

t.test('if a part cannot be closed, its error is thrown and the store is still released', async (t) => {
  const dataDir = t.testdir({});
  const running = await serve(settings(dataDir), () => {}, {
    ...played(),
    pageReader: { close: () => Promise.reject(new Error('the reader hangs')) } as never,
  });
  await t.rejects(running.stop(), { message: 'the reader hangs' });
  const next = await openStore({ file: join(dataDir, 'jobdata.sqlite'), role: 'serve' });
  t.equal((await next.accounts.list(Date.now())).length, 1);
  await next.close();
});

t.test('closing waits for the running slice of maintenance and starts no further slice', async (t) => {
  const dataDir = t.testdir({});
  const store = await openStore({ file: join(dataDir, 'jobdata.sqlite'), role: 'serve' });
  const events: string[] = [];
  let release: () => void = () => {};
  let told: AbortSignal | undefined;
  const running = await serve(settings(dataDir), () => {}, {
    ...played(),
    store: Object.assign(Object.create(store) as typeof store, {
      replays: {
        ...store.replays,
        purge: async (now: number, signal?: AbortSignal) => {
          told = signal;
          await new Promise<void>((resolve) => (release = resolve));
          events.push('purged');
          return store.replays.purge(now, signal);
        },
      },
      close: async () => {
        events.push('store closed');
        await store.close();
      },
      // The first purge, at the start, is let go at once.
      accounts: { ...store.accounts, purge: async () => void setImmediate(() => release()) },
    }),
  });
  events.length = 0;
  const store2 = running.service.store as { accounts: { purge: unknown } };
  store2.accounts.purge = async () => 0;
  const purged = running.service.purge();
  t.equal(running.service.purge(), purged, 'asked twice, it runs once');
  const stopped = running.stop();
  while (told?.aborted !== true) await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(events, [], 'the store is open while it is at work');
  release();
  await stopped;
  await purged;
  t.strictSame(events, ['purged', 'store closed']);
});

t.test('a second SIGTERM or SIGINT does not disturb the end: exit code 0', { skip, timeout: 60_000 }, async (t) => {
  // In `npm test`, `package.test.ts` ends the other one.
  for (const words of some([['main.js']], [['main.js'], ['cli/main.js', 'serve']])) {
    const child = spawn(process.execPath, [join(BUILT, words[0] as string), ...words.slice(1)], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: t.testdir({}), PORT: '0', DRAIN_WAIT_MS: '200' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      if (!printed.includes('listening on')) return;
      printed = '';
      for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) child.kill(signal);
    });
    t.strictSame(await ended, [0, null], words.join(' '));
  }
});

t.test('the service does not load the browser client, which starts a thread', { skip }, async (t) => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `await import(${JSON.stringify(join(BUILT, 'app/serve.js'))});
       const { createRequire } = await import('node:module');
       console.log(JSON.stringify(Object.keys(createRequire(${JSON.stringify(BUILT)}).cache)));`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) printed += chunk as string;
  const loaded = JSON.parse(printed) as string[];
  t.ok(loaded.some((path) => path.includes('better-sqlite3')));
  t.strictSame(
    loaded.filter((path) => path.includes('playwright')),
    [],
  );
});
