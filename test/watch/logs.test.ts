import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';

const CALL = {
  level: 30,
  time: Date.parse('2026-11-20T10:00:00.123Z'),
  room: 'calls',
  accountId: 'acc_1',
  keyId: 'key_1',
  plan: 'pro',
  requestId: 'req_1',
  receiptId: 'rcpt_1',
  tool: 'scrape_jobs',
  outcome: 'ok',
  cost: 1,
  cached: false,
  ms: 1234,
  msg: 'call',
};
const OTHER = {
  ...CALL,
  level: 40,
  room: 'egress',
  tool: undefined,
  requestId: 'req_2',
  accountId: 'acc_2',
  msg: 'fetched',
};
const json = (value: object): string => JSON.stringify(value);

async function logs(input: string, words: string[] = [], more: { screen?: object; env?: NodeJS.ProcessEnv } = {}) {
  let out = '';
  let err = '';
  const code = await runCommandLine(['logs', ...words, '--utc'], {
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdin: Readable.from([input]),
    interactive: false,
    env: {},
    ...(more as object),
  });
  return { code, out, err };
}

t.test('a call is one line: when, where, what, what it cost, how long', async (t) => {
  const { out, code } = await logs(`${json(CALL)}\n`);
  t.equal(code, 0);
  t.equal(out.trimEnd().split('\n').length, 1);
  t.match(out, /^\[2026-11-20 10:00:00\.123\] INFO: calls: scrape_jobs ok, 1 credit, 1234 ms /);
  t.match(out, /"requestId":"req_1"/);
  t.notMatch(out, /"tool"|"ms"|"room"/, 'nothing twice');
  t.notMatch(out, /\u001b/, 'no colour where nobody looks');
});

