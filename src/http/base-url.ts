import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The service's address as the caller of this request knows it, without a path; "" where it is not known. */
    baseUrlOf(request: FastifyRequest): string;
  }
}

/** Names and addresses with their port: what callers send as Host stands in addresses that they are given. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** PUBLIC_URL where it is set, else the host that was called. */
export function registerBaseUrl(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate('baseUrlOf', (request: FastifyRequest): string => {
    if (publicUrl !== null) return publicUrl;
    return HOST.test(request.host ?? '') ? `${request.protocol}://${request.host}` : '';
  });
}
