import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  flags: number;
  traceState?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, unknown>;
  status: { code?: number };
}

export interface Collector {
  url: string;
  requests: { path: string; headers: IncomingMessage['headers']; text: string }[];
  spans(): CollectedSpan[];
  /** Returns the resource attributes of the last request's sender. */
  resource(): Record<string, unknown>;
}

/** Starts a collector on loopback. Without `answer`, it answers every request with status 200 and `{}`. */
export async function openCollector(
  t: Test,
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end('{}'),
): Promise<Collector> {
  const requests: Collector['requests'] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, text });
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const bodies = (path: string): any[] =>
    requests.filter((request) => request.path === path).map(({ text }) => JSON.parse(text));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      bodies('/v1/traces')
        .flatMap((body) => body.resourceSpans)
        .flatMap((one) => one.scopeSpans)
        .flatMap((one) => one.spans)
        .map((span) => ({ ...span, attributes: attributesOf(span.attributes) })),
    resource: () => {
      const body = JSON.parse(requests.at(-1)?.text ?? '{}');
      return attributesOf(body.resourceSpans[0].resource.attributes);
    },
  };
}

export function attributesOf(list: { key: string; value: Record<string, unknown> }[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
