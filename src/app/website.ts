import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { ApiKeys } from '../accounts/api-keys.ts';
import { LogIn } from '../accounts/log-in.ts';
import { LogInLinks } from '../accounts/log-in-links.ts';
import { MailLinks } from '../accounts/mail-links.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { Registration } from '../accounts/registration.ts';
import { SecondFactors } from '../accounts/second-factor.ts';
import { Sessions } from '../accounts/sessions.ts';
import { UsageAlerts } from '../accounts/usage-alerts.ts';
import type { Config } from '../config/config.ts';
import type { DashboardServices, ServicePart } from '../dashboard/services.ts';
import { baseUrlOf } from './mail.ts';
import type { OAuth } from './oauth.ts';
import type { FetchLog } from '../dashboard/fetch-log.ts';
import { createDashboard } from '../dashboard/plugin.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { StatusReport } from '../health/status-report.ts';
import type { CircuitBreaker } from '../jobs/circuit-breaker.ts';
import type { PlatformCatalog } from '../jobs/catalog.ts';
import type { Clock } from '../lib/clock.ts';
import type { Mailer } from '../mail/mailer.ts';
import { Postbox } from '../mail/postbox.ts';
import { accessMethodOf } from '../sources/platforms/platform.ts';
import type { Shared } from '../shared/types.ts';
import type { Store } from '../store/types.ts';
import type { CallRunner } from '../tools/runner.ts';
import type { ToolTable } from '../tools/tool.ts';

/** What the pages need. */
export interface WebsiteServices {
  config: Config;
  store: Store;
  shared: Shared;
  accounts: Accounts;
  apiKeys: ApiKeys;
  passwords: Passwords;
  clock: Clock;
  catalog: PlatformCatalog;
  breaker: CircuitBreaker;
  fetchLog: FetchLog;
  /** Values of platforms' settings by name of the environment. */
  settings: Readonly<Record<string, string>>;
  tools: ToolTable;
  runner: CallRunner;
  logger: Logger;
  renderer: Renderer;
  homePageSample: DashboardServices['homePageSample'];
  /** Codes of the review sites and search providers. */
  sources: { sites: readonly string[]; providers: readonly string[] };
  mailer: Mailer | undefined;
  statusReport: StatusReport;
  /** Undefined where OAuth is off. */
  oauth: OAuth | undefined;
}

/** The dashboard and the mails to account owners. */
export function createWebsite(services: WebsiteServices): {
  dashboard: FastifyPluginAsync;
  alertOwner(accountId: string): void;
  /** Sends waiting mails, or logs that they are lost. */
  close(): Promise<void>;
} {
  const { config, store, shared, accounts, clock, mailer } = services;
  const baseUrl = baseUrlOf(config);
  const onFault = (error: unknown): void => services.logger.error({ err: error }, 'a mail or note could not be sent');
  const onRetry = (error: unknown, waitMs: number): void =>
    services.logger.warn({ err: error, waitMs }, 'the mail server took no mail: it is tried again');
  const postbox = new Postbox({ mailer, onFault, onRetry });
  const alerts = mailer && new UsageAlerts(store, clock, postbox, { baseUrl, service: config.serviceName });
  const sessions = new Sessions(store, clock);
  const factors = new SecondFactors(store, clock, config.serviceName);
  const { passwords } = services;
  const mailLinks = new MailLinks({ store, accounts, passwords, clock, postbox, baseUrl });
  const dashboard = createDashboard({
    store,
    accounts,
    apiKeys: services.apiKeys,
    sessions,
    factors,
    registration: new Registration({ store, accounts, passwords, clock, rule: config.registration, links: mailLinks }),
    logIn: new LogIn({ store, accounts, passwords, factors, clock, onFault }),
    logInLinks: new LogInLinks(store, clock),
    mailLinks,
    windows: shared.windows,
    texts: shared.textCache,
    tools: services.tools,
    runner: services.runner,
    clock,
    health: {
      platforms: () =>
        services.fetchLog.counts(
          services.catalog.enabled.map(({ code }) => code),
          services.breaker.openCodes(),
        ),
      reputation: () => services.fetchLog.counts([...services.sources.sites, ...services.sources.providers]),
      parts: () => serviceParts(services, mailer !== undefined),
    },
    statusReport: services.statusReport,
    oauth: services.oauth,
    statusPage: config.statusPage === 'on',
    platformsOf: (plan) => {
      const resting = new Set(services.breaker.openCodes());
      return services.catalog.forPlan(plan).map((platform) => ({
        code: platform.code,
        name: platform.name,
        country: platform.country,
        isReady: accessMethodOf(platform, services.settings) !== undefined,
        isResting: resting.has(platform.code),
      }));
    },
    publicUrl: config.publicUrl,
    homePageSample: services.homePageSample,
    brand: {
      name: config.serviceName,
      logo: config.logoText || config.serviceName,
      contact: config.serviceContact,
      legalLinks: config.legalLinks,
      currency: config.currency,
    },
    contact: { text: config.planContactText, url: config.planContactUrl },
    retentionDays: config.retentionDays,
  });
  return {
    dashboard,
    alertOwner: (accountId) => void alerts?.check(accountId).catch(onFault),
    close: () => postbox.close(),
  };
}

/** The state of the parts that operators ask about first. */
async function serviceParts({ config, renderer }: WebsiteServices, sendsMail: boolean): Promise<ServicePart[]> {
  const noBrowser = await renderer.unavailable();
  const part = (name: ServicePart['part'], there: boolean, detail = ''): ServicePart => ({
    part: name,
    state: there ? 'on' : 'off',
    detail,
  });
  return [
    part('model', config.openaiModel !== null, config.openaiModel ?? ''),
    noBrowser === undefined
      ? part('browser', true, config.browserWsEndpoint ? new URL(config.browserWsEndpoint).host : '')
      : { part: 'browser', state: 'missing', detail: noBrowser },
    part(
      'proxy',
      config.egressProxy !== null || Object.keys(config.egressProxies).length > 0,
      Object.keys(config.egressProxies).sort().join(', '),
    ),
    part('mail', sendsMail),
  ];
}
