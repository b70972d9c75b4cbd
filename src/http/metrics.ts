import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';

export interface MetricsSource {
  contentType: string;
  render(): Promise<string>;
}

/**
 * `/metrics` requires the operator's token. Without a configured token, it is served only to programs on the same
 * machine, and only if no proxy is trusted and the public URL, if set, is on this machine.
 */
export function registerMetrics(
  app: FastifyInstance,
  source: MetricsSource,
  { metricsToken, publicUrl, trustProxy }: Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>,
): void {
  const isLocalService = trustProxy.length === 0 && (publicUrl === null || isLoopbackUrl(publicUrl));
  app.get('/metrics', async (request, reply) => {
    const isAllowed =
      metricsToken === null
        ? isLocalService && isFromThisMachine(request)
        : isToken(request.headers.authorization, metricsToken);
    if (!isAllowed) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(source.contentType)
      .send(await source.render());
  });
}

/** Checks the name in `Host` too, because a web page could otherwise read the metrics by DNS rebinding. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false;
  return isLoopbackUrl(`http://${headers.host ?? ''}`);
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(/^bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '');
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
