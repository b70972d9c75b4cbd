import type { Country } from '../../schemas/index.ts';
import type { Config } from '../config/config.ts';
import type { Egress } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Clock } from '../lib/clock.ts';
import { searchSettings } from '../reputation/create-lookup.ts';
import { Failures } from '../reputation/failures.ts';
import { readAliases } from '../reputation/match/match.ts';
import type { ReputationParser } from '../reputation/parser.ts';
import type { LookupQuery, SiteLookup } from '../reputation/lookup.ts';
import { SitePages } from '../reputation/deep/site-pages.ts';
import { REVIEW_SITES } from '../reputation/sites/index.ts';
import type { ReviewSite } from '../reputation/sites/site.ts';
import { SnippetSearch } from '../reputation/light/snippet-search.ts';
import { chooseProviders } from '../search/index.ts';
import { formatTable } from './command.ts';

/** Employers that every review site of the country knows. */
const EMPLOYERS: Readonly<Record<Country, string>> = { GB: 'Tesco', FR: 'Carrefour' };
const TIMEOUT_MS = 45_000;

/** What was read of one well-known employer at one review site, from its own pages or by a search provider. */
export interface EmployerDiagnosis {
  /** Absent: the site's own pages were asked. */
  provider?: string;
  site: ReviewSite;
  country: Country;
  /** `empty`: it answered, and knows no such employer; `error`: nobody could look, and the reason says why. */
  status: 'ok' | 'empty' | 'error';
  employer: string;
  rating: number | null;
  review_count: number;
  /** Reviews whose texts came along; only pages have them. */
  reviews: number;
  /** Sentences made of the page's own figures (sub-ratings, share that recommends it). */
  facts: number;
  ms: number;
  reason?: string;
}

export interface EmployerDiagnosisOptions {
  config: Config;
  clock: Clock;
  egress: Egress;
  /** Absent: pages that need a browser count as blocked. */
  renderer?: Renderer;
  parser: ReputationParser;
  countries: readonly Country[];
  /** Instead of the country's well-known one. */
  employer: string | undefined;
}

/** Every review site's own pages, all at once, for each country. */
export function diagnoseReviewSites(options: EmployerDiagnosisOptions): Promise<EmployerDiagnosis[]> {
  const { config, clock, egress, renderer, parser } = options;
  const pages = new SitePages({ egress, renderer, clock, parser, robotsTxt: config.robotsTxt });
  return Promise.all(
    options.countries.flatMap((country) =>
      REVIEW_SITES.map((site) => diagnose(options, country, site.code, (query) => pages.lookup(query, site, 'deep'))),
    ),
  );
}

/** Every search provider that is configured, each asked about both sites as light mode asks. */
export function diagnoseSearchProviders(options: EmployerDiagnosisOptions): Promise<EmployerDiagnosis[]> {
  const { config, clock, egress, parser } = options;
  const settings = searchSettings(config);
  const choice = chooseProviders(config.searchProviders, settings);
  return Promise.all(
    choice.providers.flatMap((provider) => {
      const snippets = new SnippetSearch({
        egress,
        clock,
        parser,
        choice: { ...choice, providers: [provider] },
        settings,
        robotsTxt: config.robotsTxt,
      });
      return options.countries.flatMap((country) =>
        REVIEW_SITES.map(async ({ code }) => ({
          provider: provider.code,
          ...(await diagnose(options, country, code, (query) => snippets.lookup(query, code, new Failures()))),
        })),
      );
    }),
  );
}

async function diagnose(
  { config, clock, employer }: EmployerDiagnosisOptions,
  country: Country,
  site: ReviewSite,
  look: (query: LookupQuery) => Promise<SiteLookup>,
): Promise<EmployerDiagnosis> {
  const startedAt = clock.now();
  const name = employer ?? EMPLOYERS[country];
  const came = await look({
    name,
    scope: country,
    aliases: readAliases(config.aliasesFile),
    deadlineAt: startedAt + TIMEOUT_MS,
  });
  const figures = came.outcome === 'found' ? came.figures : undefined;
  return {
    site,
    country,
    status: came.outcome === 'found' ? 'ok' : came.outcome === 'nothing' ? 'empty' : 'error',
    employer: figures?.matchedName ?? name,
    rating: figures?.rating ?? null,
    review_count: figures?.reviewCount ?? 0,
    reviews: figures?.reviews.length ?? 0,
    facts: figures?.facts.length ?? 0,
    ms: clock.now() - startedAt,
    ...(came.outcome === 'failed' ? { reason: came.reason } : {}),
  };
}

/** As a table for people. */
export function showEmployers(what: string, rows: readonly EmployerDiagnosis[]): string {
  return formatTable(
    [what, 'COUNTRY', 'STATUS', 'EMPLOYER', 'RATING', 'OF', 'REVIEWS', 'FACTS', 'TOOK', 'REASON'],
    rows.map((row) => [
      row.provider ? `${row.provider}: ${row.site}` : row.site,
      row.country,
      row.status,
      row.employer,
      row.rating === null ? '–' : row.rating.toFixed(1),
      String(row.review_count),
      String(row.reviews),
      String(row.facts),
      `${row.ms} ms`,
      row.reason ?? '',
    ]),
  );
}
