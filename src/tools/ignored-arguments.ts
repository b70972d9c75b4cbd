import type { IgnoredArgument } from '../../schemas/index.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { nearestOf } from '../lib/nearest.ts';
import { shorten } from '../lib/text.ts';

export const IGNORED_META = 'io.jobdata/ignored';

/** Maximum number of unknown arguments that are reported, because callers choose their names. */
const MAXIMUM = 20;
const MAXIMUM_NAME = 64;

/** Names that other services and assistants use for our arguments. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: ['q', 'keyword', 'keywords', 'search', 'search_term', 'term', 'what', 'title', 'job_title'],
  platforms: ['platform', 'site', 'sites', 'site_name', 'source', 'sources', 'boards', 'job_boards'],
  location: ['where', 'place', 'city', 'town', 'region', 'postcode'],
  min_salary: ['salary', 'salary_from', 'minimum_salary', 'min_pay', 'salary_minimum'],
  limit: ['max_results', 'results', 'results_wanted', 'count', 'size', 'page_size', 'per_page', 'max', 'num'],
  dedup_hashes: ['hashes', 'seen', 'exclude_hashes', 'seen_hashes'],
  country: ['country_code', 'market', 'nation'],
  work_mode: [
    'remote',
    'remote_only',
    'is_remote',
    'remote_ok',
    'workplace',
    'workplace_type',
    'work_type',
    'telework',
    'teletravail',
  ],
  contract: ['contract_type', 'contracts', 'job_type', 'job_types', 'employment_type', 'type_contrat', 'contrat'],
  hours: ['working_hours', 'working_time', 'schedule', 'full_time', 'fulltime', 'part_time', 'temps_plein'],
  radius_km: ['radius', 'distance', 'distance_km', 'distance_miles', 'within', 'rayon', 'proximity'],
  posted_within_days: [
    'days',
    'days_old',
    'max_days_old',
    'hours_old',
    'date_posted',
    'posted_within',
    'max_age',
    'age',
    'since',
    'recency',
    'freshness',
  ],
  exclude: ['excluded', 'exclude_words', 'exclude_keywords', 'exclude_companies', 'not', 'without', 'blacklist'],
  agencies: ['agency', 'no_agencies', 'exclude_agencies', 'include_agencies', 'direct_only', 'direct'],
  sort: ['sort_by', 'order', 'order_by', 'sorting'],
  offset: ['page', 'start', 'skip', 'cursor', 'page_number', 'from'],
  evidence: ['explain', 'why', 'quotes'],
  urls: ['url', 'link', 'links', 'address', 'uri'],
  company_names: ['company', 'companies', 'company_name', 'names', 'name', 'employer', 'employers'],
  use_javascript: ['javascript', 'js', 'render', 'render_js', 'rendered'],
};

/** The given arguments that the tool does not have, each with the name that was probably meant, if there is one. */
export function ignoredArguments(names: readonly string[], given: object): IgnoredArgument[] {
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknown.slice(0, MAXIMUM).map((name) => {
    const meant = meantBy(name, names);
    return { name: shorten(stripInvisible(name), MAXIMUM_NAME), ...(meant ? { did_you_mean: meant } : {}) };
  });
}

function meantBy(name: string, names: readonly string[]): string | undefined {
  const plain = name.toLowerCase().replaceAll('-', '_');
  return names.find((one) => OTHER_NAMES[one]?.includes(plain)) ?? nearestOf(name, names);
}
