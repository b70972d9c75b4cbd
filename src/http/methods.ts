import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** HEAD comes with GET; CONNECT names no path, and is answered with its connection. */
const NOT_ROUTED = new Set(['POST', 'HEAD', 'CONNECT']);

/** Every verb that Node's parser reads (PROPFIND, QUERY …) but POST: all of them are answered alike. */
export const OTHER_METHODS: readonly string[] = METHODS.filter((method) => !NOT_ROUTED.has(method));

/** Lets routes be made for verbs that Fastify does not know by itself. */
export function admitAllMethods(app: FastifyInstance): void {
  for (const method of OTHER_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}
