import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** What scrapers, command lines and browsers say by themselves; proxies add names of their own, and new ones each year. */
const PLAIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'cookie',
  'host',
  'if-modified-since',
  'if-none-match',
  'pragma',
  'upgrade-insecure-requests',
  'user-agent',
  'x-prometheus-scrape-timeout-seconds',
]);
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request was made on this machine and for it: straight from a
 * loopback address, to a loopback name. A proxy on this machine has such an
 * address too; what it passes on shows by headers that nobody sends by himself,
 * by the name that was asked for, or by the old version of HTTP that some
 * proxies speak.
 */
export function isLocal({ raw, headers }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false;
  if (raw.httpVersion === '1.0' || !LOOPBACK_HOST.test(headers.host ?? '')) return false;
  return Object.keys(headers).every((name) => PLAIN_HEADERS.has(name) || name.startsWith('sec-'));
}
