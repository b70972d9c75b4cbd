import { connect } from 'node:net';

export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface LoadOptions {
  port: number;
  path?: string;
  body: string;
  headers?: Record<string, string>;
  connections: number;
  /** The load ends after this number of requests or after `durationMs`, whichever comes first. */
  requests?: number;
  durationMs?: number;
}

/**
 * POSTs one body over keep-alive connections to loopback, one request at a time on each connection. Any answer other
 * than 200 ends the load.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const headers = {
    host: `127.0.0.1:${options.port}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(Buffer.byteLength(options.body)),
    ...options.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`POST ${options.path ?? '/mcp'} HTTP/1.1\r\n${head.join('')}\r\n${options.body}`);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + (options.durationMs ?? Number.POSITIVE_INFINITY);
  let left = options.requests ?? Number.POSITIVE_INFINITY;
  const isOver = (): boolean => (left -= 1) < 0 || performance.now() >= endsAt;
  await Promise.all(Array.from({ length: options.connections }, () => drive(options.port, request, isOver, latencies)));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requests: latencies.length, requestsPerSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function drive(port: number, request: Buffer, isOver: () => boolean, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    let head = '';
    let left = -1;
    const send = (): void => {
      if (isOver()) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      head = '';
      left = -1;
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (left < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!head.startsWith('HTTP/1.1 200')) {
          socket.destroy();
          reject(new Error(`The server answered ${head.slice(0, 300)}`));
          return;
        }
        const length = /content-length: (\d+)/i.exec(head);
        if (!length) {
          socket.destroy();
          reject(new Error('The load needs answers with a Content-Length.'));
          return;
        }
        left = Number(length[1]) - (head.length - end - 4);
      } else {
        left -= chunk.length;
      }
      if (left <= 0) {
        latencies.push(performance.now() - sentAt);
        send();
      }
    });
  });
}
