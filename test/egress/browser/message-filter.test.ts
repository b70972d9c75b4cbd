import t from 'tap';
import { findBrowser } from '../../../src/egress/browser/executable.ts';
import { MessageFilter } from '../../../src/egress/browser/message-filter.ts';
import { openSharedRenderer } from '../../support/shared-renderer.ts';
import { volume } from '../../support/volume.ts';
import { openEgress, openSite } from '../loopback.ts';

const { path: browser, missing } = await findBrowser(process.env['CHROMIUM_PATH'] ?? null);
const skip = browser === undefined ? (missing ?? 'no browser') : false;

/** The messages that pass when they arrive in pieces of this many bytes. */
async function passed(messages: readonly string[], size: number): Promise<string[]> {
  const filter = new MessageFilter();
  const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(''));
  const pieces: Buffer[] = [];
  filter.on('data', (piece: Buffer) => pieces.push(piece));
  for (let at = 0; at < bytes.length; at += size) filter.write(bytes.subarray(at, at + size));
  await new Promise<void>((resolve) => filter.end(resolve));
  return Buffer.concat(pieces).toString().split('\0').slice(0, -1);
}

function event(method: string, length: number): string {
  return `{"method":"${method}","params":{"text":"${'é'.repeat(length)}"},"sessionId":"0AB1"}`;
}

t.test('the browser’s messages are parsed', async (t) => {
  const long = 'a'.repeat(13 * 1024 * 1024);
  const tooLong = [
    `{"id":34,"result":{"text":"${long}"},"sessionId":"0AB1"}`,
    `{"id":35,"result":{"text":"${long}"}}`,
    `{"id":36,"result":{"text":",\\"sessionId\\":\\"FFFF\\"}${long}"},"sessionId":"0AB2"}`,
  ];
  const kept = [
    '{"id":1,"result":{}}',
    event('Page.frameNavigated', 2_000),
    event('Runtime.exceptionThrown', 2_000),
    event('Network.requestWillBeSent', 100_000),
    `{"id":2,"result":{"text":"${'b'.repeat(4_000_000)}"},"sessionId":"0AB1"}`,
    '',
  ];
  const messages = [
    ...kept,
    event('Runtime.consoleAPICalled', 1),
    event('Network.webSocketFrameReceived', 10_000),
    event('Runtime.exceptionThrown', 40_000),
    event('Page.navigatedWithinDocument', 1_000_000),
  ];
  const refusal = '"error":{"code":-32000,"message":"The answer is too long."}';
  const refused = [
    `{"id":34,${refusal},"sessionId":"0AB1"}`,
    `{"id":35,${refusal}}`,
    `{"id":36,${refusal},"sessionId":"0AB2"}`,
  ];
  const last = '{"id":3,"result":{}}';
  for (const [size, count] of [
    // Hundreds of thousands of pieces: in `npm test`, of the last message alone.
    [61, volume(1, 3)],
    [65_536, 3],
    [1e9, 3],
  ] as const)
    t.strictSame(
      await passed([...messages, ...tooLong.slice(-count), last], size),
      [...kept, ...refused.slice(-count), last],
      `pieces of ${size} bytes`,
    );
});

t.test('the filter runs between the browser and its client', { skip }, async (t) => {
  const site = await openSite(t, (request, response) => {
    if (request.url === '/short') return void response.end(JSON.stringify('a'.repeat(300_000)));
    if (request.url === '/long') return void response.end(JSON.stringify('a'.repeat(13 * 1024 * 1024)));
    response.setHeader('content-type', 'text/html');
    response.end(
      `<body><script>console.log('b'.repeat(1e5)); Promise.all(['/short', '/long'].map((path) => fetch(path).then((r) => r.text()))).then(() => document.body.append('said all'))</script>`,
    );
  });
  const renderer = await openSharedRenderer(t, openEgress(t, { allow: [`127.0.0.1:${site.port}`] }));
  const url = `http://127.0.0.1:${site.port}`;
  const page = await renderer.render({ url: `${url}/`, timeoutMs: 30_000, captureExchanges: true });
  t.match(Buffer.from(page.html).toString(), /said all/);
  t.strictSame(
    page.exchanges
      .map(({ url: from, body, truncated }) => [from, body.length, truncated])
      .sort(([one], [other]) => String(one).localeCompare(String(other))),
    [
      [`${url}/long`, 0, true],
      [`${url}/short`, 200_000, true],
    ],
  );
});
