import type { JobOrder } from '../../../schemas/index.ts';

/** What a caller asks for beside words, place and pay, as far as platforms can be asked for it (SPEC §3). */
export interface Wishes {
  /** Around a town, as the caller gave it. */
  radiusKm?: number | undefined;
  /** Posted today or up to so many days ago. */
  postedWithinDays?: number | undefined;
  /** Absent: by relevance. */
  sort?: Exclude<JobOrder, 'relevance'> | undefined;
}

/** Parameters that a platform is asked with for a caller's wishes, in its own names and values. */
export type WishParameters = Readonly<Record<string, string>>;

/** The part of a search that says them. */
interface Wished {
  wishes?: Wishes;
}
interface WishedAround extends Wished {
  place: { kind: string } | null;
}

const KM_PER_MILE = 1.609_344;

/** The radius around a town that was asked for, in kilometres; undefined where none was, or the place is no town. */
export function radiusOf({ wishes, place }: WishedAround): number | undefined {
  return place?.kind === 'town' ? wishes?.radiusKm : undefined;
}

/** The same in whole miles, at least as far; of a site with steps the next of them, its furthest where none is as far. */
export function milesOf(search: WishedAround, steps?: readonly number[]): number | undefined {
  const km = radiusOf(search);
  if (km === undefined) return undefined;
  const miles = Math.ceil(km / KM_PER_MILE);
  return steps ? stepAbove(steps, miles) : miles;
}

/** The least step that holds a value; the highest where none does. */
export function stepAbove(steps: readonly number[], value: number): number | undefined {
  return steps.find((step) => step >= value) ?? steps.at(-1);
}

/**
 * Days back that hold all that was asked: sites count whole days from now, so
 * that "up to 1 day ago" begins before their last 24 hours.
 */
export function daysOf({ wishes }: Wished): number | undefined {
  return wishes?.postedWithinDays === undefined ? undefined : wishes.postedWithinDays + 1;
}

/** The name of the shortest span that holds those days; undefined where none does. */
export function spanOf<Name extends string>(search: Wished, spans: Readonly<Record<Name, number>>): Name | undefined {
  const days = daysOf(search);
  if (days === undefined) return undefined;
  return (Object.entries(spans) as [Name, number][]).find(([, length]) => length >= days)?.[0];
}

/** Those parameters that have a value. */
export function parametersOf(values: Readonly<Record<string, string | number | undefined>>): WishParameters {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

export function setAll(url: URL, parameters: WishParameters): void {
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
}
