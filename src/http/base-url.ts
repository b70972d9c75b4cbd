import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHost, ownAddress } from '../lib/own-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The service's address as the caller of this request knows it, without a path; "" where it is not known. */
    baseUrlOf(request: FastifyRequest): string;
  }
}

/** PUBLIC_URL where it is set, else the host that was called. */
export function registerBaseUrl(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate('baseUrlOf', (request: FastifyRequest): string =>
    publicUrl === null && !isHost(request.host) ? '' : ownAddress(publicUrl, request),
  );
}
