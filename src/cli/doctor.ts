import { COUNTRIES, type Country } from '../../schemas/index.ts';
import type { Config } from '../config/config.ts';
import { createLocalPages } from '../app/parts/pages.ts';
import { createSearch, type SearchService } from '../app/parts/search.ts';
import type { AppContext } from '../app/app-context.ts';
import { sharedNetworkFault } from '../egress/network-fault.ts';
import { UsageError } from '../errors.ts';
import { findPlatform, PLATFORMS } from '../sources/platforms/index.ts';
import { nearestPlatform } from '../sources/platforms/nearest-platform.ts';
import { accessMethodsOf, type Platform } from '../sources/platforms/platform.ts';
import { createThreadReputationParser } from '../reputation/parser.ts';
import {
  choice,
  items,
  output,
  requireOneOf,
  text,
  withAppContext,
  type Command,
  type CommandArguments,
} from './command.ts';
import { diagnosePlatforms, showPlatforms, type PlatformDiagnosis } from './diagnose-platforms.ts';
import {
  diagnoseReviewSites,
  diagnoseSearchProviders,
  showEmployers,
  type EmployerDiagnosis,
} from './diagnose-reputation.ts';

const PARTS = ['platforms', 'sites', 'providers'] as const;
type Part = (typeof PARTS)[number];

interface Report {
  platforms: PlatformDiagnosis[] | null;
  review_sites: EmployerDiagnosis[] | null;
  search_providers: EmployerDiagnosis[] | null;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check every source with a live request and report the results.',
  usage:
    '[--only platforms,sites,providers] [--country GB|FR] [--platforms a,b] [--query Q] [--location L] [--employer E] [--terms] [--json]',
  examples: ['', '--platforms reed,apec', '--only sites,providers --country FR', '--terms'],
  details: `The command requests one page of results from each enabled platform, bypassing the cache; these requests count towards the budgets of keyed APIs.
It also requests a well-known employer's rating from the review sites' own pages and from each configured search provider. With --platforms, only platforms are checked.
With DOCTOR_INTERVAL, the service checks all sources regularly and sends alerts.
--terms prints the terms of the enabled platforms and sends no request.
The exit code is 1 if any configured source failed (an answer without results is no failure). Without a network, the command prints one line that says why, instead of the tables.`,
  run: async (args) => {
    const parts = requestedParts(args);
    const asked = choice<Country>(args, 'country');
    const countries = asked === undefined ? COUNTRIES : [asked];
    await withAppContext(args, async (context) => {
      const search = createSearch(context, args.terminal.overrides);
      try {
        const platforms = platformsOf(args, search, countries);
        if (args.values['terms'] === true) return printTerms(args, platforms, context.config.platformSettings);
        const report = await examine(args, context, search, { parts, countries, platforms });
        const cause = sharedCauseOf(report);
        if (cause === undefined || args.values['json'] === true) output(args, report, show);
        if (cause !== undefined) throw new Error(`Nothing could be checked: ${cause}.`);
        const ill = failingSources(report);
        if (ill.length > 0) throw new Error(`Not working: ${ill.join(', ')}.`);
      } finally {
        await search.close();
      }
    });
  },
};

function printTerms(
  args: CommandArguments,
  platforms: readonly Platform[],
  settings: Config['platformSettings'],
): void {
  const rows = platforms.map(({ code, country, terms }) => ({ platform: code, country, terms }));
  output(args, rows, describeTerms(platforms, settings));
}

function describeTerms(platforms: readonly Platform[], settings: Config['platformSettings']): string {
  if (platforms.length === 0) return '';
  const lines = platforms.map((platform) => {
    const isUsable = accessMethodsOf(platform, settings).length > 0;
    return `  ${platform.code}${isUsable ? '' : ' (not configured yet)'}: ${platform.terms}`;
  });
  return `Terms of the platforms that are on. Check whether they allow your use:\n${lines.join('\n')}`;
}

