import type { Country } from '../../schemas/index.ts';
import { readLocation } from '../jobs/places/read-location.ts';
import { isAbroad, isInPlace, resolvePlace } from '../jobs/places/resolve-place.ts';

/**
 * Resolves the place that a text names. An arrondissement is written like "Lyon/3" (SPEC §11). `kept` is true if a
 * search at `asked` would return a job at `text`, and undefined if `asked` is blank.
 */
export function readPlace(
  text: string,
  country: Country,
  asked: string,
  radiusKm: number,
): { place: { kind: string; name: string } | null; abroad: boolean; kept?: boolean } {
  const found = resolvePlace(text, country);
  const abroad = isAbroad(text, country);
  const part = found?.arrondissement === undefined ? '' : `/${found.arrondissement}`;
  const place = found && { kind: found.kind, name: `${found.name}${part}` };
  if (asked.trim() === '') return { place, abroad };
  const { among } = readLocation(asked, country);
  return {
    place,
    abroad,
    kept: !abroad && (among.length === 0 || among.some((one) => isInPlace(text, one, radiusKm))),
  };
}
