import { MAXIMUM_RADIUS_KM } from '../../schemas/index.ts';
import { KM_PER_MILE } from '../lib/distance.ts';
import { nearestOf } from '../lib/nearest.ts';
import { foldWords } from '../lib/text.ts';

/** The member of `params._meta` that holds the idempotency key of a call. */
export const IDEMPOTENCY_META = 'io.jobdata/idempotency_key';
export const IDEMPOTENCY_PLACE = `params._meta["${IDEMPOTENCY_META}"]`;

/** Longer names and values are not compared with known ones. */
const MAXIMUM_COMPARED = 64;

/** The arguments of a tool. `values` has the allowed values of each argument whose schema lists them. */
export interface KnownArguments {
  names: readonly string[];
  values: ReadonlyMap<string, readonly string[]>;
}

const IDEMPOTENCY_NAME = /^(?:x_)?(?:io_jobdata_)?idempotency_?(?:key|id|token)$/;

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

/** Names that other services and assistants use for the arguments of these tools, in English and French. */
const OTHER_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
  query: words(
    'q keyword keywords search search_term term what title job_title job jobs',
    'position role occupation skill skills',
    'requete recherche mot_cle mots_cles metier poste intitule emploi competences',
  ),
  platforms: words(
    'platform site sites site_name source sources board boards job_board job_boards',
    'plateforme plateformes',
  ),
  location: words(
    'where place city town region postcode area county near',
    'lieu lieux localisation ville departement commune code_postal',
  ),
  min_salary: words(
    'salary salary_from minimum_salary min_pay salary_minimum pay wage',
    'salaire salaire_min salaire_minimum remuneration',
  ),
  limit: words(
    'max_results num_results number_of_results results results_wanted count number size',
    'page_size per_page max num top pages max_pages max_jobs num_jobs',
    'nombre nombre_resultats nombre_de_resultats resultats limite',
  ),
  description_length: words('description descriptions max_description_length full_description snippet_length'),
  dedup_hashes: words('hashes seen exclude_hashes seen_hashes'),
  country: words('country_code market nation pays code_pays'),
  work_mode: words(
    'remote_only is_remote remote_ok remote_work workplace workplace_type work_type telework',
    'mode_travail mode_de_travail',
  ),
  contract: words(
    'contract_type contract_types contracts job_type job_types employment_type employment_types',
    'type_contrat type_de_contrat types_contrat contrat contrats',
  ),
  hours: words('working_hours working_time schedule temps_travail temps_de_travail duree_travail'),
  radius_km: words(
    'radius distance distance_km max_distance search_radius within proximity rayon rayon_km',
    'radius_mi radius_mile radius_miles radius_in_miles distance_mi distance_miles within_miles mile miles',
  ),
  posted_within_days: words(
    'days days_old max_days_old hours_old date date_posted posted posted_within max_age',
    'max_age_days age_days last_days age since posted_since posted_after posted_date',
    'published_since published_after date_from recency freshness recent',
    'jours anciennete date_publication publie_depuis depuis',
  ),
  exclude: words(
    'excluded exclude_words exclude_keywords exclude_companies not without blacklist',
    'exclure exclusions',
  ),
  agencies: words('agency include_agencies agences'),
  sort: words('sort_by order order_by sorting tri trier trier_par ordre'),
  offset: words('next_offset start skip cursor from'),
  evidence: words('explain why quotes'),
  urls: words(
    'url link links address addresses uri page pages site sites website websites',
    'adresse adresses lien liens',
  ),
  company_names: words(
    'company companies company_name names name employer employers query q',
    'nom noms entreprise entreprises societe societes employeur employeurs',
  ),
  mode: words('depth level detail'),
  output: words('format output_format response_format return_format'),
  geo: words('country country_code proxy proxy_country pays'),
  locale: words('language lang accept_language langue'),
  use_javascript: words('javascript js render render_js rendered'),
};

interface OtherMeaning {
  argument: string;
  names: ReadonlySet<string>;
  /** For error messages. */
  explanation: string;
  /** For `did_you_mean`. */
  suggestion: string;
}

const NO_MAXIMUM = "there is no maximum; compare the jobs' salary_max";

/**
 * Names that mean the opposite of an argument ("no_agencies"), the same in another unit ("page" for `offset`), or
 * something that no argument does ("max_salary" is no misspelt `min_salary`).
 */
const OTHER_MEANINGS: readonly OtherMeaning[] = [
  {
    argument: 'agencies',
    names: words(
      'no_agencies no_agency not_agencies exclude_agencies exclude_agency without_agencies without_agency hide_agencies',
      'direct_only direct sans_agence sans_agences hors_agences exclure_agences',
    ),
    explanation: 'for jobs without agencies, send "agencies": false',
    suggestion: 'agencies: false',
  },
  {
    argument: 'offset',
    names: words('page page_number page_no page_num numero_page next_page'),
    explanation: '"offset" counts jobs, not pages; for more jobs, send the next_offset of the last answer as "offset"',
    suggestion: 'offset (next_offset of the last answer)',
  },
  {
    argument: 'min_salary',
    names: words('max_salary maximum_salary salary_max salary_to max_pay salaire_max salaire_maximum'),
    explanation: NO_MAXIMUM,
    suggestion: NO_MAXIMUM,
  },
];

/** "no_location" must not be read as "location" with two typos. */
const NEGATION = /^(?:no|not|non|exclude|excluding|without|hide|ignore|exclure|sans|hors)_/;

