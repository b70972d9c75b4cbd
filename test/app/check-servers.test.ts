import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { Redis } from 'ioredis';
import t from 'tap';
import { unprivileged } from '../../scripts/servers/own-server.ts';
import { loadForStart } from '../../src/app/check-start.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/store/open.ts';
import { freshDatabase, startPostgres, withoutPostgres } from '../support/postgres-server.ts';
import { startRedis, withoutRedis } from '../support/redis-server.ts';

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const OPENSSL = '/usr/bin/openssl';
/** No server listens there. */
const NOWHERE = '127.0.0.1:1';

async function faults(DATABASE_URL: string, REDIS_URL = `redis://${NOWHERE}`): Promise<readonly string[]> {
  try {
    await loadForStart({ PORT: '0', DATABASE_URL, REDIS_URL, DATA_DIR: '/proc/nowhere' });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}

let started: ReturnType<typeof startPostgres> | undefined;

/** One server for all tests of this file that need a password and no TLS. */
function withPassword(): ReturnType<typeof startPostgres> {
  return (started ??= startPostgres(t, { password: 's3cret' }));
}

t.test('only one of the two settings is set, or its address is invalid', async (t) => {
  t.match(await faults('', 'redis://host'), [/REDIS_URL needs DATABASE_URL/]);
  t.match(await faults('postgres://host/database', ''), [/DATABASE_URL needs REDIS_URL/]);
  const all = await faults('mysql://user:s3cret@host/db', '//:s3cret@host');
  t.match(all, [/^DATABASE_URL must be an address that starts with postgres:/, /^REDIS_URL must be an address/]);
  t.notMatch(all.join('\n'), /s3cret/);
});

t.test('attack: options of the Redis client in the query of REDIS_URL are refused', async (t) => {
  const url = 'postgres://host/database';
  const taken = (address: string): string | null => readConfig({ DATABASE_URL: url, REDIS_URL: address }).redisUrl;
  for (const address of ['redis://host', 'rediss://:s3cret@host:6379/3', 'redis://[::1]/?family=6'])
    t.equal(taken(address), address, address);
  const refused = [
    // Formerly, a database number that is not a number ended the process, and an invalid host meant this machine.
    'redis://:s3cret@host:6379/jobs',
    'redis://host/1/2',
    'redis:///run/redis.sock',
    'redis:/run/redis.sock',
    // Settings of the service's own: a wait that never ends.
    'redis://host?db=jobs',
    'redis://:s3cret@host?commandTimeout=99999999',
    'redis://host/0#s3cret',
  ];
  for (const address of refused) {
    t.throws(() => taken(address), { message: /REDIS_URL must be redis:\/\/ or rediss:\/\/ and a host/ }, address);
    t.throws(() => taken(address), { message: /^(?!.*s3cret)/s }, address);
  }
});

t.test('servers that cannot be reached: a missing database stops the start, a missing Redis does not', async (t) => {
  t.strictSame(await faults(`postgres://user:s3cret@${NOWHERE}/database`), [
    'DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED): start it, or correct the address.',
  ]);
  t.match(await faults('postgres://user:s3cret@no.such.host.invalid/database'), [
    /^DATABASE_URL: no PostgreSQL answers at no\.such\.host\.invalid:5432 \((?:ENOTFOUND|EAI_AGAIN)\)/,
  ]);
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  t.teardown(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const said = await faults(`postgres://user:s3cret@127.0.0.1:${port}/database`);
  t.match(said, [/^DATABASE_URL: /]);
  t.notMatch(said.join('\n'), /s3cret/);
});

t.test(
  'a database that no service can start on is refused with the reason',
  { skip: await withoutPostgres() },
  async (t) => {
    const server = await withPassword();
    const at = (user: string, database: string): string => {
      const url = new URL(server.url);
      url.username = user;
      url.pathname = `/${database}`;
      return url.href;
    };
    t.strictSame(await faults(server.url), [], 'as it comes');
    t.match(await faults(server.url.replace('s3cret', 'wr0ng')), [/refuses the password of user "postgres"\.$/]);
    t.match(await faults(server.url.replace(':s3cret', '')), [/asks for a password, and the URL has none\.$/]);
    t.match(await faults(at('postgres', 'missing')), [/has no database "missing": make it with "createdb/]);
    t.match(await faults(`${server.url}?sslmode=verify-full&sslrootcert=/no/ca.pem`), [
      /^DATABASE_URL: a file that the URL names \(sslrootcert, sslcert, sslkey\) cannot be read: ENOENT/,
    ]);
    t.match(await faults(`${server.url}?options=-cno_such%3D1`), [/configuration parameter "no_such"\.$/]);
    // Commands do not make this check.
    const said = (url: string): Promise<unknown> =>
      openStore({ file: '', url, role: 'use' }).then(
        (store) => store.close(),
        (error: Error) => error.message,
      );
    t.match(
      await said(server.url.replace(':s3cret', '')),
      /^The server \S+ asks for a password, and the URL has none\.$/,
    );
    t.match(
      await said(`${server.url}?options=-cno_such%3D1`),
      /^The server \S+ refuses a setting that the URL names: /,
    );

    await run(server.url, `CREATE ROLE guest LOGIN PASSWORD 's3cret'`, 'CREATE DATABASE shared');
    await run(server.url, 'CREATE DATABASE latin ENCODING latin1 TEMPLATE template0');
    t.match(await faults(at('guest', 'shared')), [
      /user "guest" may make no tables in schema "public" of database "shared"/,
    ]);
    t.match(await faults(at('postgres', 'latin')), [/keeps texts as LATIN1/]);
    await run(server.url, 'ALTER ROLE guest SET default_transaction_read_only = on');
    t.match(await faults(at('guest', 'shared')), [/is read-only for user "guest"/]);
    t.match(await faults(`${server.url}?options=-csearch_path%3Dnowhere`), [/names no schema that is there/]);
    await run(server.url, 'ALTER ROLE guest CONNECTION LIMIT 0');
    t.match(await faults(at('guest', 'shared')), [/has no connection left/]);
  },
);

t.test('a server without TLS, and a certificate that is not trusted, are reported', async (t) => {
  const missing = await withoutPostgres();
  if (missing !== false || !existsSync(OPENSSL)) return void t.comment(missing || 'openssl is not there');
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-tls-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=db.internal'];
  execFileSync(OPENSSL, [...words, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  chmodSync(key, 0o600);
  const { uid, gid } = unprivileged() ?? {};
  for (const path of [folder, key, certificate]) if (uid !== undefined) chownSync(path, uid, gid as number);
  const server = await withPassword();
  const said = [/: the server \S+ does not speak TLS, which the URL asks for \(sslmode\): let it/];
  t.match(await faults(`${server.url}?sslmode=verify-full`), said);
  const settings = { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key };
  const secure = await startPostgres(t, { settings });
  for (const query of ['sslmode=verify-full', `sslmode=verify-full&sslrootcert=${certificate}`]) {
    const found = await faults(`${secure.url}?${query}`);
    t.match(found, [/: the certificate of the server \S+ is not trusted \(.+\): name the file of its authority/]);
  }
  t.strictSame(await faults(`${secure.url}?sslmode=no-verify`), []);
});

t.test(
  'a Redis that needs another setting, such as a password, is reported with that setting',
  { skip: (await withoutRedis()) || (await withoutPostgres()) },
  async (t) => {
    const database = await freshDatabase(t);
    const server = await startRedis(t, { password: 's3cret' });
    t.strictSame(await faults(database, server.url), []);
    t.match(await faults(database, server.url.replace(':s3cret@', '')), [/asks for a password/]);
    t.match(await faults(database, server.url.replace('s3cret', 'wr0ng')), [/refuses the user or the password/]);
    t.match(await faults(database, `${server.url}/9999`), [/has no database of that number/]);
    const client = new Redis(server.url);
    await client.config('SET', 'maxmemory', '1');
    client.disconnect();
    t.strictSame(await faults(database, server.url), [], 'one that is full serves by what it can');
  },
);

t.test('a service for one client says where its accounts are stored', { skip: await withoutPostgres() }, async (t) => {
  const env = { PATH: process.env['PATH'], DATABASE_URL: await freshDatabase(t), REDIS_URL: `redis://${NOWHERE}` };
  const child = spawn(process.execPath, [CLI, 'mcp', '--test'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  t.match(await text(child.stderr), /^Job Data MCP works on the database of DATABASE_URL\.$/m);
});
