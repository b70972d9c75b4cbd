import { COUNTRIES, type Country, type PlatformStatus } from '../../../schemas/index.ts';
import { checkEveryMs } from '../../health/cadence.ts';
import { outcomeOf, type CheckedSource, type CheckResult, type Source } from '../../health/source.ts';
import { countFields, sumFieldCounts } from '../../health/field-rates.ts';
import type { NormalizedJob } from '../../jobs/normalize-listing.ts';
import { HOUR_MS, isoTime } from '../../lib/clock.ts';
import { accessMethodOf, type Platform } from '../../sources/platforms/platform.ts';
import type { SiteFigures, SiteLookup } from '../../reputation/lookup.ts';
import {
  COMMON_EMPLOYERS,
  reviewSiteProbes,
  searchProviderProbes,
  type EmployerProbeOptions,
  type EmployerProbe,
} from '../../reputation/probe-employer.ts';
import { probePlatform, COMMON_QUERIES } from '../../jobs/probe-platform.ts';
import type { SearchService } from './search.ts';

/**
 * Minimum interval between checks of a review site, or of a search provider that needs no key, because they soon block
 * frequent requests.
 */
const LEAST_EMPLOYER_MS = HOUR_MS;
/** Minimum interval between checks of a search provider that needs a key, because each search costs money. */
const LEAST_KEYED_PROVIDER_MS = 6 * HOUR_MS;

export interface SourceCheckOptions extends EmployerProbeOptions {
  search: SearchService;
  intervalMs: number;
}

const JOB_FIELDS: Readonly<Record<string, (job: NormalizedJob) => boolean>> = {
  pay: (job) => !job.salary_unlisted,
  date: (job) => job.posted_date !== '',
  place: (job) => job.location !== '',
  work_mode: (job) => job.work_mode !== 'unknown',
  company: (job) => job.company !== '',
  description: (job) => job.description !== '',
};

export function listSources(search: SearchService, options: EmployerProbeOptions): Source[] {
  return [
    ...search.catalog.enabled.map(platformSource),
    ...reviewSiteProbes(options).map(({ site }) => siteSource(site)),
    ...providersOf(options).map(({ source }) => source),
  ];
}

export function createSourceChecks(options: SourceCheckOptions): CheckedSource[] {
  return [
    ...platformChecks(options),
    ...reviewSiteProbes(options).map((way) => employerCheck(siteSource(way.site), [way], options, LEAST_EMPLOYER_MS)),
    ...providersOf(options).map(({ source, probes, isKeyed }) =>
      employerCheck(source, probes, options, isKeyed ? LEAST_KEYED_PROVIDER_MS : LEAST_EMPLOYER_MS),
    ),
  ];
}

function platformSource({ code, name, country }: Platform): Source {
  return { code, name, country, kind: 'platform' };
}

function siteSource({ code, name }: EmployerProbe['site']): Source {
  return { code, name, kind: 'review_site' };
}

function providersOf(
  options: EmployerProbeOptions,
): { source: Source; probes: readonly EmployerProbe[]; isKeyed: boolean }[] {
  const probes = searchProviderProbes(options);
  return [...new Set(probes.map(({ provider }) => provider))].map((provider) => ({
    source: { code: provider.code, name: provider.name, kind: 'search_provider' as const },
    probes: probes.filter((way) => way.provider === provider),
    isKeyed: provider.needs?.endsWith('_KEY') ?? false,
  }));
}

function platformChecks({ search, clock, intervalMs }: SourceCheckOptions): CheckedSource[] {
  const ready = search.catalog.enabled.flatMap((platform) => {
    const accessMethod = accessMethodOf(platform, search.settings);
    return accessMethod ? [{ platform, budget: accessMethod.budget, requests: accessMethod.steps.length }] : [];
  });
  return ready.map(({ platform, budget, requests }) => {
    // If the number of requests is limited, each check makes a single search.
    const queries = COMMON_QUERIES[platform.country].slice(0, budget ? 1 : undefined);
    const sharers = ready.filter((other) => budget && other.budget?.name === budget.name).length;
    const everyMs = checkEveryMs(intervalMs, budget?.limits ?? [], { requests: requests * queries.length, sharers });
    return {
      ...platformSource(platform),
      everyMs,
      check: async (signal) => {
        const circuit = await search.breaker.openCircuitOf(platform.code);
        // An open circuit allows no request, so the outcome that opened the circuit counts as the outcome of the check.
        if (circuit)
          return { outcome: circuit.status, fields: {}, reason: `its circuit is open until ${isoTime(circuit.until)}` };
        return checkPlatform(search, platform, { clock, queries, signal });
      },
    };
  });
}

async function checkPlatform(
  search: SearchService,
  platform: Platform,
  { clock, queries, signal }: Pick<SourceCheckOptions, 'clock'> & { queries: readonly string[]; signal: AbortSignal },
): Promise<CheckResult> {
  const results: CheckResult[] = [];
  for (const query of queries) {
    const { status, jobs, reason = '', fault } = await probePlatform(search, platform, clock, { query, signal });
    if (fault?.opensAtOnce) await search.breaker.failed(platform.code, true, status);
    if (status !== 'ok' && status !== 'empty') return { outcome: status, fields: {}, reason };
    const fields = { results: { hits: jobs.length > 0 ? 1 : 0, of: 1 }, ...countFields(jobs, JOB_FIELDS) };
    results.push({ outcome: status, fields, reason });
  }
  return { outcome: outcomeOf(results), fields: sumFieldCounts(results.map(({ fields }) => fields)), reason: '' };
}

const FAULTS: Readonly<Record<(SiteLookup & { outcome: 'failed' })['kind'], PlatformStatus>> = {
  blocked: 'blocked',
  changed: 'changed',
  error: 'error',
  out_of_time: 'timeout',
  rate_limited: 'rate_limited',
  // Cannot occur here: a source is skipped only after failures in the same call, and each look-up of a check is a
  // separate call.
  skipped: 'error',
  timeout: 'timeout',
};

const FIGURE_FIELDS: Readonly<Record<string, (figures: SiteFigures) => boolean>> = {
  reviews: ({ reviews }) => reviews.length > 0,
  facts: ({ facts }) => facts.length > 0,
};

function employerCheck(
  source: Source,
  probes: readonly EmployerProbe[],
  { clock, intervalMs }: SourceCheckOptions,
  leastMs: number,
): CheckedSource {
  const everyMs = Math.max(intervalMs, leastMs);
  return {
    ...source,
    everyMs,
    check: async () => {
      const country = COUNTRIES[Math.floor(clock.now() / everyMs) % COUNTRIES.length] as Country;
      const results: CheckResult[] = [];
      for (const { ask } of probes) {
        const came = await ask(COMMON_EMPLOYERS[country], country);
        if (came.outcome === 'failed') return { outcome: FAULTS[came.kind], fields: {}, reason: came.reason };
        const figures = came.outcome === 'found' ? [came.figures] : [];
        results.push({
          outcome: figures.length > 0 ? 'ok' : 'empty',
          fields: {
            results: { hits: figures.length, of: 1 },
            // Search results contain neither reviews nor facts.
            ...(source.kind === 'review_site' ? countFields(figures, FIGURE_FIELDS) : {}),
          },
          reason: '',
        });
      }
      return { outcome: outcomeOf(results), fields: sumFieldCounts(results.map(({ fields }) => fields)), reason: '' };
    },
  };
}
