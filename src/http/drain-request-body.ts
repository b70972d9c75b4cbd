import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CONNECTION_LIMITS } from './connections.ts';

/**
 * If a request is answered before its whole body has arrived, the rest of the body, up to `unwantedBytes`, is read and
 * dropped: after the answer if the connection stays open, otherwise before. Closing the connection while the client
 * still sends would reset the connection, and the answer would be lost.
 */
export function drainRequestBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete) return done(null, payload);
    if (reply.raw.shouldKeepAlive) {
      // Fastify sets `connection: close` if it has not read the whole body.
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
