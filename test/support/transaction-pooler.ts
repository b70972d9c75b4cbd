import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Test } from 'tap';

/** A message begins with one letter and four bytes for its length, which does not count the letter. */
const HEAD = 5;

/** Splits a stream into whole messages. The first message of a client has no letter before its length. */
function messages(each: (message: Buffer) => void): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= HEAD && waiting.length >= waiting.readUInt32BE(1) + 1) {
      const length = waiting.readUInt32BE(1) + 1;
      each(waiting.subarray(0, length));
      waiting = waiting.subarray(length);
    }
  };
}

interface Backend {
  socket: Socket;
  /** The client whose transaction is running on this connection. */
  client: Socket | undefined;
}

const letter = (message: Buffer): string => String.fromCharCode(message[0] as number);

/** Like PgBouncer in transaction mode, runs each transaction on a free one of two connections to the server. */
export async function startTransactionPooler(t: Test, url: string): Promise<{ url: string }> {
  const own = new URL(url);
  const { hostname, port } = own;
  const backends: Backend[] = [];
  const waiting: { client: Socket; message: Buffer }[] = [];
  /** The server's first messages, which all clients get. */
  let greeting = Buffer.alloc(0);

  function give(client: Socket, message: Buffer): void {
    // The connection that was used last is taken, so that clients change connections.
    const backend = backends.find((one) => one.client === client) ?? backends.findLast((one) => !one.client);
    if (!backend) return void waiting.push({ client, message });
    backend.client = client;
    backend.socket.write(message);
  }
  async function open(start: Buffer): Promise<void> {
    const socket = connect(Number(port), hostname);
    const backend: Backend = { socket, client: undefined };
    let ready: () => void = () => {};
    const started = new Promise<void>((resolve) => (ready = resolve));
    let said = Buffer.alloc(0);
    let isUp = false;
    socket.on('error', () => {});
    socket.on(
      'data',
      messages((message) => {
        const idle = letter(message) === 'Z' && message[HEAD] === 'I'.charCodeAt(0);
        if (!isUp) {
          // A pooler sends another process ID than the server's.
          if (letter(message) === 'K') message.writeUInt32BE(1, HEAD);
          said = Buffer.concat([said, message]);
          if (!idle) return;
          isUp = true;
          greeting = said;
          return ready();
        }
        backend.client?.write(message);
        if (!idle) return;
        backend.client = undefined;
        backends.splice(backends.indexOf(backend), 1);
        backends.push(backend);
        const next = waiting.shift();
        if (next) give(next.client, next.message);
      }),
    );
    socket.write(start);
    await started;
    backends.push(backend);
  }

  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', async (start: Buffer) => {
      if (backends.length === 0) for (let index = 0; index < 2; index += 1) await open(start);
      client.write(greeting);
      client.on(
        'data',
        messages((message) => {
          if (letter(message) === 'X') client.end();
          else give(client, Buffer.from(message));
        }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    for (const { socket } of backends) socket.destroy();
  });
  own.port = String((server.address() as AddressInfo).port);
  return { url: own.href.replaceAll('+', '%20') };
}
