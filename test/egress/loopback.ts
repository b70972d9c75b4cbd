import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import type { Test } from 'tap';
import { readConfig } from '../../src/config/config.ts';
import type { Resolver } from '../../src/egress/address-guard.ts';
import { createEgress, type BrowserEgress } from '../../src/egress/create-egress.ts';
import { EgressError, type EgressRequest } from '../../src/egress/egress.ts';
import type { FakeClock } from '../support/clock.ts';
import { systemClock } from '../../src/lib/clock.ts';

export interface Site {
  port: number;
  server: Server;
  /** Requested paths, in order. */
  paths: string[];
  /** Headers of the latest request. */
  headers(): Record<string, string | string[] | undefined>;
}

/** A site on loopback that ends with the test. */
export async function openSite(t: Test, respond: RequestListener): Promise<Site> {
  const paths: string[] = [];
  let headers: Site['headers'] extends () => infer H ? H : never = {};
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    headers = request.headers;
    respond(request, response);
  });
  return { port: await listen(t, server), server, paths, headers: () => headers };
}

/** A raw TCP listener; `connections` counts the connections. */
export async function openTcp(t: Test, serve: (socket: Socket) => void): Promise<{ port: number; count(): number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  t.teardown(() => sockets.forEach((socket) => socket.destroy()));
  return { port: await listen(t, server), count: () => connections };
}

export async function listen(t: Test, server: ReturnType<typeof createTcpServer> | Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Egress whose names all resolve to what `resolver` returns; by default, to loopback. */
export function openEgress(
  t: Test,
  options: {
    allow?: readonly string[];
    env?: Record<string, string>;
    resolver?: Resolver;
    lookupTimeoutMs?: number;
    /** Keeps the interval between requests; sleeps by advancing this clock. */
    clock?: FakeClock;
  } = {},
): BrowserEgress {
  const config = readConfig({ EGRESS_ALLOW: (options.allow ?? []).join(','), ...options.env });
  const egress = createEgress({
    config,
    clock: options.clock ?? systemClock,
    resolver: options.resolver ?? (async () => ['127.0.0.1']),
    ...(options.lookupTimeoutMs === undefined ? {} : { lookupTimeoutMs: options.lookupTimeoutMs }),
    sleep: async (ms) => options.clock?.advance(ms),
    throttle: options.clock !== undefined,
  });
  t.teardown(() => egress.close());
  return egress;
}

export function get(url: string, more: Partial<EgressRequest> = {}): EgressRequest {
  return { method: 'GET', url, timeoutMs: 5_000, maximumBytes: 1_000_000, ...more };
}

/** The fault with which a fetch ends, and its text. */
export async function faultOf(work: Promise<unknown>): Promise<{ fault: string; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof EgressError) return { fault: error.fault, message: error.message };
    throw error;
  }
  return { fault: 'none', message: '' };
}

/** An operator's HTTP proxy that leads every name to loopback and records what was requested. */
export async function openUpstream(t: Test): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { port, pathname } = new URL(request.url as string);
    const forwarded = httpRequest(
      { host: '127.0.0.1', port, path: pathname, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode as number, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const port = Number(/:(\d+)$/.exec(request.url as string)?.[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, asked };
}
