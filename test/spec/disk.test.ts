import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { openStore } from '../../src/store/open.ts';
import type { LedgerEntry } from '../../src/store/types.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const FAILING_DISK = new URL('../store/failing-disk.mjs', import.meta.url).href;

interface Answer {
  result?: { structuredContent: Record<string, unknown>; _meta: Record<string, { cost: number }> };
  error?: { code: number; message: string; data: Record<string, unknown> };
}

/** A page that may have something done before it answers. */
async function startSite(t: Test): Promise<{ url: string; before: (act: () => unknown) => void }> {
  let act: (() => unknown) | undefined;
  const server = createServer((_, response) => {
    void (async () => {
      await act?.();
      act = undefined;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body><main><p>A page of some words to read.</p></main></body></html>');
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    before: (next) => {
      act = next;
    },
  };
}

/** The built service in a process of its own. */
class Process {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown[]>;
  out = '';
  err = '';
  static apiKey = '';

  constructor(dataDir: string, site: string, execArgv: string[] = []) {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DRAIN_WAIT_MS: '0',
      EGRESS_ALLOW: new URL(site).host,
    };
    this.child = fork(MAIN, [], { env, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.exit = once(this.child, 'exit');
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
  }

  /** Where it listens; its first start tells the key. */
  async url(): Promise<string> {
    for (;;) {
      const url = /listening on (\S+)/.exec(this.out)?.[1];
      if (url !== undefined) {
        Process.apiKey = /jdm_live_\w+/.exec(this.out)?.[0] ?? Process.apiKey;
        return url;
      }
      await Promise.race([
        once(this.child.stdout as NodeJS.ReadableStream, 'data'),
        this.exit.then(() => {
          throw new Error(`It ended: ${this.err}`);
        }),
      ]);
    }
  }

  async call(name: string, args: object): Promise<Answer> {
    const response = await fetch(await this.url(), {
      method: 'POST',
      headers: { authorization: `Bearer ${Process.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    return (await response.json()) as Answer;
  }

  scrape(url: string): Promise<Answer> {
    return this.call('scrape_url', { urls: [url], use_javascript: false });
  }

  async stop(): Promise<unknown> {
    this.child.kill('SIGTERM');
    return (await this.exit)[0];
  }
}

/** What `verify` says, and the calls of the one account that cost or hold something, oldest first. */
async function look(dataDir: string): Promise<{ problems: string[]; calls: LedgerEntry[]; used: number }> {
  const store = await openStore({ file: join(dataDir, 'jobdata.sqlite') });
  const now = Date.now();
  const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(now))];
  const [account] = await store.accounts.list(now);
  const calls = (await store.ledger.list(account?.id as string, now)).filter(({ tool }) => tool !== 'ping').reverse();
  await store.close();
  return { problems, calls, used: (account?.allowance ?? 0) - (account?.balance ?? 0) };
}

t.test(
  'a failed fsync during a settlement: charged: "unknown", the end with 1, and the next start goes by the disk',
  { timeout: 120_000 },
  async (t) => {
    const dataDir = t.testdir({});
    const site = await startSite(t);
    const dying = new Process(dataDir, site.url, ['--import', FAILING_DISK]);
    t.teardown(() => dying.child.kill('SIGKILL'));
    await dying.url();
    t.match(await dying.scrape(site.url), { result: { _meta: { 'io.jobdata/receipt': { cost: 1.5 } } } });
    site.before(async () => {
      dying.child.send('fail');
      await once(dying.child, 'message');
    });
    const { error } = await dying.scrape(site.url);
    t.match(error, { code: -32603, message: /not known yet/, data: { reason: 'internal', charged: 'unknown' } });
    t.strictSame(await dying.exit, [1, null]);
    t.match(dying.err, /disk failed/i, 'with a sentence');

    const next = new Process(dataDir, site.url);
    t.teardown(() => next.child.kill('SIGKILL'));
    await next.url();
    const { problems, calls, used } = await look(dataDir);
    t.strictSame(problems, []);
    t.equal(calls.length, 2);
    t.match(calls[0], { state: 'settled', amount: 1_500 });
    const [, last] = calls;
    t.notMatch(last, { state: 'reserved' });
    t.equal(last?.amount, last?.state === 'settled' ? 1_500 : 0);
    t.equal(used, 1_500 + (last?.amount ?? 0));
    t.match(await next.scrape(site.url), { result: {} }, 'and calls are answered again');
    t.equal(await next.stop(), 0);
  },
);

/** A small disk of its own; undefined where this user may not mount one. */
function mountSmallDisk(t: Test): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-disk-'));
  t.teardown(() => rmdirSync(folder));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  t.teardown(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

t.test(
  'a full disk: refused calls cost nothing, ping answers, and all goes on once there is room',
  { timeout: 120_000 },
  async (t) => {
    const dataDir = mountSmallDisk(t);
    if (dataDir === undefined) {
      t.comment('skipped: only root may mount the small disk that is filled here');
      return;
    }
    const ballast = join(dataDir, 'ballast');
    const fillDisk = (): void => {
      const file = openSync(ballast, 'w');
      for (let size = 65_536; size >= 512;) {
        try {
          if (writeSync(file, Buffer.alloc(size, 1)) < size) size /= 2;
        } catch {
          size /= 2;
        }
      }
      closeSync(file);
    };
    const site = await startSite(t);
    const service = new Process(dataDir, site.url);
    t.teardown(() => service.child.kill('SIGKILL'));
    t.match(await (await service.url(), service.scrape(site.url)), { result: {} });

    fillDisk();
    for (let index = 0; index < 3; index += 1) {
      const { error } = await service.scrape(site.url);
      t.match(error, { code: -32603, data: { reason: 'internal' } });
      t.equal(error?.data['charged'], undefined, 'it is known that nothing was charged');
    }
    t.match(await service.call('ping', {}), {
      result: { structuredContent: { status: 'OK', cache_available: false, credits_remaining: 98.5 } },
    });
    rmSync(ballast);
    t.match(await service.scrape(site.url), { result: {} });

    site.before(fillDisk);
    const { error } = await service.scrape(site.url);
    t.match(error, { code: -32603 }, 'filled while the call was at work');
    t.equal(error?.data['charged'], undefined);
    rmSync(ballast);
    t.match(await service.scrape(site.url), { result: {} });
    t.equal(await service.stop(), 0);

    const again = new Process(dataDir, site.url);
    t.teardown(() => again.child.kill('SIGKILL'));
    await again.url();
    const { problems, calls, used } = await look(dataDir);
    t.strictSame(problems, []);
    t.equal(used, 3 * 1_500, 'three were delivered');
    t.strictSame(
      calls.filter(({ amount }) => amount > 0).map(({ state }) => state),
      ['settled', 'settled', 'settled'],
      'what the full disk kept from being settled is released',
    );
    t.equal(await again.stop(), 0);
  },
);
