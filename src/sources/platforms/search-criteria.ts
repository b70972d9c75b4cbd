import type { Contract, Hours, JobOrder, WorkMode } from '../../../schemas/index.ts';

/** What a search asks for besides words, place and pay, as far as platforms can apply it (SPEC §3). */
export interface SearchCriteria {
  /** Distance from a town, as the caller stated it. */
  radiusKm?: number | undefined;
  /** Posted today (0) or up to this many days ago. */
  postedWithinDays?: number | undefined;
  /** Undefined: by relevance. */
  sort?: Exclude<JobOrder, 'relevance'> | undefined;
  workModes?: readonly WorkMode[] | undefined;
  contracts?: readonly Contract[] | undefined;
  hours?: readonly Hours[] | undefined;
  /** True: only adverts by agencies; false: none by agencies. */
  agencies?: boolean | undefined;
}

/** Parameters of a request to a platform, with the platform's names and values. */
export type PlatformParameters = Readonly<Record<string, string | readonly string[]>>;

interface WithCriteria {
  criteria?: SearchCriteria;
}
interface WithPlaceAndCriteria extends WithCriteria {
  place: { kind: string; centre?: object } | null;
}

const KM_PER_MILE = 1.609_344;

/**
 * The requested radius in kilometres. Undefined if there is none, or if the place is not a town or only a part of one:
 * platforms are then asked for the whole town.
 */
export function radiusOf({ criteria, place }: WithPlaceAndCriteria): number | undefined {
  return place?.kind === 'town' && !place.centre ? criteria?.radiusKm : undefined;
}

/** The requested radius in whole miles, rounded up, or up to the next of `steps`; undefined like `radiusOf`. */
export function milesOf(search: WithPlaceAndCriteria, steps?: readonly number[]): number | undefined {
  const km = radiusOf(search);
  if (km === undefined) return undefined;
  // Sites take 0 for no limit, or refuse it.
  const miles = Math.max(1, Math.ceil(km / KM_PER_MILE));
  return steps ? stepAbove(steps, miles) : miles;
}

/** The smallest step that is at least the value; the largest step if none is. */
export function stepAbove(steps: readonly number[], value: number): number | undefined {
  return steps.find((step) => step >= value) ?? steps.at(-1);
}

/**
 * A number of days that includes everything requested. Sites count days of 24 hours back from now, which begin later
 * than the requested calendar day.
 */
export function daysOf({ criteria }: WithCriteria): number | undefined {
  return criteria?.postedWithinDays === undefined ? undefined : criteria.postedWithinDays + 1;
}

/** The name of the shortest span that includes the requested days; undefined if none does. */
export function spanOf<Name extends string>(
  search: WithCriteria,
  spans: Readonly<Record<Name, number>>,
): Name | undefined {
  const days = daysOf(search);
  if (days === undefined) return undefined;
  return (Object.entries(spans) as [Name, number][]).find(([, length]) => length >= days)?.[0];
}

export function parametersOf(values: Readonly<Record<string, string | number | undefined>>): PlatformParameters {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
}

/**
 * The address with these parameters, which replace parameters of the same name. Parameters without a value are left
 * out.
 */
export function addressOf(address: string, values: Readonly<Record<string, string | number | undefined>>): URL {
  const url = new URL(address);
  setAll(url, parametersOf(values));
  return url;
}

export function setAll(url: URL, parameters: PlatformParameters): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (name === PATH_SEGMENT) continue;
    url.searchParams.delete(name);
    for (const one of [value].flat()) url.searchParams.append(name, one);
  }
}

/** The name of a filter parameter whose value is part of the path: the platform's `address` inserts it. */
export const PATH_SEGMENT = '/';

/** A platform's parameter for one value of a filter. */
export interface FilterValue {
  parameter: string;
  values: readonly string[];
  /** True if the answer also contains adverts with other values: an advert that states no value may then have any. */
  isWider?: boolean;
}

/** A platform's parameters for filters, by the values of SPEC §3. */
export interface PlatformFilters {
  workModes?: Partial<Record<WorkMode, FilterValue>>;
  contracts?: Partial<Record<Contract, FilterValue>>;
  hours?: Partial<Record<Hours, FilterValue>>;
  agencies?: Partial<Record<'true' | 'false', FilterValue>>;
  /** How several values of one filter are sent; undefined if only one value can be sent. */
  several?: 'side by side' | 'with commas';
  /** Filters that are not sent with further pages. */
  onFirstPageOnly?: readonly FilterKind[];
}

const FILTER_KINDS = ['workModes', 'contracts', 'hours', 'agencies'] as const;
type FilterKind = (typeof FILTER_KINDS)[number];

/** The values that every advert of an answer has, because the request asked for these alone. */
export interface SingleValueFilters {
  workModes?: WorkMode;
  contracts?: Contract;
  hours?: Hours;
  agencies?: boolean;
}

export function filterValue(parameter: string, ...values: string[]): FilterValue {
  return { parameter, values };
}

/** Like `filterValue`, for a value whose answers also contain adverts with other values. */
export function widerValue(parameter: string, ...values: string[]): FilterValue {
  return { parameter, values, isWider: true };
}

/**
 * The parameters for a search's filters. A filter is not sent if one of its values has no parameter, or if another
 * filter uses its parameter; it is then applied only to the answer.
 */
export function filterParameters(
  filters: PlatformFilters | undefined,
  { criteria, page = 1 }: WithCriteria & { page?: number },
): { parameters: PlatformParameters; askedAlone: SingleValueFilters } {
  const parameters: Record<string, string | string[]> = {};
  const askedAlone: SingleValueFilters = {};
  if (!filters || !criteria) return { parameters, askedAlone };
  for (const kind of FILTER_KINDS) {
    if (page > 1 && filters.onFirstPageOnly?.includes(kind)) continue;
    const asked = [...new Set([criteria[kind] ?? []].flat().map(String))];
    const table: Readonly<Record<string, FilterValue>> = filters[kind] ?? {};
    const found = asked.flatMap((value) => table[value] ?? []);
    const [first] = found;
    if (!first || found.length < asked.length || first.parameter in parameters) continue;
    const values = [...new Set(found.flatMap((one) => one.values))];
    const isSeveral = new Set(found.map((one) => one.values.join())).size > 1;
    if (found.some(({ parameter }) => parameter !== first.parameter) || (isSeveral && !filters.several)) continue;
    const together = filters.several === 'with commas' ? values.join(',') : values;
    parameters[first.parameter] = values.length === 1 ? (values[0] as string) : together;
    if (asked.length === 1 && !first.isWider) Object.assign(askedAlone, { [kind]: [criteria[kind]].flat()[0] });
  }
  return { parameters, askedAlone };
}
