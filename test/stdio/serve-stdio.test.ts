import { PassThrough, Writable } from 'node:stream';
import t from 'tap';
import { readLines, TOO_LONG } from '../../src/stdio/lines.ts';
import { serveStdio, type Answerer, type ClientMessage } from '../../src/stdio/serve-stdio.ts';

const MEBIBYTE = 1024 * 1024;

/** A client's two pipes, with the output so far. */
const BASE_URL = 'https://jobs.example.com';

function open(given: Pick<Answerer, 'answer'>) {
  const answerer: Answerer = { baseUrl: BASE_URL, ...given };
  const input = new PassThrough();
  const output = new PassThrough();
  const told = new AbortController();
  const faults: unknown[] = [];
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const ended = serveStdio({ input, output, answerer, signal: told.signal, onFault: (error) => faults.push(error) });
  return {
    input,
    output,
    ended,
    faults,
    stop: () => told.abort(),
    say: (value: unknown) => input.write(`${JSON.stringify(value)}\n`),
    heard: (): any[] =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

/** Resolves once the condition is true; other work runs between the checks. */
async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 10_000 && !holds(); turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

const answerOf = ({ id }: ClientMessage, result: object = {}): string => JSON.stringify({ jsonrpc: '2.0', id, result });

/** Answers when the test tells it to. */
function patient() {
  const asked: { message: ClientMessage; signal: AbortSignal; finish(result?: object): void }[] = [];
  const answerer: Pick<Answerer, 'answer'> = {
    answer: (message, _send, signal) =>
      new Promise((resolve) => {
        asked.push({ message, signal, finish: (result) => resolve(answerOf(message, result)) });
      }),
  };
  return { asked, answerer };
}

t.test('lines: split anywhere, with carriage returns, empty lines, the last without an end', async (t) => {
  async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
    for (const text of texts) yield Buffer.from(text);
  }
  const read = async (limit: number, ...texts: string[]) => {
    const lines: unknown[] = [];
    for await (const line of readLines(chunks(...texts), limit))
      lines.push(line === TOO_LONG ? 'too long' : line.toString());
    return lines;
  };
  t.strictSame(await read(100, '{"a"', ':1}\r\n\n', '\r\n{"é', '":2}\n{}'), ['{"a":1}', '{"é":2}', '{}']);
  t.strictSame(await read(4, '12345\n1234\n', '123', '456', '789\n12\n'), ['too long', '1234', 'too long', '12']);
  const [two] = await read(100, ...[...Buffer.from('{"é":"€"}\n')].map((byte) => String.fromCharCode(byte)));
  t.equal(typeof two, 'string');
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const byte of Buffer.from('{"é":"€"}\n')) yield Buffer.from([byte]);
  }
  for await (const line of readLines(bytes(), 100)) t.equal(String(line), '{"é":"€"}', 'cut within a character');
});

t.test('requests run at the same time and are answered as they end', async (t) => {
  const { asked, answerer } = patient();
  const client = open(answerer);
  client.say({ jsonrpc: '2.0', id: 1, method: 'slow' });
  client.say({ jsonrpc: '2.0', id: 'two', method: 'quick' });
  await until(() => asked.length === 2);
  asked[1]?.finish();
  await until(() => client.heard().length === 1);
  asked[0]?.finish();
  client.input.end();
  await client.ended;
  t.strictSame(
    client.heard().map(({ id }) => id),
    ['two', 1],
  );
});

