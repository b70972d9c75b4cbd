import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import t from 'tap';
import { freshDatabase, startPostgres, withoutPostgres } from '../support/postgres-server.ts';
import { freshRedis, startRedis, withoutRedis } from '../support/redis-server.ts';

const run = promisify(execFile);

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return Object.values(rows[0] ?? {})[0];
}

t.test('each test database is a separate schema', { skip: await withoutPostgres() }, async (t) => {
  const [one, other] = [await freshDatabase(t), await freshDatabase(t)];
  await ask(one, 'CREATE TABLE thing (id BIGINT)');
  t.match(await ask(one, `SELECT to_regclass('thing')::text`), 'thing');
  t.equal(await ask(other, `SELECT to_regclass('thing')::text`), null);
});

t.test('a PostgreSQL server that a test kills, stops and starts', { skip: await withoutPostgres() }, async (t) => {
  const server = await startPostgres(t, { password: 'p@ss:/word', settings: { synchronous_commit: 'on' } });
  await ask(server.url, 'CREATE TABLE thing (id BIGINT)');
  const wrong = server.url.replace('p%40ss', 'no');
  await t.rejects(ask(wrong, 'SELECT 1'), { code: '28P01' });
  const first = server.pid;
  await server.kill();
  t.equal(server.pid, undefined);
  await t.rejects(ask(server.url, 'SELECT 1'), { code: 'ECONNREFUSED' });
  await server.start();
  t.not(server.pid, first);
  t.match(await ask(server.url, `SELECT to_regclass('thing')::text`), 'thing', 'with its data');
  server.suspend();
  await t.rejects(ask(server.url, 'SELECT 1'), /timeout/);
  server.resume();
  t.equal(await ask(server.url, 'SELECT 1'), 1);
  await server.stop();
  await t.rejects(ask(server.url, 'SELECT 1'), { code: 'ECONNREFUSED' });
});

t.test('the same for Redis', { skip: await withoutRedis() }, async (t) => {
  const [one, other] = [await freshRedis(t), await freshRedis(t)].map((url) => new Redis(url));
  t.teardown(() => [one, other].forEach((client) => client?.disconnect()));
  await one?.set('thing', '1');
  t.equal(await other?.get('thing'), null);
  const server = await startRedis(t, { password: 'secret' });
  const client = new Redis(server.url, { maxRetriesPerRequest: 0, commandTimeout: 250, retryStrategy: () => 20 });
  client.on('error', () => {});
  t.teardown(() => client.disconnect());
  t.equal(await client.ping(), 'PONG');
  server.suspend();
  await t.rejects(client.ping());
  server.resume();
  await server.kill();
  await t.rejects(client.ping());
  await server.start();
  t.equal(await client.ping(), 'PONG');
});

t.test('test servers end with their process and leave nothing behind', { skip: await withoutPostgres() }, async (t) => {
  const script = fileURLToPath(new URL('../../dist/scripts/servers/postgres.js', import.meta.url));
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    `const { startPostgresServer } = await import(${JSON.stringify(script)});
     const { url, pid } = await startPostgresServer();
     console.log(JSON.stringify({ pid, folder: (await import('node:fs')).readlinkSync('/proc/' + pid + '/cwd') }));
     process.kill(process.pid, 'SIGKILL');`,
  ]).catch((error: { stdout: string }) => error);
  const { pid, folder } = JSON.parse(stdout) as { pid: number; folder: string };
  const lives = (): boolean => {
    try {
      return /^State:\s+[^Z]/m.test(execFileSync('cat', [`/proc/${pid}/status`], { stdio: 'pipe' }).toString());
    } catch {
      return false;
    }
  };
  while (lives() || existsSync(folder)) await new Promise((resolve) => setTimeout(resolve, 10));
  t.notOk(existsSync(folder));
});
