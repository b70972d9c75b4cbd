import type { FastifyInstance } from 'fastify';

/** What the probes need to know. */
export interface Health {
  /** Throws when the store cannot be written and read. */
  checkStore(): Promise<void>;
  /** Parts that are away, and that it does without for a while. */
  degraded(): readonly string[];
  /** The service is on its way down. */
  draining(): boolean;
}

/** `/healthz`: the process answers. `/readyz`: it can take calls. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (health.draining()) return reply.code(503).send({ status: 'draining' });
    try {
      await health.checkStore();
    } catch (error) {
      app.log.error({ err: error }, 'the store is not usable');
      return reply.code(503).send({ status: 'store unavailable' });
    }
    const degraded = health.degraded();
    return degraded.length === 0 ? { status: 'ok' } : { status: 'ok', degraded };
  });
}
