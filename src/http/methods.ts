import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Methods that need no route here: POST has its own route, Fastify answers HEAD with the route for GET, and CONNECT
 * never reaches Fastify.
 */
const NOT_ROUTED = new Set(['POST', 'HEAD', 'CONNECT']);

export const OTHER_METHODS: readonly string[] = METHODS.filter((method) => !NOT_ROUTED.has(method));

export function admitAllMethods(app: FastifyInstance): void {
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}
