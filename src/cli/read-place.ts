import type { Country } from '../../schemas/index.ts';
import { readLocation } from '../jobs/places/read-location.ts';
import { isAbroad, isInPlace, resolvePlace } from '../jobs/places/resolve-place.ts';

/**
 * What we know of a place (SPEC §11); of a divided city "Lyon/3". `kept`, where a place is asked for:
 * whether a job at `text` stays in a search there; one that we don't know
 * filters nothing.
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
