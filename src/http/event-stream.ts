import type { FastifyReply } from 'fastify';
import type { EventStream } from '../rpc/rpc-transport.ts';

const KEEP_ALIVE_MS = 15_000;

export function openEventStream(reply: FastifyReply, headers: Record<string, string>): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.on('error', () => {});
  const keepAlive = setInterval(() => write(': keepalive\n\n'), KEEP_ALIVE_MS);
  keepAlive.unref();
  raw.on('close', () => clearInterval(keepAlive));
  function write(text: string): void {
    if (!raw.writableEnded && !raw.destroyed) raw.write(text);
  }
  const frame = (json: string): string => `event: message\ndata: ${json}\n\n`;
  return {
    send: (json) => write(frame(json)),
    end: (json) => {
      clearInterval(keepAlive);
      write(frame(json));
      raw.end();
    },
  };
}

export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
