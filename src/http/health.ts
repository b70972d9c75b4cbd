import type { FastifyInstance } from 'fastify';
import type { FaultLog } from './fault-log.ts';

/** The checks of the health routes. */
export interface Health {
  /** Rejects when the store cannot be written and read, or its last write failed. */
  checkStore(): Promise<void>;
  /** Optional parts that are unavailable at the moment. */
  degraded(): readonly string[];
  /** Whether the service is shutting down. */
  draining(): boolean;
}

/** `/healthz`: the process answers. `/readyz`: the service can take calls. */
export function registerHealth(app: FastifyInstance, health: Health, logFault: FaultLog): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (health.draining()) return reply.code(503).send({ status: 'draining' });
    try {
      await health.checkStore();
    } catch (error) {
      logFault(error, 'the store is not usable');
      return reply.code(503).send({ status: 'store unavailable' });
    }
    const degraded = health.degraded();
    return degraded.length === 0 ? { status: 'ok' } : { status: 'ok', degraded };
  });
}
