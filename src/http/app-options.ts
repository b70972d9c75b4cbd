import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Authenticator } from '../accounts/authenticate.ts';
import type { Config } from '../config/config.ts';
import type { RpcService } from '../rpc/rpc-transport.ts';
import type { WindowCounter } from '../shared/types.ts';
import type { Health } from './health.ts';
import type { MetricsSource } from './metrics.ts';
import type { OAuthServer } from './oauth-routes.ts';

export interface AppOptions {
  config: Pick<Config, 'allowedOrigins' | 'publicUrl' | 'trustProxy' | 'metricsToken' | 'callDeadlineMs'>;
  logger: Logger;
  authenticator: Authenticator;
  rpc: RpcService;
  health: Health;
  windows: WindowCounter;
  metrics: MetricsSource;
  oauth?: OAuthServer | undefined;
  dashboard?: FastifyPluginAsync;
}
