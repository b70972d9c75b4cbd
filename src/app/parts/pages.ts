import type { BrowserEgress, GuardedEgress } from '../../egress/create-egress.ts';
import { createPages, type Pages } from '../../pages/create-pages.ts';
import { createProcessPages } from '../../pages/process/create-process-pages.ts';
import type { AppContext, Overrides } from '../app-context.ts';

export function createLocalPages(
  { config, clock }: AppContext,
  egress: GuardedEgress,
  overrides: Overrides = {},
): Pages {
  return createPages({
    egress,
    browser: config,
    clock,
    respectRobots: config.robotsTxt === 'all',
    urlsPerAccount: config.scrapeUrlsPerAccount,
    renderer: overrides.renderer,
    reader: overrides.pageReader,
  });
}

/** Reads pages in a separate process, unless a test replaces parts of the service. */
export function createServicePages(context: AppContext, egress: GuardedEgress, overrides: Overrides): Pages {
  const { clock, resolver, renderer, pageReader } = overrides;
  const replaced = clock ?? resolver ?? overrides.egress ?? renderer ?? pageReader;
  if (replaced !== undefined || !isBrowserEgress(egress)) return createLocalPages(context, egress, overrides);
  const { chromiumPath, browserWsEndpoint, egressProxy, egressProxies, egressCaFile, egressAllow } = context.config;
  return createProcessPages({
    clock: context.clock,
    hostThrottle: egress.hostThrottle,
    settings: {
      chromiumPath,
      browserWsEndpoint,
      egressProxy,
      egressProxies,
      egressCaFile,
      egressAllow,
      // These addresses are not needed to read pages, so the process that reads pages does not get them.
      searxngUrl: null,
      openaiBaseUrl: null,
      alertWebhookUrl: null,
      respectRobots: context.config.robotsTxt === 'all',
      urlsPerAccount: context.config.scrapeUrlsPerAccount,
      throttle: overrides.throttle ?? true,
    },
  });
}

function isBrowserEgress(egress: GuardedEgress): egress is BrowserEgress {
  const own = 'hostThrottle' satisfies keyof BrowserEgress;
  return own in egress;
}
