import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Counter, Histogram, Registry } from 'prom-client';
import t, { type Test } from 'tap';
import type { Screen } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { draw, type View } from '../../src/watch/top/draw.ts';
import { activitiesOf, intervalOf, quantileOf, rateOf } from '../../src/watch/top/figures.ts';
import { parseMetrics } from '../../src/watch/top/parse-metrics.ts';
import { watchService } from '../../src/watch/top/watch-service.ts';
import { openApi } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';
import { feed, KEYED, NHS } from '../support/job-answers.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const START = `process_start_time_seconds ${AT / 1_000 - 3_600}\njobdata_build_info{version="1.0.0",node="20"} 1\n`;

t.test('the text format: labels with escapes, infinity, timestamps; what is none of it is left out', (t) => {
  const page = parseMetrics(
    [
      '# HELP a Help.',
      'a{x="1",y="two \\"words\\", \\\\ and \\n"} 4 1700000000000',
      'b_bucket{le="+Inf"} 7',
      'c NaN',
      'd +Inf',
      'e{} 1e3',
      '<html>',
      '{"json": 1}',
    ].join('\n'),
  );
  t.strictSame(page.get('a'), [{ labels: { x: '1', y: 'two "words", \\ and \n' }, value: 4 }]);
  t.strictSame(page.get('b_bucket'), [{ labels: { le: '+Inf' }, value: 7 }]);
  t.equal(page.get('c'), undefined);
  t.equal(page.get('d')?.[0]?.value, Number.POSITIVE_INFINITY);
  t.equal(page.get('e')?.[0]?.value, 1_000);
  t.equal(page.size, 4);
  t.end();
});

t.test('rates and quantiles are those of the interval', async (t) => {
  const registers = [new Registry()];
  const calls = new Counter({ name: 'calls', help: 'x', labelNames: ['tool', 'outcome'], registers });
  const took = new Histogram({ name: 'took', help: 'x', labelNames: ['tool'], buckets: [1, 2, 4], registers });
  const look = async () => parseMetrics(START + (await registers[0]?.metrics()));
  calls.inc({ tool: 'a', outcome: 'ok' }, 1_000);
  for (let index = 0; index < 100; index += 1) took.observe({ tool: 'a' }, 3.9);
  const before = { page: await look(), at: AT };
  calls.inc({ tool: 'a', outcome: 'ok' }, 8);
  calls.inc({ tool: 'a', outcome: 'timeout' }, 2);
  for (let index = 0; index < 10; index += 1) took.observe({ tool: 'a' }, 1.5);
  const after = { page: await look(), at: AT + 5_000 };
  const interval = intervalOf(before, after);
  t.equal(interval.seconds, 5);
  t.equal(rateOf(interval, 'calls'), 2);
  t.match(activitiesOf(interval, 'calls', 'tool', 'took'), [
    {
      name: 'a',
      rate: 2,
      outcomes: [
        { outcome: 'ok', rate: 1.6 },
        { outcome: 'timeout', rate: 0.4 },
      ],
      p50: 1.5,
      p95: 1.95,
    },
  ]);
  const whole = intervalOf(undefined, after);
  t.equal(whole.seconds, 3_605, "the first look counts from the service's start");
  t.equal(rateOf(whole, 'calls'), 1_010 / 3_605);
  t.ok((quantileOf(whole, 'took', 0.5) ?? 0) > 2);
  t.equal(quantileOf(intervalOf(after, { ...after, at: AT + 9_000 }), 'took', 0.5), undefined, 'nothing happened');
  took.observe({ tool: 'a' }, 100);
  t.equal(quantileOf(intervalOf(after, { page: await look(), at: AT + 9_000 }), 'took', 0.5), 4, 'past the last bound');
});

t.test('a service that was started anew counts from its start', (t) => {
  const before = { page: parseMetrics(`${START}calls 900\n`), at: AT };
  const after = {
    page: parseMetrics(`process_start_time_seconds ${AT / 1_000 + 5}\ncalls 30\n`),
    at: AT + 15_000,
  };
  const interval = intervalOf(before, after);
  t.equal(interval.seconds, 10);
  t.equal(rateOf(interval, 'calls'), 3);
  t.end();
});

t.test('a service that goes away and comes back is shown as that', async (t) => {
  const clock = new FakeClock();
  const answers: (string | Error)[] = [
    new Error('ECONNREFUSED'),
    `${START}jobdata_tool_calls_total{tool="ping",outcome="ok"} 0\n`,
    new Error('ECONNREFUSED'),
    new Error('no answer in time'),
    `${START}jobdata_tool_calls_total{tool="ping",outcome="ok"} 60\n`,
  ];
  const views: View[] = [];
  async function* ticks() {
    while (answers.length > 0) {
      yield;
      clock.advance(2_000);
    }
  }
  const answered = await watchService({
    url: 'http://127.0.0.1:8080',
    read: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return parseMetrics(answer ?? '');
    },
    show: (view) => views.push(view),
    ticks: ticks(),
    everySeconds: 2,
    now: () => clock.now(),
  });
  t.equal(answered, true);
  const frames = views.map((view) => draw(view, 100).join('\n'));
  t.match(frames[0], /no answer since \d\d:\d\d:\d\d: ECONNREFUSED/);
  t.notMatch(frames[1], /no answer/i);
  t.match(frames[2], /NO ANSWER since .* \(ECONNREFUSED\); the figures are from before/);
  t.equal(views[3]?.away?.since, views[2]?.away?.since, 'since it went');
  t.notMatch(frames[4], /no answer/i);
  t.match(frames[4], /^ping +10\.0\/s/m, 'over the six seconds that it was away');
});

