import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { openApi } from '../support/api.ts';

const PIECE = 'x'.repeat(64 * 1024);
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/**
 * Sends everything before it reads a byte, as a proxy may; returns what was received until the service closed, or
 * `until`.
 */
async function exchange(t: Test, parts: Iterable<string>, until: RegExp, withKey = true): Promise<string> {
  const { service, apiKey } = await openApi(t);
  const address = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const key = withKey ? `Authorization: Bearer ${apiKey}\r\n` : '';
  const socket = connect(Number(address.port), address.hostname);
  t.teardown(() => socket.destroy());
  socket.pause();
  await once(socket, 'connect');
  for (const part of parts) {
    if (!socket.write(part.replace('Key: his\r\n', key))) await once(socket, 'drain');
  }
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (until.test(answer)) break;
  }
  return answer;
}

function* request(headers: string, pieces: Iterable<string>): Iterable<string> {
  yield `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nKey: his\r\n${headers}\r\n`;
  yield* pieces;
}

function* repeated(piece: string, times: number): Iterable<string> {
  for (let count = 0; count < times; count += 1) yield piece;
}

const LENGTH = `Content-Length: ${PIECE.length * 128}\r\n`;
const CHUNK = `${PIECE.length.toString(16)}\r\n${PIECE}\r\n`;

t.test('a body that is too large is refused with a sentence, however it is sent', async (t) => {
  for (const connection of ['', 'Connection: close\r\n']) {
    const whole = [...request(LENGTH + connection, repeated(PIECE, 128))];
    t.match(await exchange(t, whole, /larger than 1 MiB/), /^HTTP\/1\.1 413 [^]*larger than 1 MiB/);
    const chunks = [...repeated(CHUNK, 128), '0\r\n\r\n'];
    const chunked = request(`Transfer-Encoding: chunked\r\n${connection}`, chunks);
    t.match(await exchange(t, chunked, /larger than 1 MiB/), /^HTTP\/1\.1 413 [^]*larger than 1 MiB/);
  }
});

t.test('the connection continues after a drained body', async (t) => {
  const next = request(`Content-Length: ${PING.length}\r\n`, [PING]);
  const answers = await exchange(t, [...request(LENGTH, repeated(PIECE, 128)), ...next], /HTTP[^]*HTTP[^]*\}/);
  t.match(answers, /^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 /);
});

t.test('a client that asks to close and never ends its body is answered after 16 MiB', async (t) => {
  const endless = request('Connection: close\r\nTransfer-Encoding: chunked\r\n', repeated(CHUNK, 288));
  t.match(await exchange(t, endless, /larger than 1 MiB/), /^HTTP\/1\.1 413 /);
});

t.test('requests refused before the body is read: no key, wrong content type, unknown path', async (t) => {
  for (const connection of ['', 'Connection: close\r\n']) {
    const parts = [...request(LENGTH + connection, repeated(PIECE, 128))];
    const answer = (from: string, to: string, withKey?: boolean): Promise<string> =>
      exchange(
        t,
        parts.map((part) => part.replace(from, to)),
        /\}$/,
        withKey,
      );
    t.match(await answer('', '', false), /^HTTP\/1\.1 401 /);
    t.match(await answer('application/json', 'text/plain'), /^HTTP\/1\.1 415 /);
    const unknown = await answer('/mcp', '/elsewhere');
    t.match(unknown, /^HTTP\/1\.1 404 /);
    t.equal(/^connection: close\r$/im.test(unknown), connection !== '', 'the peer knows whether it may go on');
  }
});
