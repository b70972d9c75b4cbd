import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isLocal } from './local.ts';

/** What Prometheus is shown; its own text format. */
export interface MetricsSource {
  contentType: string;
  render(): Promise<string>;
}

/** `/metrics`: with the operator's token, or without one to programs on this machine alone. */
export function registerMetrics(app: FastifyInstance, source: MetricsSource, token: string | null): void {
  app.get('/metrics', async (request, reply) => {
    const allowed = token === null ? isLocal(request) : isToken(request.headers.authorization, token);
    if (!allowed) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(source.contentType)
      .send(await source.render());
  });
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '');
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
