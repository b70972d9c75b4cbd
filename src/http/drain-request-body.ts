import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS } from './connections.ts';

/**
 * Drains bodies of requests that are answered early, because they are too large or have no key. If the connection were
 * closed while the peer is still sending, it would be reset and the answer lost; a proxy would then report 502. So the
 * rest of the body is read and dropped: after the answer if the connection stays open (HttpConnections limits how
 * much), or before it if the peer asked to close the connection.
 */
export function drainRequestBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete) return done(null, payload);
    if (reply.raw.shouldKeepAlive) {
      // Fastify sets this header if it has not read a body completely.
      reply.removeHeader('connection');
      return done(null, payload);
    }
    dropRest(request.raw, () => done(null, payload));
  });
}

function dropRest(body: IncomingMessage, done: () => void): void {
  let left = CONNECTION_LIMITS.unwantedBytes;
  const finish = (): void => {
    body.off('data', drop).off('end', finish).off('close', finish);
    done();
  };
  const drop = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) finish();
  };
  body.on('data', drop).on('end', finish).on('close', finish);
  body.resume();
}
