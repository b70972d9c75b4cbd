import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { openStore } from '../../src/store/open.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';

const skip = await withoutPostgres();

/** A URL to the server through which nothing is returned or closed once a message contains `word`. */
async function openWay(t: Test, url: string, word: string): Promise<string> {
  const server = new URL(url);
  const target = new URL(url);
  let hangs = false;
  const sockets: Socket[] = [];
  const relay = createServer({ allowHalfOpen: true }, (caller) => {
    const behind = connect(Number(server.port) || 5432, server.hostname);
    sockets.push(caller, behind);
    for (const socket of [caller, behind]) socket.on('error', () => {});
    caller.on('data', (bytes) => {
      if (bytes.includes(word)) hangs = true;
      if (!hangs) behind.write(bytes);
    });
    behind.on('data', (bytes) => hangs || caller.write(bytes));
    behind.on('close', () => hangs || caller.destroy());
    caller.on('close', () => behind.destroy());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  target.port = String((relay.address() as AddressInfo).port);
  return target.href;
}

async function letsAStartIn(t: Test): Promise<void> {
  const way = await openWay(t, await freshDatabase(t), 'server_version_num');
  await t.rejects(openStore({ file: '', url: way, role: 'serve' }), {
    message: /^No PostgreSQL answers at \S+ \(Query read timeout\): start it, or correct the address\.$/,
  });
}

async function hangsWhenOneIsChosen(t: Test): Promise<void> {
  const url = await freshDatabase(t);
  await (await openStore({ file: '', url })).close();
  const way = await openWay(t, url, 'pg_try_advisory_xact_lock');
  const store = await openStore({ file: '', url: way, role: 'use' });
  await t.rejects(
    store.withLock('maintenance', async () => t.fail('it was not chosen'), 'orLeave'),
    { message: 'The database cannot be reached.' },
    'it is done another time, not waited for',
  );
  await store.close();
}

// Both wait until the server has been silent long enough, so they wait at the same time.
t.test(
  'a server that hangs after accepting a connection, or when one of several is chosen',
  { skip, timeout: 60_000 },
  (t) => Promise.all([letsAStartIn(t), hangsWhenOneIsChosen(t)]),
);
