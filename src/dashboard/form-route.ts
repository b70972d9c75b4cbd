import type { FastifyRequest } from 'fastify';
import { backTo } from './form.ts';

/** Settings of a route; hooks in `plugin.ts` apply them. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The page to which a refused form links back, `/dashboard` by default. The path must not contain passwords, codes
     * or keys.
     */
    returnTo?: string | ((request: FastifyRequest) => string);
    /**
     * No CSRF token is required: the link's secret proves the request, and the mail programs that post it have no
     * token.
     */
    isSecretLink?: true;
    /** The limit that each post to the route counts against. */
    limit?: 'passwordBySession' | 'changesBySession' | 'keysByAccount';
  }
}

/** The page of a request: its own path for GET, the route's `returnTo` for a posted form. */
export function returnPath(request: FastifyRequest): string {
  const { returnTo } = request.routeOptions.config;
  if (typeof returnTo === 'function') return returnTo(request);
  if (request.method === 'GET') return backTo(request.url);
  return returnTo ?? '/dashboard';
}
