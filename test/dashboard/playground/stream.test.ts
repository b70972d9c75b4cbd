import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { nhsFeed } from '../../support/api.ts';
import {
  balance,
  hold,
  logged,
  messagesOf,
  NHS,
  NURSES,
  open,
  outcomes,
  RUN,
} from '../../support/playground-stream.ts';
import { parsePiece } from '../../support/page.ts';
import { Visitor } from '../../support/visitor.ts';

t.test('a run shows each platform as it answers, then its answer', async (t) => {
  const slept: (() => void)[] = [];
  let sleeping = (): void => {};
  const allAsked = new Promise<void>((resolve) => (sleeping = resolve));
  const opened = await open(t, {
    overrides: {
      sleep: () =>
        new Promise<void>((resolve) => {
          slept.push(resolve);
          if (slept.length === 3) sleeping();
        }),
    },
  });
  const response = await opened.post(
    '/playground/run',
    await opened.body([
      ['tool', 'scrape_jobs'],
      ['mode', 'sample'],
      ['run', RUN],
      ['arg-query', 'test:slow'],
      ...['reed', 'nhs_jobs', 'work_hub'].map((code) => ['arg-platforms', code] as const),
    ]),
  );
  t.equal(response.status, 200);
  t.equal(response.headers.get('content-type'), 'text/event-stream');
  t.match(response.headers.get('content-security-policy'), "default-src 'none'");
  t.match(response.headers.get('x-request-id'), /^req_/);
  const messages = messagesOf(response);
  const next = async () => (await messages.next()).value;
  t.match(await next(), {
    method: 'notifications/progress',
    params: { progressToken: RUN, progress: 0, total: 3, message: '0 of 3 answered' },
  });
  await allAsked;
  for (const done of [1, 2, 3]) {
    slept.shift()?.();
    t.match(await next(), {
      method: 'notifications/progress',
      params: {
        progress: done,
        total: 3,
        message: `${done} of 3 answered`,
        _meta: { 'io.jobdata/platform': { good: true, code: /reed|nhs_jobs|work_hub/, said: /^\d+ jobs$/ } },
      },
    });
  }
  const last = await next();
  t.match(last, { jsonrpc: '2.0', id: RUN, result: { path: `/playground?tool=scrape_jobs&mode=sample&run=${RUN}` } });
  const piece = parsePiece(last.result.html);
  t.match(piece.text('section#result'), 'free of charge');
  t.ok(piece.has('#result ul.jobs'));
  t.notOk(piece.has('html, script, [name=_csrf]'));
  t.notMatch(last.result.html, /jdm_|<!doctype/);
  t.equal((await messages.next()).done, true);
  t.ok((await opened.visitor.get(last.result.path)).page.has('ul.jobs'), 'it can be had again');
  t.equal(await balance(opened), 100_000);
});

t.test('a live run is charged like any call, once', async (t) => {
  const opened = await open(t);
  opened.api.internet.on(NHS, { body: nhsFeed(2) });
  for (let time = 0; time < 2; time += 1) {
    const response = await opened.post('/playground/run', await opened.body());
    const all: any[] = [];
    for await (const message of messagesOf(response)) all.push(message);
    t.match(parsePiece(all.at(-1).result.html).shown, 'The call cost 2 credits; 98 are left');
  }
  t.equal(await balance(opened), 98_000);
  t.strictSame(await outcomes(opened), [['ok', 2_000]]);
});

