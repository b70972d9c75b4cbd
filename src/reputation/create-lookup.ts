import type { Config } from '../config/config.ts';
import type { Egress } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { chooseProviders, searchSettings } from '../sources/search-providers/index.ts';
import type { SingleFlight, Cooldowns } from '../shared/types.ts';
import type { ReputationStore } from '../store/types.ts';
import { SitePages } from './deep/site-pages.ts';
import { ModelInsights } from './insights/model-insights.ts';
import { SnippetSearch } from './light/snippet-search.ts';
import type { SiteLookup } from './lookup.ts';
import { readAliases } from './match/match.ts';
import { createThreadReputationParser, type ReputationParser } from './parser.ts';
import { ReputationLookup } from './reputation-lookup.ts';
import { REVIEW_SITES } from '../sources/review-sites/index.ts';

export interface ReputationOptions {
  config: Pick<
    Config,
    | 'aliasesFile'
    | 'searchProviders'
    | 'searxngUrl'
    | 'braveApiKey'
    | 'serperApiKey'
    | 'openaiBaseUrl'
    | 'openaiApiKey'
    | 'openaiModel'
    | 'robotsTxt'
  >;
  egress: Egress;
  clock: Clock;
  store: ReputationStore;
  /** Renders pages that need a browser. If undefined, such pages cannot be read. */
  renderer?: Renderer | undefined;
  parser?: ReputationParser | undefined;
  cooldowns?: Cooldowns | undefined;
  /** Shares one employer's look-up with other replicas; undefined without Redis. */
  singleFlight?: SingleFlight | undefined;
  onModelFault(reason: string): void;
  /**
   * Called after each look-up on a review site's own pages and after each request to a search provider; `ms` is the
   * duration.
   */
  onAsked?(source: string, status: 'ok' | 'empty' | 'failed', ms: number): void;
}

/** Base URL of the model if `openaiApiKey` is set and `openaiBaseUrl` is not. */
const OPENAI = 'https://api.openai.com/v1';

const STATUSES = { found: 'ok', nothing: 'empty', failed: 'failed' } as const;

/** Creates the look-up from the settings. Throws an Error that explains a wrong or contradictory setting. */
export function createReputationLookup(options: ReputationOptions): {
  lookup: ReputationLookup;
  /** Codes of the review sites, and of the search providers in the order in which light mode tries them. */
  sources: { sites: readonly string[]; providers: readonly string[] };
  close(): Promise<void>;
} {
  const { config, egress, clock, store, cooldowns, singleFlight, onAsked } = options;
  const parser = options.parser ?? createThreadReputationParser();
  const settings = searchSettings(config);
  const choice = chooseProviders(config.searchProviders, settings);
  const { robotsTxt, openaiModel: model, openaiApiKey: apiKey } = config;
  const baseUrl = config.openaiBaseUrl ?? (apiKey ? OPENAI : null);
  const onLookedUp = (site: string, outcome: SiteLookup['outcome'], ms: number): void =>
    onAsked?.(site, STATUSES[outcome], ms);
  const lookup = new ReputationLookup({
    store,
    singleFlight,
    clock,
    aliases: readAliases(config.aliasesFile),
    snippets: new SnippetSearch({ egress, clock, parser, choice, settings, robotsTxt, onAsked, cooldowns }),
    pages: new SitePages({ egress, renderer: options.renderer, clock, parser, robotsTxt, onLookedUp }),
    model: model && baseUrl ? new ModelInsights({ baseUrl, apiKey, model }, egress, clock) : undefined,
    keyless: choice.keyless,
    onModelFault: options.onModelFault,
  });
  return {
    lookup,
    sources: { sites: REVIEW_SITES.map(({ code }) => code), providers: choice.providers.map(({ code }) => code) },
    close: () => parser.close(),
  };
}
