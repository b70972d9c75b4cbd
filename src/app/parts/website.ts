import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import { LogIn } from '../../accounts/log-in.ts';
import { LogInLinks } from '../../accounts/log-in-links.ts';
import { MailLinks } from '../../accounts/mail-links.ts';
import { Registration } from '../../accounts/registration.ts';
import { SecondFactors } from '../../accounts/second-factor.ts';
import { Sessions } from '../../accounts/sessions.ts';
import { UsageAlerts } from '../../accounts/usage-alerts.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import type { SavedSearchLoad } from '../../store/types.ts';
import type { DashboardServices, ServicePart } from '../../dashboard/services.ts';
import type { AppContext } from '../app-context.ts';
import { baseUrlOf } from './mail.ts';
import type { SavedSearchJobs } from './saved-searches.ts';
import type { SearchService } from './search.ts';
import { createDashboard } from '../../dashboard/plugin.ts';
import type { Renderer } from '../../egress/renderer.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { Postbox } from '../../mail/postbox.ts';
import { accessMethodOf } from '../../sources/platforms/platform.ts';

export interface WebsiteParts extends Pick<
  DashboardServices,
  'tools' | 'runner' | 'statusReport' | 'oauth' | 'homePageSample' | 'commandLine'
> {
  renderer: Renderer;
  sources: { sites: readonly string[]; providers: readonly string[] };
  savedSearches: Pick<SavedSearchJobs, 'searches' | 'links'>;
  mailer: Mailer | undefined;
  logger: Logger;
}

export function createWebsite(
  context: AppContext,
  search: SearchService,
  { renderer, sources, savedSearches, mailer, logger, ...handed }: WebsiteParts,
): {
  dashboard: FastifyPluginAsync;
  alertOwner(accountId: string): void;
  close(): Promise<void>;
} {
  const { config, store, shared, accounts, apiKeys, passwords, clock } = context;
  const { catalog, breaker, fetchLog, settings } = search;
  const baseUrl = baseUrlOf(config);
  const onFault = (error: unknown): void => logger.error({ err: error }, 'a mail or note could not be sent');
  const onRetry = (error: unknown, waitMs: number): void =>
    logger.warn({ err: error, waitMs }, 'the mail server took no mail: it is tried again');
  const postbox = new Postbox({ mailer, onFault, onRetry });
  const alerts = mailer && new UsageAlerts(store, clock, postbox, { baseUrl, service: config.serviceName });
  const sessions = new Sessions(store, clock);
  const factors = new SecondFactors(store, clock, config.serviceName);
  const mailLinks = new MailLinks({ store, accounts, passwords, clock, postbox, baseUrl });
  const dashboard = createDashboard({
    ...handed,
    store,
    accounts,
    apiKeys,
    sessions,
    factors,
    registration: new Registration({ store, accounts, passwords, clock, rule: config.registration, links: mailLinks }),
    logIn: new LogIn({ store, accounts, passwords, factors, clock, onFault }),
    logInLinks: new LogInLinks(store, clock),
    mailLinks,
    savedSearches: savedSearches.searches,
    searchLinks: savedSearches.links,
    windows: shared.windows,
    clock,
    health: {
      platforms: () =>
        fetchLog.counts(
          catalog.enabled.map(({ code }) => code),
          breaker.openCodes(),
        ),
      reputation: () => fetchLog.counts([...sources.sites, ...sources.providers]),
      parts: () => serviceParts(context, renderer, mailer !== undefined),
    },
    statusPage: config.statusPage === 'on',
    platformsOf: (plan) => {
      const openCircuits = new Set(breaker.openCodes());
      return catalog.forPlan(plan).map((platform) => ({
        code: platform.code,
        name: platform.name,
        country: platform.country,
        isReady: accessMethodOf(platform, settings) !== undefined,
        isCircuitOpen: openCircuits.has(platform.code),
      }));
    },
    publicUrl: config.publicUrl,
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

async function serviceParts(
  { config, store, clock }: AppContext,
  renderer: Renderer,
  sendsMail: boolean,
): Promise<ServicePart[]> {
  const load = await store.savedSearches.load(clock.now());
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
    savedSearchPart(load, clock.now()),
  ];
}

/** A run that has been due for longer than this is late. Runs may wait up to ten minutes for calls. */
const LATE_MS = 30 * MINUTE_MS;

function savedSearchPart({ active, oldestDueAt, failingWebhooks }: SavedSearchLoad, now: number): ServicePart {
  const lateMs = oldestDueAt === null ? 0 : now - oldestDueAt;
  const faults = [
    ...(lateMs > LATE_MS ? [`the oldest due run is ${Math.round(lateMs / MINUTE_MS)} minutes late`] : []),
    ...(failingWebhooks > 0 ? [`failing webhooks: ${failingWebhooks}`] : []),
  ];
  // Accounts can always save searches, so this part is on even if nobody has saved one.
  return { part: 'saved_searches', state: faults.length > 0 ? 'failing' : 'on', detail: faults.join('; '), active };
}
