import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isHost, ownAddress } from '../lib/own-address.ts';
import { randomHex } from '../lib/random-id.ts';
import { MESSAGE_BYTES } from '../rpc/rpc-transport.ts';
import type { AppOptions } from './app-options.ts';
import { HttpConnections } from './connections.ts';
import { registerErrorHandlers } from './error-handler.ts';
import { createFaultLog } from './fault-log.ts';
import { registerHealth } from './health.ts';
import { admitAllMethods } from './methods.ts';
import { registerMetrics } from './metrics.ts';
import { answerNotFound, registerNotFound } from './not-found.ts';
import { registerOAuthRoutes } from './oauth-routes.ts';
import { registerOpenRpc } from './openrpc.ts';
import { registerRateLimit } from './rate-limit.ts';
import { registerRpcRoute } from './rpc-route.ts';
import { registerServerCard } from './server-card.ts';
import { createProxyCheck } from './trusted-proxies.ts';
import { drainRequestBodies } from './drain-request-body.ts';

/** A shutdown waits this long after the deadline of the last call, so that its answer can be sent. */
const ANSWER_MS = 5_000;

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const connections = new HttpConnections(createProxyCheck(options.config.trustProxy));
  const app = Fastify({
    loggerInstance: withoutChildren(options.logger),
    // Each tool call gets one log line when its outcome is known, so requests are not logged here.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MESSAGE_BYTES,
    trustProxy: options.config.trustProxy.length > 0 ? [...options.config.trustProxy] : false,
    genReqId: () => `req_${randomHex(32)}`,
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory: (handler) => connections.createServer(handler),
    forceCloseConnections: false,
    // A path that cannot be decoded or is too long is answered like an unknown path.
    frameworkErrors: (_error, request, reply) => answerNotFound(request, reply),
  }) as unknown as FastifyInstance;
  app.addHook('preClose', async () => connections.close(options.config.callDeadlineMs + ANSWER_MS));
  admitAllMethods(app);
  registerBaseUrl(app, options.config.publicUrl);
  registerErrorHandlers(app);
  drainRequestBodies(app);
  registerNotFound(app, options.rpc.tools);
  await registerRateLimit(app, options.windows);
  const logFault = createFaultLog(app.log);
  registerHealth(app, options.health, logFault);
  registerMetrics(app, options.metrics, options.config);
  registerOpenRpc(app, options.rpc, options.config.publicUrl);
  registerServerCard(app, options.rpc, options.config.publicUrl);
  registerRpcRoute(app, options, logFault);
  if (options.oauth) registerOAuthRoutes(app, options.oauth);
  if (options.dashboard) await app.register(options.dashboard);
  return app;
}

/**
 * Returns a logger whose `child` returns the logger itself. Errors are logged with the ID of their request, so no
 * request needs a child logger, which would slow down every call.
 */
function withoutChildren(logger: Logger): Logger {
  const own = Object.create(logger) as Logger;
  own.child = () => own as never;
  return own;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the service's address as this caller sees it, without a path; "" if unknown. */
    baseUrlOf(request: FastifyRequest): string;
  }
}

function registerBaseUrl(app: FastifyInstance, publicUrl: string | null): void {
  app.decorate('baseUrlOf', (request: FastifyRequest): string =>
    publicUrl === null && !isHost(request.host) ? '' : ownAddress(publicUrl, request),
  );
}
