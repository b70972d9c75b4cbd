import type { FastifyInstance } from 'fastify';
import type { FaultLog } from './fault-log.ts';

export interface Health {
  /** Rejects if the store cannot be written and read, or if its last write failed. */
  checkStore(): Promise<void>;
  /** Names of optional parts that are unavailable at the moment. */
  degraded(): readonly string[];
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
