import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const PROXY_HEADERS = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']);
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request was made on this machine and for it: straight from a
 * loopback address, to a loopback name. A proxy on this machine has such an
 * address too; what it passes on shows by its headers, by the name that was
 * asked for, or by the old version of HTTP that some proxies speak.
 */
export function isLocal({ raw, headers }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false;
  if (raw.httpVersion === '1.0' || !LOOPBACK_HOST.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.has(name));
}