function requestedParts(args: CommandArguments): ReadonlySet<Part> {
  const named = items(args, 'only') ?? (text(args, 'platforms') === undefined ? PARTS : ['platforms']);
  if (named.length === 0) throw new UsageError('--only names nothing.');
  const parts = new Set(named.map((part) => requireOneOf(part, PARTS, '--only')));
  if (!parts.has('platforms') && text(args, 'platforms') !== undefined)
    throw new UsageError('--platforms names platforms, and --only leaves them out.');
  return parts;
}

function platformsOf(
  args: CommandArguments,
  search: SearchService,
  countries: readonly Country[],
): readonly Platform[] {
  const enabled = search.catalog.enabled.filter(({ country }) => countries.includes(country));
  const codes = items(args, 'platforms') ?? enabled.map(({ code }) => code);
  return codes.map((code) => {
    const named = findPlatform(code);
    const platform = enabled.find((one) => one === named);
    if (platform) return platform;
    const known = enabled.map((one) => one.code);
    const meant = named ? undefined : nearestPlatform(code, [enabled, PLATFORMS]);
    const suggestion = meant === undefined ? '' : ` Did you mean "${meant.code}"?${whyNot(meant, search, countries)}`;
    throw new UsageError(
      `No platform "${code}" is enabled for ${countries.join(' or ')}.${suggestion} Enabled: ${known.join(', ')}.`,
    );
  });
}

/** Returns a sentence, with a space before it, that says why the platform cannot be examined; "" if it can. */
function whyNot({ code, country }: Platform, { catalog }: SearchService, countries: readonly Country[]): string {
  if (catalog.enabled.every((platform) => platform.code !== code))
    return ` It is switched off: PLATFORMS=+${code} switches it on.`;
  return countries.includes(country) ? '' : ` It is for country "${country}".`;
}

interface Examination {
  parts: ReadonlySet<Part>;
  countries: readonly Country[];
  platforms: readonly Platform[];
}

async function examine(
  args: CommandArguments,
  context: AppContext,
  service: SearchService,
  { parts, countries, platforms }: Examination,
): Promise<Report> {
  const pages = createLocalPages(context, service.egress, args.terminal.overrides);
  const parser = createThreadReputationParser();
  const { config, clock } = context;
  const employers = {
    config,
    clock,
    egress: service.egress,
    renderer: pages.renderer,
    parser,
    countries,
    employer: text(args, 'employer'),
  };
  const search = { query: text(args, 'query'), location: text(args, 'location') ?? '' };
  try {
    const [platformRows, siteRows, providerRows] = await Promise.all([
      parts.has('platforms') ? diagnosePlatforms(service, platforms, clock, search) : null,
      parts.has('sites') ? diagnoseReviewSites(employers) : null,
      parts.has('providers') ? diagnoseSearchProviders(employers) : null,
    ]);
    return { platforms: platformRows, review_sites: siteRows, search_providers: providerRows };
  } finally {
    await pages.close();
    await parser.close();
  }
}

/** Returns a sentence if one fault of the network explains why every source failed. */
function sharedCauseOf(report: Report): string | undefined {
  const rows: { status: string; reason?: string }[] = [
    ...(report.platforms ?? []),
    ...(report.review_sites ?? []),
    ...(report.search_providers ?? []),
  ];
  return sharedNetworkFault(rows.filter(({ status }) => status !== 'not_configured').map(({ reason }) => reason));
}

function failingSources(report: Report): string[] {
  const platforms = (report.platforms ?? [])
    .filter(({ status }) => !['ok', 'empty', 'not_configured'].includes(status))
    .map(({ platform, status }) => `${platform} (${status})`);
  const employers = [...(report.review_sites ?? []), ...(report.search_providers ?? [])]
    .filter(({ status }) => status === 'error')
    .map(({ provider, site, country }) => (provider ? `${provider} for ${site} ${country}` : `${site} ${country}`));
  return [...platforms, ...employers];
}

function show({ platforms, review_sites: sites, search_providers: providers }: Report): string {
  return [
    ...(platforms ? [showPlatforms(platforms)] : []),
    ...(sites ? [showEmployers('SITE', sites)] : []),
    ...(providers ? [showEmployers('PROVIDER', providers)] : []),
  ].join('\n\n');
}