/** Other words for the allowed values of arguments: "CDI" for `permanent`. */
const OTHER_VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  remote: words('home teletravail a_distance home_office work_from_home from_home at_home wfh fully_remote'),
  hybrid: words('hybride'),
  'on-site': words('in_person in_office office sur_site presentiel'),
  permanent: words('perm cdi'),
  fixed_term: words('cdd'),
  temporary: words('temp interim'),
  freelance: words('contractor independant'),
  apprenticeship: words('alternance apprentissage'),
  internship: words('intern stage'),
  full_time: words('temps_plein temps_complet'),
  part_time: words('temps_partiel'),
  date: words('newest latest recent most_recent date_desc'),
  salary: words('salary_desc highest_salary highest_paid best_paid'),
  raw: words('html'),
  markdown: words('md text'),
  deep: words('full detailed'),
};

/** Names too vague to identify an argument: the value that was sent decides which one is meant. */
const VAGUE_NAMES: ReadonlySet<string> = new Set(['type', 'types', 'mode', 'kind']);

/**
 * Returns the name in lower case, without accents and with underscores between its words: "minSalary", "min-salary" and
 * "Min_Salary" give "min_salary"; "mots-clés" gives "mots_cles".
 */
function plainName(name: string): string {
  return foldWords(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')).replaceAll(' ', '_');
}

export function isIdempotencyName(name: string): boolean {
  return name.length <= MAXIMUM_COMPARED && IDEMPOTENCY_NAME.test(plainName(name));
}

function isNamed(plain: string, value: string): boolean {
  return plain === plainName(value) || (OTHER_VALUES[value]?.has(plain) ?? false);
}

/**
 * Returns the one of `values` that was meant, such as "full_time" for "full-time" and "temps plein"; undefined if none
 * is similar.
 */
export function nearValue(given: unknown, values: readonly string[]): string | undefined {
  if (typeof given !== 'string' || given.length > MAXIMUM_COMPARED) return undefined;
  const plain = plainName(given);
  return values.find((one) => isNamed(plain, one)) ?? nearestOf(given, values);
}

/**
 * For text that joins several of `values`, such as "hybrid,remote", returns these; undefined if it has no more than one.
 */
export function joinedValues(given: unknown, values: readonly string[]): string[] | undefined {
  if (typeof given !== 'string' || given.length > MAXIMUM_COMPARED) return undefined;
  const pieces = given.split(/[,;/|]|\s(?:or|and|ou|et)\s/i).map((piece) => nearValue(piece, values));
  return pieces.length > 1 && pieces.every((one) => one !== undefined) ? pieces : undefined;
}

/**
 * Returns the argument that was meant by a name that the tool does not have, or IDEMPOTENCY_PLACE for a name of the
 * idempotency key. Returns undefined if no argument is similar, or if the name is in OTHER_MEANINGS. If a name can mean
 * several arguments, the value decides: `job_type` usually means `contract`, but with "full time" it means `hours`.
 */
export function argumentMeantBy(name: string, value: unknown, known: KnownArguments): string | undefined {
  if (name.length > MAXIMUM_COMPARED) return undefined;
  const { names, values } = known;
  const plain = plainName(name);
  if (IDEMPOTENCY_NAME.test(plain)) return IDEMPOTENCY_PLACE;
  if (otherMeaningOf(name, known) !== undefined) return undefined;
  const meant =
    names.find((one) => OTHER_NAMES[one]?.has(plain)) ??
    argumentWith(known, (own) => own.some((one) => isNamed(plain, one))) ??
    (NEGATION.test(plain) ? undefined : nearestOf(name, names));
  const own = meant === undefined ? undefined : values.get(meant);
  if (own === undefined && !VAGUE_NAMES.has(plain)) return meant;
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (own !== undefined && nearValue(first, own) !== undefined) return meant;
  return argumentWith(known, (others) => nearValue(first, others) !== undefined) ?? meant;
}

export function otherMeaningOf(name: string, { names }: KnownArguments): OtherMeaning | undefined {
  if (name.length > MAXIMUM_COMPARED) return undefined;
  const plain = plainName(name);
  return OTHER_MEANINGS.find((one) => names.includes(one.argument) && one.names.has(plain));
}

/**
 * For a distance in miles ("radius_miles": 10), returns how to send it in kilometres: "10 miles is 16". Undefined if
 * neither the name nor the value has miles.
 */
export function explainMiles(name: string, value: unknown): string | undefined {
  const [, number, unit] = /^\s*(\d{1,4}(?:\.\d{1,3})?)\s*(mi(?:les?)?)?\s*$/i.exec(String(value)) ?? [];
  if (unit === undefined && !/(?:^|_)mi(?:les?)?$/.test(plainName(name))) return undefined;
  if (number === undefined) return 'in kilometres';
  const km = Math.round(Number(number) * KM_PER_MILE);
  return `${number} mile${number === '1' ? '' : 's'} is ${km}${km > MAXIMUM_RADIUS_KM ? `; at most ${MAXIMUM_RADIUS_KM}` : ''}`;
}

/** Returns the argument that takes the value, even if the value is written another way: `contract` for "CDI". */
export function argumentTaking(value: unknown, known: KnownArguments): string | undefined {
  if (typeof value !== 'string' || value.length > MAXIMUM_COMPARED) return undefined;
  const plain = plainName(value);
  return argumentWith(known, (own) => own.some((one) => isNamed(plain, one)));
}

function argumentWith({ values }: KnownArguments, takes: (own: readonly string[]) => boolean): string | undefined {
  for (const [name, own] of values) if (takes(own)) return name;
  return undefined;
}
