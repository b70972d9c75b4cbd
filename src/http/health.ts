import type { FastifyInstance } from 'fastify';
import type { FaultLog } from './fault-log.ts';

export interface Health {
  checkStore(): Promise<void>;
  degraded(): readonly string[];
  draining(): boolean;
}

/**
 * `/healthz` answers 200 while the process runs, `/readyz` only if the store is usable and the service is not shutting
 * down.
 */
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