t.test('colour on a terminal, unless NO_COLOR', async (t) => {
  const screen = {};
  t.match((await logs(`${json(CALL)}\n`, [], { screen })).out, /\u001b\[3\dm/);
  t.notMatch((await logs(`${json(CALL)}\n`, [], { screen, env: { NO_COLOR: '1' } })).out, /\u001b/);
});

t.test('what journald and Docker put around a line', async (t) => {
  const plain = (await logs(`${json(CALL)}\n`)).out;
  const line = json(CALL);
  for (const [what, around] of [
    ['journald', `Nov 20 10:00:00 host jobdata[123]: ${line}`],
    ['journald, ISO', `2026-11-20T10:00:00+0000 host node[123]: ${line}`],
    ['journald, JSON', json({ MESSAGE: line, _PID: '1', __REALTIME_TIMESTAMP: '1' })],
    ['journald, JSON of bytes', json({ MESSAGE: [...Buffer.from(line)] })],
    ['compose', `jobdata-1  | ${line}`],
    ['docker logs -t', `2026-11-20T10:00:00.000000000Z ${line}`],
    ["Docker's files", json({ log: `${line}\n`, stream: 'stdout', time: '2026-11-20T10:00:00Z' })],
    ['containerd', `2026-11-20T10:00:00.0Z stdout F ${line}`],
  ] as const)
    t.equal((await logs(`${around}\n`)).out, plain, what);
});

t.test('filters, alone and together', async (t) => {
  const both = `${json(CALL)}\n${json(OTHER)}\n`;
  const shown = async (...words: string[]): Promise<string[]> =>
    [...(await logs(both, words)).out.matchAll(/req_\d/g)].map(([id]) => id);
  t.strictSame(await shown(), ['req_1', 'req_2']);
  t.strictSame(await shown('--level', 'warn'), ['req_2']);
  t.strictSame(await shown('--level', 'error'), []);
  t.strictSame(await shown('--room', 'egress'), ['req_2']);
  t.strictSame(await shown('--tool', 'scrape_jobs'), ['req_1']);
  t.strictSame(await shown('--account', 'acc_2'), ['req_2']);
  t.strictSame(await shown('--request', 'req_1'), ['req_1']);
  t.strictSame(await shown('--request', 'rcpt_1'), ['req_1', 'req_2'], 'a receipt');
  t.strictSame(await shown('--room', 'calls', '--level', 'warn'), []);
  t.match(await logs('', ['--level', 'loud']), { code: 2, err: /--level must be one of: trace, debug/ });
});

t.test('lines that are none of the service go on, cleaned; with a filter they do not', async (t) => {
  const input = 'Job Data MCP is listening on http://127.0.0.1:8080/mcp\n{"not":"a line"}\n{broken\n\n';
  t.equal(
    (await logs(input)).out,
    'Job Data MCP is listening on http://127.0.0.1:8080/mcp\n{"not":"a line"}\n{broken\n',
  );
  t.equal((await logs(input, ['--level', 'info'])).out, '');
});

t.test('nothing that a terminal acts on gets through', async (t) => {
  const hostile = [
    '\u001b[2J\u001b[H',
    '\u001b]0;title\u0007',
    '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\',
    '\u001bP1;2q\u001b\\',
    '\u009b31m',
    '\u009dtitle\u009c',
    '\u001bc',
    '\u0008\u0007\u000e',
    '\u202egnp.exe',
    '\u200b',
    'a\rb',
    '\u001b[',
    '\u001b',
  ].join('x');
  const lines = [
    json({ ...CALL, msg: hostile, [`key${hostile}`]: hostile, nested: { list: [hostile] } }),
    json({ ...CALL, tool: hostile }),
    json({ ...OTHER, err: { type: 'Error', message: hostile, stack: `Error: ${hostile}\n    at a (b:1:2)` } }),
    json({ level: 30, time: 1, room: hostile, msg: 'forged\n[2026-01-01] INFO: calls: all is well' }),
    `plain ${hostile}`,
    json({ MESSAGE: `plain ${hostile}` }),
  ];
  const { out } = await logs(`${lines.join('\n')}\n`);
  // eslint-disable-next-line no-control-regex
  t.notMatch(out, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/);
  t.notMatch(out, /evil\.example/, "a link's address goes with its sequence");
  t.notMatch(out, /^\[2026-01-01\]/m, 'no line is forged');
});

t.test('lines whose members are of other kinds than ours', async (t) => {
  const odd = [
    { ...CALL, msg: { toString: 1, valueOf: 1 } },
    { ...CALL, room: { toString: 1 }, tool: 'x', outcome: 'ok', ms: { toString: 1 } },
    { ...CALL, time: 'yesterday' },
    { ...CALL, time: 1e300 },
    { ...CALL, time: { a: 1 } },
    { ...CALL, level: 1e300 },
    { ...CALL, level: -5 },
    { ...OTHER, err: { type: 'Error', message: 5, stack: { a: 1 } } },
    { ...OTHER, err: null },
    { ...OTHER, hostname: { toString: 1 }, name: { toString: 1 }, pid: [] },
    JSON.parse('{"level":30,"__proto__":{"msg":1},"constructor":1,"msg":"x"}'),
  ];
  for (const one of odd) {
    const { code, out, err } = await logs(`${JSON.stringify(one)}\n${json(CALL)}\n`);
    t.match({ code, err }, { code: 0, err: '' }, JSON.stringify(one));
    t.match(out, /scrape_jobs ok, 1 credit, 1234 ms .*req_1[^\n]*\n$/, 'the next line is shown');
  }
});

t.test('lines that nest deeply or are very long', async (t) => {
  let deep = '1';
  for (let level = 0; level < 5_000; level += 1) deep = `{"a":${deep}}`;
  const { code, err, out } = await logs(
    `${json(CALL).slice(0, -1)},"deep":${deep}}\n${'x'.repeat(5_000_000)}\n${json(CALL)}\n`,
  );
  t.equal(code, 0);
  t.match(err, /more than 4194304 bytes was left out/);
  t.equal([...out.matchAll(/scrape_jobs ok/g)].length, 2);
});

t.test('a file, and one that cannot be read', async (t: Test) => {
  const folder = t.testdir({});
  const file = join(folder, 'service.log');
  writeFileSync(file, `${json(CALL)}\n${json(OTHER)}`);
  t.equal((await logs('', [file])).out.trimEnd().split('\n').length, 2, 'the last line without its end too');
  t.match(await logs('', [join(folder, 'none')]), { code: 1, err: /There is no file/ });
  t.match(await logs('', [folder]), { code: 1, err: /is a folder/ });
});
