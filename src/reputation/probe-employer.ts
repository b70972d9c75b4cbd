import type { Country } from '../../schemas/index.ts';
import type { Config } from '../config/config.ts';
import type { Egress } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { SitePages } from './deep/site-pages.ts';
import { Failures } from './failures.ts';
import { SnippetSearch } from './light/snippet-search.ts';
import type { LookupQuery, SiteLookup } from './lookup.ts';
import { readAliases } from './match/match.ts';
import type { ReputationParser } from './parser.ts';
import { REVIEW_SITES } from '../sources/review-sites/index.ts';
import type { ReviewSiteAdapter } from '../sources/review-sites/site.ts';
import { chooseProviders, searchSettings } from '../sources/search-providers/index.ts';
import type { Cooldowns } from '../shared/types.ts';
import type { SearchProvider } from '../sources/search-providers/provider.ts';

export const COMMON_EMPLOYERS: Readonly<Record<Country, string>> = { GB: 'Tesco', FR: 'Carrefour' };
const TIMEOUT_MS = 45_000;

export interface EmployerProbeOptions {
  config: Config;
  clock: Clock;
  egress: Egress;
  /** Renders pages that need a browser. If undefined, such pages cannot be read. */
  renderer?: Renderer | undefined;
  parser: ReputationParser;
  cooldowns?: Cooldowns | undefined;
}

export interface EmployerProbe {
  site: ReviewSiteAdapter;
  provider?: SearchProvider;
  ask(employer: string, country: Country): Promise<SiteLookup>;
}

export function reviewSiteProbes(options: EmployerProbeOptions): EmployerProbe[] {
  const { config, clock, egress, renderer, parser } = options;
  const pages = new SitePages({ egress, renderer, clock, parser, robotsTxt: config.robotsTxt });
  return REVIEW_SITES.map((site) => ({ site, ask: probeWith(options, (query) => pages.lookup(query, site, 'deep')) }));
}

/**
 * Returns a probe for each pair of a search provider in use and a review site. The probe searches as light mode does.
 */
export function searchProviderProbes(options: EmployerProbeOptions): (EmployerProbe & { provider: SearchProvider })[] {
  const { config, clock, egress, parser } = options;
  const settings = searchSettings(config);
  const choice = chooseProviders(config.searchProviders, settings);
  return choice.providers.flatMap((provider) => {
    const snippets = new SnippetSearch({
      egress,
      clock,
      parser,
      choice: { ...choice, providers: [provider] },
      settings,
      robotsTxt: config.robotsTxt,
      cooldowns: options.cooldowns,
    });
    return REVIEW_SITES.map((site) => ({
      site,
      provider,
      ask: probeWith(options, (query) => snippets.lookup(query, site.code, new Failures())),
    }));
  });
}

function probeWith(
  { config, clock }: EmployerProbeOptions,
  lookUp: (query: LookupQuery) => Promise<SiteLookup>,
): EmployerProbe['ask'] {
  const aliases = readAliases(config.aliasesFile);
  return (name, scope) => lookUp({ name, scope, aliases, deadlineAt: clock.now() + TIMEOUT_MS });
}
