import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** HEAD is handled together with GET; CONNECT has no path and is handled with the connection. */
const NOT_ROUTED = new Set(['POST', 'HEAD', 'CONNECT']);

/** All methods that Node's parser knows (PROPFIND, QUERY …) except POST. They are all answered in the same way. */
export const OTHER_METHODS: readonly string[] = METHODS.filter((method) => !NOT_ROUTED.has(method));

/** Allows routes for methods that Fastify does not know by default. */
export function admitAllMethods(app: FastifyInstance): void {
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}
