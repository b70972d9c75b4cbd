import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';

export interface Started {
  child: ChildProcess;
  port: number;
  apiKey?: string;
  apiKeys?: string[];
  dataDir?: string;
}

export async function start(
  kind: 'service' | 'scraping' | 'bare' | 'fastify' | 'composed' | 'sdk' | 'hostile' | 'caller',
  message?: unknown,
): Promise<Started> {
  const child = fork(new URL('./servers.js', import.meta.url), [kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // `npm start` uses the same option.
    execArgv: ['--max-semi-space-size=32'],
  });
  if (message !== undefined) child.send(message as object);
  const [started] = (await once(child, 'message')) as [Omit<Started, 'child'>];
  return { child, ...started };
}

export async function stop(service: Started): Promise<void> {
  service.child.send('stop');
  await once(service.child, 'exit');
  if (service.dataDir) rmSync(service.dataDir, { recursive: true, force: true });
}

export function rpc(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}

export interface RpcAnswer {
  result?: { structuredContent?: unknown; isError?: boolean; content?: { text: string }[] };
  error?: { message: string };
}

export async function post(
  server: Pick<Started, 'port' | 'apiKey'>,
  body: string,
  apiKey = server.apiKey,
): Promise<RpcAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: server.port,
        path: '/mcp',
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as RpcAnswer));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

export function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/**
 * Returns the memory of one process as PSS, which counts shared pages proportionally, so that several processes can be
 * added up. If the system does not report PSS, returns the resident memory.
 */
export function sharedMegabytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Math.round(Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024);
  } catch {
    return residentMegabytes(pid);
  }
}

/** Finds descendants of a process in `/proc`, but only those whose command contains `word`. */
export function processesBelow(
  ancestor: number,
  word = '',
): { count: number; megabytes: number; pids: readonly number[] } {
  const parents = new Map<number, { parent: number; kilobytes: number }>();
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const value = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        parents.set(Number(name), { parent: value('PPid'), kilobytes: value('VmRSS') });
      } catch {}
    }
  } catch {
    return { count: 0, megabytes: 0, pids: [] };
  }
  const ours = [...parents].filter(([pid]) => {
    for (let at = parents.get(pid)?.parent; at !== undefined && at > 1; at = parents.get(at)?.parent) {
      if (at === ancestor) return commandOf(pid).includes(word);
    }
    return false;
  });
  return {
    count: ours.length,
    megabytes: Math.round(ours.reduce((sum, [, { kilobytes }]) => sum + kilobytes, 0) / 1024),
    pids: ours.map(([pid]) => pid),
  };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
