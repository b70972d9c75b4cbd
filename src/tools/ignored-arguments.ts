import type { IgnoredArgument } from '../../schemas/index.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { nearestOf } from '../lib/nearest.ts';
import { shorten } from '../lib/text.ts';

export const IGNORED_META = 'io.jobdata/ignored';

const NONE: readonly IgnoredArgument[] = [];
const MAXIMUM = 20;
const MAXIMUM_NAME = 64;

/** Names for which no tool has an argument, although an argument with another meaning is spelled alike. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'max_salary',
  'maximum_salary',
  'salary_max',
  'salary_to',
  'max_pay',
]);

/** Names that other services and assistants use for the arguments of these tools. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: ['q', 'keyword', 'keywords', 'search', 'search_term', 'term', 'what', 'title', 'job_title'],
  platforms: ['platform', 'site', 'sites', 'site_name', 'source', 'sources', 'boards', 'job_boards'],
  location: ['where', 'place', 'city', 'town', 'region', 'postcode'],
  min_salary: ['salary', 'salary_from', 'minimum_salary', 'min_pay', 'salary_minimum'],
  limit: [
    'max_results',
    'results',
    'results_wanted',
    'count',
    'size',
    'page_size',
    'per_page',
    'max',
    'num',
    'pages',
    'max_pages',
  ],
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
    'posted_since',
    'posted_after',
    'posted_date',
    'published_since',
    'published_after',
    'date_from',
    'recency',
    'freshness',
  ],
  exclude: ['excluded', 'exclude_words', 'exclude_keywords', 'exclude_companies', 'not', 'without', 'blacklist'],
  agencies: ['agency', 'no_agencies', 'exclude_agencies', 'include_agencies', 'direct_only', 'direct'],
  sort: ['sort_by', 'order', 'order_by', 'sorting'],
  offset: ['page', 'start', 'skip', 'cursor', 'page_number', 'from'],
  evidence: ['explain', 'why', 'quotes'],
  urls: [
    'url',
    'link',
    'links',
    'address',
    'addresses',
    'uri',
    'page',
    'pages',
    'site',
    'sites',
    'website',
    'websites',
  ],
  company_names: ['company', 'companies', 'company_name', 'names', 'name', 'employer', 'employers', 'query', 'q'],
  mode: ['depth', 'level', 'detail', 'deep'],
  output: ['format', 'output_format', 'response_format', 'return_format'],
  locale: ['language', 'lang', 'accept_language'],
  use_javascript: ['javascript', 'js', 'render', 'render_js', 'rendered'],
};

/** The members of a call's params that are no arguments. */
const OWN_PARAMS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Arguments that have no effect without another one. */
const NEEDS: Readonly<Record<string, string>> = { radius_km: 'location' };

/**
 * `given` are the arguments as sent, with deprecated names replaced; `args` are those of them that the tool has and
 * that are not absent; `params` are the params that have the arguments as a member.
 */
export function ignoredArguments(
  names: readonly string[],
  given: object,
  args: Readonly<Record<string, unknown>>,
  params: object = {},
): readonly IgnoredArgument[] {
  const misplaced = misplacedArguments(names, params);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  const idle = Object.keys(args).filter((name) => NEEDS[name] !== undefined && args[NEEDS[name]] === undefined);
  if (misplaced.length === 0 && unknown.length === 0 && idle.length === 0) return NONE;
  const misplacedNotes = misplaced.map(({ name, meant }) => ({
    name: `params.${name}`,
    did_you_mean: `arguments.${meant}`,
  }));
  const unknownNotes = unknown.slice(0, MAXIMUM).map((name) => {
    const meant = meantBy(name, names);
    return { name: shownName(name), ...(meant ? { did_you_mean: meant } : {}) };
  });
  return [...[...misplacedNotes, ...unknownNotes].slice(0, MAXIMUM - idle.length), ...idle.map((name) => ({ name }))];
}

interface Misnamed {
  name: string;
  meant: string;
}

/** Members of the params, beside the arguments, that are or mean arguments of the tool. */
export function misplacedArguments(names: readonly string[], params: object): Misnamed[] {
  const others = Object.keys(params).filter((name) => !OWN_PARAMS.has(name));
  return others.slice(0, MAXIMUM).flatMap((name) => {
    const meant = names.includes(name) ? name : meantBy(name, names);
    return meant === undefined ? [] : [{ name: shownName(name), meant }];
  });
}

/** Arguments that the tool does not have, but that mean one which it has. */
export function misnamedArguments(names: readonly string[], given: object): Misnamed[] {
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknown.slice(0, MAXIMUM).flatMap((name) => {
    const meant = meantBy(name, names);
    return meant === undefined ? [] : [{ name, meant }];
  });
}

export function shownName(name: string): string {
  return shorten(stripInvisible(name), MAXIMUM_NAME);
}

function meantBy(name: string, names: readonly string[]): string | undefined {
  const plain = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll('-', '_');
  if (UNSUPPORTED.has(plain)) return undefined;
  return names.find((one) => OTHER_NAMES[one]?.includes(plain)) ?? nearestOf(name, names);
}
