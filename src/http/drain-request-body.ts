import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS } from './connections.ts';

/**
 * A request may be answered while its body is on its way: one that is too large, or comes without a key. Closing on a
 * peer that sends resets the connection, and takes the answer from it: a proxy then says 502 in its place. So the rest
 * is read and dropped: behind the answer where the connection goes on (Connections says how much of it), before it
 * where the peer has asked for the connection to close.
 */
export function drainRequestBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete) return done(null, payload);
    if (reply.raw.shouldKeepAlive) {
      // As Fastify answers to a body that it did not read to its end.
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
