import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** POST has its own route, HEAD is handled with GET, and CONNECT is handled with the connection. */
const NOT_ROUTED = new Set(['POST', 'HEAD', 'CONNECT']);

/** All methods that Node's parser knows (PROPFIND, QUERY …) except POST; all get the same answer. */
export const OTHER_METHODS: readonly string[] = METHODS.filter((method) => !NOT_ROUTED.has(method));

/** Allows routes for methods that Fastify does not know by default. */
export function admitAllMethods(app: FastifyInstance): void {
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}
