import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { TProperties } from 'typebox';
import { backTo } from './form.ts';
import { formSchema } from './input.ts';

/** Hooks in `plugin.ts` apply these settings of a route. */
declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The page to which a refused form links back; `/dashboard` by default. The path must not contain passwords, codes
     * or keys.
     */
    returnTo?: string | ((request: FastifyRequest) => string);
    /**
     * No CSRF token is required, because the link's secret proves the request and the mail programs that post it have
     * no token.
     */
    isSecretLink?: true;
    limit?: 'passwordBySession' | 'changesBySession' | 'keysByAccount' | 'registerByAddress';
  }
}

/**
 * Returns the route's `returnTo` if it is a function or the request posts a form, and otherwise the request's own path.
 */
export function returnPath(request: FastifyRequest): string {
  const { returnTo } = request.routeOptions.config;
  if (typeof returnTo === 'function') return returnTo(request);
  if (request.method === 'GET') return backTo(request.url);
  return returnTo ?? '/dashboard';
}

export function formRoute<Fields extends TProperties>(fields: Fields, config: FastifyContextConfig = {}) {
  return { schema: { body: formSchema(fields) }, config };
}
