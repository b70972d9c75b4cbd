import type { FastifyRequest } from 'fastify';
import { backTo } from './form.ts';

/** Settings of a route; hooks in `plugin.ts` apply them. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page that a refused form leads back to; `/dashboard` by default. Never holds passwords, codes or keys. */
    returnTo?: string | ((request: FastifyRequest) => string);
    /** The link itself is the proof, and mail programs post to it: no CSRF token is required. */
    isSecretLink?: true;
    /** The limit that each post to the route counts against. */
    limit?: 'passwordBySession' | 'changesBySession' | 'keysByAccount';
  }
}

/** The path of the page that a request belongs to: its own, or for a refused form the page of the form. */
export function returnPath(request: FastifyRequest): string {
  const { returnTo } = request.routeOptions.config;
  if (typeof returnTo === 'function') return returnTo(request);
  if (request.method === 'GET') return backTo(request.url);
  return returnTo ?? '/dashboard';
}