t.test('a cancelled run ends at once, says so, and costs nothing', async (t) => {
  const opened = await open(t);
  const site = hold(opened.api);
  const response = await opened.post('/playground/run', await opened.body());
  await site.asked;
  const other = new Visitor(opened.api.service.app);
  await other.register('other@example.com');
  t.equal((await other.submit('/playground', '/playground/cancel', { run: RUN })).status, 404, 'not by others');
  t.equal(
    (await opened.post('/playground/cancel', new URLSearchParams({ run: RUN }))).status,
    403,
    'only from the page',
  );
  const cancelled = await opened.post('/playground/cancel', await opened.body([['run', RUN]]));
  t.equal(cancelled.status, 204);
  const all: any[] = [];
  for await (const message of messagesOf(response)) all.push(message);
  t.match(parsePiece(all.at(-1).result.html).shown, /Cancelled[^]*Nothing was charged/);
  t.equal(await balance(opened), 100_000);
  t.strictSame(await outcomes(opened), [['abandoned', 0]]);
  site.answer();
  t.equal((await opened.post('/playground/cancel', await opened.body([['run', RUN]]))).status, 404, 'it is over');
  t.equal((await opened.post('/playground/cancel', await opened.body([['run', 'x']]))).status, 400);
  const again = await (await opened.post('/playground', await opened.body())).text();
  t.match(again, 'The call cost 0.5 credits', 'what came meanwhile is in the cache for the next');
});

t.test('a closed tab ends the work, with JavaScript and without', async (t) => {
  for (const path of ['/playground/run', '/playground']) {
    const opened = await open(t);
    const site = hold(opened.api);
    const line = logged(opened.api);
    const tab = new AbortController();
    const response = opened
      .post(path, await opened.body(), tab.signal)
      .then((begun) => begun.text())
      .catch(() => 'gone');
    await site.asked;
    tab.abort();
    t.equal(await response, 'gone');
    t.match(await line, { outcome: 'abandoned', cost: 0 }, path);
    site.answer();
    t.equal(await balance(opened), 100_000);
  }
});

t.test('a client that vanishes without closing its connection ends the work too', async (t) => {
  const opened = await open(t);
  const site = hold(opened.api);
  const line = logged(opened.api);
  const body = (await opened.body()).toString();
  const socket = connect(Number(new URL(opened.base).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /playground/run HTTP/1.1\r\nHost: localhost\r\nCookie: ${opened.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await site.asked;
  socket.resetAndDestroy();
  t.match(await line, { outcome: 'abandoned', cost: 0 });
  site.answer();
});

t.test('runs count as the account’s calls, sample runs separately', async (t) => {
  const opened = await open(t, { plans: { free_trial: { monthly_credits: 100, rpm_limit: 2 } }, plan: 'free_trial' });
  opened.api.internet.on(NHS, { body: nhsFeed(1) });
  const { accounts, apiKeys } = opened.api.service;
  const { id } = await accounts.require('play@example.com');
  const { apiKey } = await apiKeys.create(id);
  const call = () => opened.api.call('ping', {}, undefined, { authorization: `Bearer ${apiKey}` });
  const run = async (name: string, mode: string): Promise<string> => {
    const fields = NURSES.map(
      ([key, value]) => [key, key === 'run' ? name.repeat(16) : key === 'mode' ? mode : value] as const,
    );
    const all: any[] = [];
    for await (const message of messagesOf(await opened.post('/playground/run', await opened.body(fields))))
      all.push(message);
    return parsePiece(all.at(-1).result.html).shown;
  };
  await call();
  t.match(await run('01', 'live'), 'The call cost 2 credits');
  t.match(await run('02', 'live'), /more calls in a minute than your plan allows[^]*Wait \d+ s/);
  t.equal((await call()).json.error.data.reason, 'rate_limited', 'whichever way they come');
  t.match(await run('03', 'sample'), 'free of charge');
});

t.test('no run without a session and the page’s token, neither of which is in an address', async (t) => {
  const opened = await open(t);
  const bare = await opened.post(
    '/playground/run',
    new URLSearchParams(NURSES.map(([name, value]): [string, string] => [name, value])),
  );
  t.equal(bare.status, 403);
  t.match(bare.headers.get('content-type'), 'text/html', 'which the page takes for a sign to send the form itself');
  const stranger = await fetch(`${opened.base}/playground/run`, {
    method: 'POST',
    body: await opened.body(),
    redirect: 'manual',
  });
  t.not(stranger.status, 200);
  t.equal(
    (await fetch(`${opened.base}/playground/run?${await opened.body()}`, { headers: { cookie: opened.cookie } }))
      .status,
    404,
  );
  t.equal((await opened.post('/playground/run', await opened.body([...NURSES, ['unknown', '1']]))).status, 400);
  t.equal(opened.api.internet.requests.length, 0);
});
