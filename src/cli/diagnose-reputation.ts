import type { Country } from '../../schemas/index.ts';
import {
  COMMON_EMPLOYERS,
  reviewSiteProbes,
  searchProviderProbes,
  type EmployerProbeOptions,
  type EmployerProbe,
} from '../reputation/probe-employer.ts';
import type { ReviewSite } from '../sources/review-sites/site.ts';
import { formatTable } from './command.ts';

export interface EmployerDiagnosis {
  provider?: string;
  site: ReviewSite;
  country: Country;
  /** `empty`: nothing was found about the employer. `error`: the look-up failed. */
  status: 'ok' | 'empty' | 'error';
  employer: string;
  rating: number | null;
  review_count: number;
  reviews: number;
  facts: number;
  ms: number;
  reason?: string;
}

export interface EmployerDiagnosisOptions extends EmployerProbeOptions {
  countries: readonly Country[];
  employer: string | undefined;
}

export function diagnoseReviewSites(options: EmployerDiagnosisOptions): Promise<EmployerDiagnosis[]> {
  const probes = reviewSiteProbes(options);
  return Promise.all(options.countries.flatMap((country) => probes.map((way) => diagnose(options, country, way))));
}

/** Looks up the employer at every review site through each configured search provider, as light mode does. */
export async function diagnoseSearchProviders(options: EmployerDiagnosisOptions): Promise<EmployerDiagnosis[]> {
  const probes = searchProviderProbes(options);
  const providers = [...new Set(probes.map(({ provider }) => provider))];
  return Promise.all(
    providers.flatMap((provider) =>
      options.countries.flatMap((country) =>
        probes
          .filter((way) => way.provider === provider)
          .map(async (way) => ({ provider: provider.code, ...(await diagnose(options, country, way)) })),
      ),
    ),
  );
}

async function diagnose(
  { clock, employer }: EmployerDiagnosisOptions,
  country: Country,
  { site, ask }: EmployerProbe,
): Promise<EmployerDiagnosis> {
  const startedAt = clock.now();
  const name = employer ?? COMMON_EMPLOYERS[country];
  const came = await ask(name, country);
  const figures = came.outcome === 'found' ? came.figures : undefined;
  return {
    site: site.code,
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
