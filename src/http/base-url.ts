import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHost, ownAddress } from '../lib/own-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The service's address as this request's caller sees it, without a path; "" if unknown. */
    baseUrlOf(request: FastifyRequest): string;
  }
}

/** PUBLIC_URL if it is set, else the requested host. */
export function registerBaseUrl(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate('baseUrlOf', (request: FastifyRequest): string =>
    publicUrl === null && !isHost(request.host) ? '' : ownAddress(publicUrl, request),
  );
}
