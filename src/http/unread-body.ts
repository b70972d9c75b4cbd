import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is read of a body that nobody wants before the connection closes over it all the same. */
const DROPPED_BYTES = 16 * 1024 * 1024;

/**
 * A request may be answered while its body is on its way: one that is too large, or comes without a key. Closing on a
 * peer that sends resets the connection, and takes the answer from it: a proxy then says 502 in its place. So the rest
 * is read and dropped: behind the answer where the connection goes on, which ends with the time a request may take;
 * before it where the peer has asked for the connection to close.
 */
export function readUnreadBodies(app: FastifyInstance): void {
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
  let left = DROPPED_BYTES;
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