t.test('narrow and low terminals: no line is too long, none too many', (t) => {
  const page = parseMetrics(
    START +
      Array.from(
        { length: 30 },
        (_, index) =>
          `jobdata_platform_fetches_total{platform="p${index}\\n\t\u001b[2J\u202e\u0085",outcome="ok"} ${index}`,
      ).join('\n'),
  );
  const view: View = {
    url: 'http://127.0.0.1:8080',
    interval: intervalOf(undefined, { page, at: AT }),
    away: undefined,
    everySeconds: 2,
    now: AT,
  };
  for (const [columns, rows] of [
    [200, 100],
    [80, 24],
    [40, 10],
    [20, 2],
    [1, 1],
    [0, 0],
  ] as const) {
    const lines = draw(view, columns, rows);
    t.ok(lines.length <= Math.max(2, rows), `${rows} rows`);
    for (const line of lines) t.ok([...line].length <= Math.max(20, columns), `${columns} columns`);
    t.notMatch(lines.join(''), /[\n\r\t\u001b\u202e\u0085]/, 'nothing that the terminal acts on');
  }
  t.match(draw(view, 80, 24).at(-1), /^… \d+ more lines$/);
  t.end();
});

/** A terminal that is looked at; `keys` are typed after each frame. */
class PlayedScreen implements Screen {
  #listener: (key: string) => void = () => {};
  released = false;
  readonly #typed: (string | undefined)[];
  constructor(typed: (string | undefined)[]) {
    this.#typed = typed;
  }
  columns = (): number => 100;
  rows = (): number => 40;
  keys(listener: (key: string) => void): () => void {
    this.#listener = listener;
    return () => {
      this.released = true;
    };
  }
  async *ticks(_everyMs: number, signal: AbortSignal): AsyncGenerator<void> {
    for (const key of this.#typed) {
      if (signal.aborted) return;
      yield;
      if (key !== undefined) this.#listener(key);
    }
    if (!signal.aborted) throw new Error('Nobody typed q.');
  }
}

async function top(words: string[], env: NodeJS.ProcessEnv, screen?: Screen) {
  let out = '';
  let err = '';
  const code = await runCommandLine(['top', ...words], {
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdin: Readable.from([]),
    interactive: false,
    env,
    ...(screen ? { screen } : {}),
  });
  return { code, out, err };
}

/** The metrics of a real service behind a port. */
async function openService(t: Test, env: Record<string, string> = {}) {
  const api = await openApi(t, { env: { ...KEYED, ...env } });
  api.internet.on(NHS, feed([{ title: 'Porter' }]));
  await api.call('scrape_jobs', { query: 'porter', platforms: ['nhs_jobs'] });
  await api.call('ping');
  const address = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  return { api, address, env: { PORT: new URL(address).port, DATA_DIR: t.testdir({}) } };
}

t.test('jobdata top where nobody draws: one look as plain lines', async (t) => {
  const { env } = await openService(t);
  const { code, out, err } = await top([], env);
  t.equal(code, 0, err);
  t.notMatch(out, /\u001b/);
  t.match(out, /^jobdata 1\.\d+\.\d+ at http:\/\/127\.0\.0\.1:\d+ · up .* · since its start\n/);
  t.match(out, /^scrape_jobs +\S+ +\d+ ms .* ok /m);
  t.match(out, /^nhs_jobs +\S+/m);
  t.match(out, /^ {2}browser 0\/\d/m);
  t.match(out, /^ledger .* p99 .* waiting \d+ · replays 0 MB$/m);
});

t.test('jobdata top on a terminal: until q or Ctrl-C, and the terminal is as it was', async (t) => {
  const { env } = await openService(t);
  for (const key of ['q', '\u0003']) {
    const screen = new PlayedScreen([undefined, 'x', key, undefined, undefined]);
    const { code, out } = await top([], env, screen);
    t.equal(code, 0);
    t.ok(out.startsWith('\u001b[?1049h\u001b[?25l'));
    t.ok(out.endsWith('\u001b[?25h\u001b[?1049l'));
    t.equal([...out.matchAll(/\u001b\[H/g)].length, 3, 'a frame each look');
    t.match(out, /every 2 s · q ends/);
    t.equal(screen.released, true);
  }
  t.notMatch((await top(['--once'], env, new PlayedScreen([]))).out, /\u001b/);
});

t.test('jobdata top: a token, a wrong one, a service that is not there, words that make no sense', async (t) => {
  const { env, address } = await openService(t, { METRICS_TOKEN: 's3cret' });
  t.equal((await top([], { ...env, METRICS_TOKEN: 's3cret' })).code, 0);
  t.equal((await top(['--url', `${address}/mcp`], { METRICS_TOKEN: 's3cret' })).code, 0, 'any of its addresses');
  t.match(await top([], env), { code: 1, out: '', err: /HTTP 404: .*METRICS_TOKEN/ });
  t.match(await top([], { ...env, METRICS_TOKEN: 'other' }), { code: 1, err: /METRICS_TOKEN is another/ });
  t.match(await top(['--url', 'http://127.0.0.1:1'], {}), {
    code: 1,
    err: /no answer since .*(?:ECONNREFUSED|bad port)/,
  });
  for (const words of [
    ['--url', 'ftp://x'],
    ['--url', 'http://user:pw@x'],
    ['--every', '0'],
    ['--every', 'often'],
  ])
    t.equal((await top(words, {})).code, 2, words.join(' '));
});

t.test('jobdata top asks no other address, and reads no other service', async (t) => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/elsewhere') response.end(START);
    else if (request.headers['x-none'] === undefined && asked === 1)
      response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('<html>Hello</html>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.match(await top(['--url', url], {}), { code: 1, err: /HTTP 302/ });
  t.match(await top(['--url', url], {}), { code: 1, err: /no jobdata service/ });
  t.equal(asked, 2);
});
