import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { serve } from '../../src/app/serve.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { nhsFeed } from '../support/api.ts';
import { FakeInternet } from '../support/fake-internet.ts';
import { some } from '../support/volume.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The service in this process, as it is started. */
async function start(t: Test, env: Record<string, string> = {}) {
  const internet = new FakeInternet();
  let printed = '';
  const config = readConfig({ DATA_DIR: t.testdir({}), PORT: '0', LOG_LEVEL: 'silent', DRAIN_WAIT_MS: '0', ...env });
  const running = await serve(config, (text) => (printed += text), {
    egress: internet,
    parser: inlineParser,
    reputationParser: inlineReputationParser,
  });
  const { port } = new URL(running.address);
  const open = async (first?: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (first !== undefined) {
      socket.write(first);
      await once(socket, 'data');
    }
    socket.resume();
    return socket;
  };
  const apiKey = /jdm_live_[0-9A-Za-z]{38}/.exec(printed)?.[0] ?? '';
  const call = (name: string, args: object): Promise<Response> =>
    fetch(`${running.address}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
  return { running, internet, open, call };
}

t.test(
  '200 idle clients are closed at once; a running call is answered, and then its connection is closed',
  async (t) => {
    const { running, internet, open, call } = await start(t);
    let release: () => void = () => {};
    let asked: () => void = () => {};
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    internet.on('https://www.jobs.nhs.uk/', async () => {
      asked();
      await new Promise<void>((resolve) => (release = resolve));
      return { body: nhsFeed(1) };
    });
    const silent = await Promise.all(Array.from({ length: 100 }, () => open()));
    const kept = await Promise.all(
      Array.from({ length: 100 }, () => open('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')),
    );
    const answer = call('scrape_jobs', { query: 'nurse', platforms: ['nhs_jobs'] });
    await wasAsked;
    const stopped = running.stop();
    await Promise.all([...silent, ...kept].map((socket) => socket.closed || once(socket, 'close')));
    t.pass('all idle ones are closed while the call still runs');
    release();
    const response = await answer;
    t.equal(response.status, 200);
    t.equal(response.headers.get('connection'), 'close');
    t.equal(
      ((await response.json()) as { result: { structuredContent: object } }).result.structuredContent !== null,
      true,
    );
    await stopped;
    await t.rejects(fetch(`${running.address}/healthz`), 'nobody listens');
  },
);

t.test('during shutdown, /readyz reports it and calls are still answered', async (t) => {
  const { running, call } = await start(t, { DRAIN_WAIT_MS: '500' });
  t.equal((await fetch(`${running.address}/readyz`)).status, 200);
  const stopped = running.stop();
  t.equal((await fetch(`${running.address}/readyz`)).status, 503);
  t.equal((await fetch(`${running.address}/healthz`)).status, 200);
  t.equal((await call('ping', {})).status, 200);
  await stopped;
});

const built = existsSync(`${ROOT}dist/src/main.js`);
t.test('SIGTERM or SIGINT to npm start, or to its process, ends the service with 0', { skip: !built }, async (t) => {
  const commands = { npm: ['start', '--silent'], [process.execPath]: ['scripts/start.mjs'] };
  for (const [command, args] of Object.entries(commands)) {
    for (const signal of some(command === 'npm' ? ['SIGTERM'] : ['SIGINT'], ['SIGTERM', 'SIGINT'])) {
      const child = spawn(command, args, {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: t.testdir({}), PORT: '0', LOG_LEVEL: 'silent', DRAIN_WAIT_MS: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(child, 'exit');
      t.teardown(() => child.kill('SIGKILL'));
      let printed = '';
      let address: string | undefined;
      for await (const chunk of child.stderr.setEncoding('utf8')) {
        printed += chunk as string;
        address = /listening on (http:\S+)\/mcp/.exec(printed)?.[1];
        if (address !== undefined) break;
      }
      if (address === undefined) throw new Error(`${command} ended before it listened: ${printed}`);
      child.kill(signal);
      t.strictSame(await ended, [0, null], `${command} ${args.join(' ')}: ${signal}`);
      await t.rejects(fetch(`${address}/healthz`), 'nothing is left running');
    }
  }
});
