import { fold } from '../../lib/text.ts';
import type { PlatformSearch } from './platform.ts';

/**
 * Returns the name of the place, with a qualifier if a better-known place has the same name ("Richmond, North
 * Yorkshire"). For an unknown place, returns the caller's text; for the whole country, "".
 */
export function whereText({ place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>): string {
  if (!place) return locationText;
  if (place.kind === 'nation') return '';
  return place.qualifier ? `${place.name}, ${place.qualifier}` : place.name;
}

export function floorOf({ minSalary }: Pick<PlatformSearch, 'minSalary'>): number | undefined {
  return minSalary === null ? undefined : Math.floor(minSalary);
}

/** Rounds the salary down to a multiple of `step`, at most `highest`. Undefined for null and for less than `step`. */
export function floorToStep(minSalary: number | null, step: number, highest: number): number | undefined {
  if (minSalary === null || minSalary < step) return undefined;
  return Math.min(highest, Math.floor(minSalary / step) * step);
}

export function slug(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
