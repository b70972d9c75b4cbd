import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS } from './connections.ts';

/**
 * A request may be answered before its body has arrived: it is too large, or has no key. Closing the connection while
 * the peer sends would reset it and lose the answer; a proxy would then say 502. So the rest of the body is read and
 * dropped: after the answer if the connection stays open (Connections limits how much), before it if the peer has
 * asked to close the connection.
 */
export function drainRequestBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete) return done(null, payload);
    if (reply.raw.shouldKeepAlive) {
      // As Fastify does for a body that it has not read completely.
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
