import type { Contract, Hours, JobOrder, WorkMode } from '../../../schemas/index.ts';
import { KM_PER_MILE } from '../../lib/distance.ts';

/** The filters and the order that a caller can request (SPEC §3). */
export interface SearchCriteria {
  radiusKm?: number | undefined;
  /** Posted today (0) or up to this many days ago. */
  postedWithinDays?: number | undefined;
  /** If undefined, the order is by relevance. */
  sort?: Exclude<JobOrder, 'relevance'> | undefined;
  workModes?: readonly WorkMode[] | undefined;
  contracts?: readonly Contract[] | undefined;
  hours?: readonly Hours[] | undefined;
  /** True keeps only adverts by agencies; false leaves these out; undefined keeps all. */
  agencies?: boolean | undefined;
}

export type PlatformParameters = Readonly<Record<string, string | readonly string[]>>;

interface WithCriteria {
  criteria?: SearchCriteria;
}
interface WithPlaceAndCriteria extends WithCriteria {
  place: { kind: string; centre?: object } | null;
}

/**
 * Returns the requested radius in kilometres. Undefined if none was requested, or if the place is not a whole town.
 * (For a postcode district, platforms are searched for the whole town, so a radius around the town would be wrong.)
 */
export function radiusOf({ criteria, place }: WithPlaceAndCriteria): number | undefined {
  return place?.kind === 'town' && !place.centre ? criteria?.radiusKm : undefined;
}

/**
 * Returns the radius in whole miles, rounded up and at least 1. With `steps` (in ascending order), returns the first
 * step that is not smaller, or the largest step if all are smaller. Undefined if `radiusOf` returns undefined.
 */
export function milesOf(search: WithPlaceAndCriteria, steps?: readonly number[]): number | undefined {
  const km = radiusOf(search);
  if (km === undefined) return undefined;
  // For some sites, a radius of 0 means no limit; others refuse it.
  const miles = Math.max(1, Math.ceil(km / KM_PER_MILE));
  return steps ? stepAbove(steps, miles) : miles;
}

export function stepAbove(steps: readonly number[], value: number): number | undefined {
  return steps.find((step) => step >= value) ?? steps.at(-1);
}

/**
 * Returns one day more than the caller requested. Sites count back from now in days of 24 hours, so without the extra
 * day they would leave out adverts from the morning of the first requested day.
 */
export function daysOf({ criteria }: WithCriteria): number | undefined {
  return criteria?.postedWithinDays === undefined ? undefined : criteria.postedWithinDays + 1;
}

/**
 * Returns the name of the shortest span that includes the days of `daysOf`. Undefined if no span is long enough, or if
 * no age was requested. `spans` contains the lengths in days, shortest first.
 */
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

/** Adds parameters to an address. They replace parameters of the same name; those without a value are left out. */
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

/** The name of a filter parameter whose value is part of the path. The platform's `address` inserts the value. */
export const PATH_SEGMENT = '/';

export interface FilterValue {
  parameter: string;
  values: readonly string[];
  /**
   * True if the answer also contains adverts with other values. An advert that states no value may then have any value.
   */
  isWider?: boolean;
}

/** The keys in each filter are the values of the tool's argument. */
export interface PlatformFilters {
  workModes?: Partial<Record<WorkMode, FilterValue>>;
  contracts?: Partial<Record<Contract, FilterValue>>;
  hours?: Partial<Record<Hours, FilterValue>>;
  agencies?: Partial<Record<'true' | 'false', FilterValue>>;
  /**
   * How several values of one filter are sent: as a list (in an address, "t=a&t=b"), or as one value with commas
   * ("t=a,b"). Undefined if only one value can be sent.
   */
  several?: 'side by side' | 'with commas';
  /** Filters that cannot be sent in requests for later pages. */
  onFirstPageOnly?: readonly FilterKind[];
}

const FILTER_KINDS = ['workModes', 'contracts', 'hours', 'agencies'] as const;
type FilterKind = (typeof FILTER_KINDS)[number];

export interface SingleValueFilters {
  workModes?: WorkMode;
  contracts?: Contract;
  hours?: Hours;
  agencies?: boolean;
}

export function filterValue(parameter: string, ...values: string[]): FilterValue {
  return { parameter, values };
}

export function widerValue(parameter: string, ...values: string[]): FilterValue {
  return { parameter, values, isWider: true };
}

/**
 * Returns the parameters for the filters that can be sent. A filter is not sent, but only applied to the answer, if one
 * of its values has no parameter, if it has several values that cannot be sent together, if another filter uses its
 * parameter, or on a later page if it is in `onFirstPageOnly`. `askedAlone` contains the filters that are sent with a
 * single value that is not wider: adverts in the answer that do not state a value can be assumed to have this one.
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
