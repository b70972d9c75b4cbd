import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { openStore } from '../../src/store/open.ts';
import type { LedgerEntry } from '../../src/store/types.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** This module is loaded before the built service and makes the disk fail when the test orders it. */
export const FAILING_DISK = new URL('../store/failing-disk.mjs', import.meta.url).href;

/** This module is loaded before the built service and sends the port to the parent. */
export const LISTENING_TOLD = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...given) {
    this.once('listening', () => process.send?.(this.address().port));
    return listen.apply(this, given);
  };
`)}`;

export interface Answer {
  result?: { structuredContent: Record<string, unknown>; _meta: Record<string, { cost: number; replayed: boolean }> };
  error?: { code: number; message: string; data: Record<string, unknown> };
}

/** The site runs `act` before it answers. */
export async function startSite(t: Test): Promise<{ url: string; before: (act: () => unknown) => void }> {
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

export class ServiceProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<unknown[]>;
  out = '';
  err = '';
  #told = false;
  /** By data directory, from its first start. */
  static readonly apiKeys = new Map<string, string>();
  readonly #dataDir: string;

  constructor(
    dataDir: string,
    site: string,
    execArgv: string[] = [],
    { log = 'pipe', level = 'silent' }: { log?: 'pipe' | number; level?: string } = {},
  ) {
    this.#dataDir = dataDir;
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: level,
      DRAIN_WAIT_MS: '0',
      EGRESS_ALLOW: new URL(site).host,
    };
    this.child = fork(MAIN, [], { env, execArgv, stdio: ['ignore', log, 'pipe', 'ipc'] });
    this.exit = once(this.child, 'exit');
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
  }

  /** The first start also prints the API key. */
  async url(): Promise<string> {
    for (;;) {
      const url = /listening on (\S+)/.exec(this.err)?.[1];
      if (url !== undefined) {
        const key = this.#told ? undefined : /jdm_live_\w+/.exec(this.err)?.[0];
        if (key !== undefined) ServiceProcess.apiKeys.set(this.#dataDir, key);
        this.#told = true;
        return url;
      }
      await Promise.race([
        once(this.child.stderr as NodeJS.ReadableStream, 'data'),
        this.exit.then(() => {
          throw new Error(`It ended: ${this.err}`);
        }),
      ]);
    }
  }

  /** Waits for the port if nothing reads the output of the service. Requires LISTENING_TOLD. */
  async told(): Promise<void> {
    const [port] = (await once(this.child, 'message')) as [number];
    this.err = `listening on http://127.0.0.1:${port}/mcp\n`;
  }

  async call(name: string, args: object, idempotencyKey = ''): Promise<Answer> {
    const response = await fetch(await this.url(), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ServiceProcess.apiKeys.get(this.#dataDir)}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    return (await response.json()) as Answer;
  }

  scrape(url: string, idempotencyKey?: string): Promise<Answer> {
    return this.call('scrape_url', { urls: [url], use_javascript: false }, idempotencyKey);
  }

  async stop(): Promise<unknown> {
    this.child.kill('SIGTERM');
    return (await this.exit)[0];
  }
}

/**
 * Returns the faults that `verify` finds, and the calls of the only account that are charged or reserved, oldest first.
 * `used` includes reservations, but `settled` does not.
 */
export async function look(dataDir: string): Promise<{
  problems: string[];
  calls: LedgerEntry[];
  used: number;
  settled: number;
}> {
  const store = await openStore({ file: join(dataDir, 'jobdata.sqlite') });
  const now = Date.now();
  const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(now))];
  const [account] = await store.accounts.list(now);
  const calls = (await store.ledger.list(account?.id as string, now)).filter(({ tool }) => tool !== 'ping').reverse();
  await store.close();
  const settled = calls.filter(({ state }) => state === 'settled').reduce((sum, { amount }) => sum + amount, 0);
  return { problems, calls, settled, used: (account?.allowance ?? 0) - (account?.balance ?? 0) };
}

/** Returns undefined if this user may not mount a disk. */
export function mountSmallDisk(t: Test, options = 'size=4m'): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'jobdata-disk-'));
  t.teardown(() => rmdirSync(folder));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  t.teardown(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

/** The ballast takes all free space of a small disk and gives it back. */
export function createBallast(folder: string): { fill(): void; free(bytes: number): void; clear(): void } {
  const ballast = join(folder, 'ballast');
  return {
    fill: () => {
      const file = openSync(ballast, 'a');
      for (let size = 65_536; size >= 512;) {
        try {
          if (writeSync(file, Buffer.alloc(size, 1)) < size) size /= 2;
        } catch {
          size /= 2;
        }
      }
      closeSync(file);
    },
    free: (bytes) => truncateSync(ballast, statSync(ballast).size - bytes),
    clear: () => rmSync(ballast, { force: true }),
  };
}