t.test('when the input ends, running requests are answered first', async (t) => {
  const { asked, answerer } = patient();
  const client = open(answerer);
  client.input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'a' })}`);
  await until(() => asked.length === 1);
  asked[0]?.finish();
  await client.ended;
  t.match(client.heard(), [{ id: 1, result: {} }]);
});

t.test('notifications/cancelled: only that call is cancelled, and it is never answered', async (t) => {
  const { asked, answerer } = patient();
  const client = open(answerer);
  client.say({ jsonrpc: '2.0', id: 1, method: 'a' });
  client.say({ jsonrpc: '2.0', id: '1', method: 'b' });
  await until(() => asked.length === 2);
  for (const requestId of [1, 7, null, { a: 1 }])
    client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled' });
  await until(() => asked[0]?.signal.aborted === true);
  t.ok(asked[0]?.signal.aborted);
  t.notOk(asked[1]?.signal.aborted, 'the id "1" is another than 1');
  asked[0]?.finish();
  asked[1]?.finish();
  client.input.end();
  await client.ended;
  t.strictSame(
    client.heard().map(({ id }) => id),
    ['1'],
  );
});

t.test('progress arrives before the answer, and none after a cancellation', async (t) => {
  let late: ((json: string) => void) | undefined;
  const client = open({
    answer: async (message, send) => {
      if (message.id === 1) {
        send('{"progress":1}');
        return answerOf(message);
      }
      late = send;
      return new Promise(() => {});
    },
  });
  client.say({ jsonrpc: '2.0', id: 1, method: 'a' });
  await until(() => client.heard().length === 2);
  client.say({ jsonrpc: '2.0', id: 2, method: 'b' });
  await until(() => late !== undefined);
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  client.say({ jsonrpc: '2.0', id: 3, method: 'c' });
  await until(() => client.input.readableLength === 0);
  client.stop();
  await client.ended;
  late?.('{"progress":2}');
  t.strictSame(client.heard(), [{ progress: 1 }, { jsonrpc: '2.0', id: 1, result: {} }]);
});

t.test(
  'a line that is too long, invalid JSON, an internal error: each is answered, and the server continues',
  async (t) => {
    const client = open({
      answer: async (message) => {
        if (message.value === undefined) return '{"error":"no JSON"}';
        throw new Error('a secret of ours');
      },
    });
    client.input.write(`{"jsonrpc":"2.0","id":1,"x":"${'x'.repeat(2 * MEBIBYTE)}"}\n`);
    client.input.write('nonsense\n');
    client.say({ jsonrpc: '2.0', id: 5, method: 'a' });
    client.say({ jsonrpc: '2.0', method: 'notifications/a' });
    client.input.end();
    await client.ended;
    t.match(client.heard(), [
      { id: null, error: { code: -32600, message: /at most 1048576 bytes/ } },
      { error: 'no JSON' },
      { id: 5, error: { code: -32603, data: { docs: `${BASE_URL}/docs/errors#internal` } } },
    ]);
    t.notMatch(JSON.stringify(client.heard()), /secret/);
    t.equal(client.faults.length, 2, 'told to those who run it, a notification too');
  },
);

t.test('if the output is closed or a signal arrives, calls are cancelled and the process ends', async (t) => {
  for (const way of ['output', 'signal'] as const) {
    const { asked, answerer } = patient();
    const client = open(answerer);
    client.say({ jsonrpc: '2.0', id: 1, method: 'a' });
    await until(() => asked.length === 1);
    if (way === 'output') client.output.destroy(new Error('EPIPE'));
    else client.stop();
    await client.ended;
    t.ok(asked[0]?.signal.aborted, way);
  }
});

t.test('a client that does not read its answers is not read from; 64 calls run at once', async (t) => {
  const full = patient();
  const many = open(full.answerer);
  for (let id = 0; id < 200; id += 1) many.say({ jsonrpc: '2.0', id, method: 'a' });
  await until(() => full.asked.length > 64);
  t.equal(full.asked.length, 64);
  full.asked[0]?.finish();
  await until(() => full.asked.length === 65);
  t.equal(full.asked.length, 65);
  many.stop();
  await many.ended;

  let taken: (() => void) | undefined;
  const slow = new Writable({ highWaterMark: 10, write: (_chunk, _encoding, done) => (taken = done) });
  const input = new PassThrough();
  let answered = 0;
  const told = new AbortController();
  const ended = serveStdio({
    input,
    output: slow,
    answerer: {
      baseUrl: '',
      answer: async (message) => {
        answered += 1;
        return answerOf(message, { text: 'x'.repeat(100) });
      },
    },
    signal: told.signal,
    onFault: () => {},
  });
  for (let id = 0; id < 50; id += 1) input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'a' })}\n`);
  await until(() => answered > 40);
  t.ok(answered < 10, `${answered} of 50 were answered to nobody`);
  taken?.();
  told.abort();
  await ended;
});
