import type { Country } from '../../../schemas/index.ts';
import { foldWords } from '../../lib/text.ts';
import type { SearchPlace } from '../../platforms/platform.ts';
import { PLACES, type PlaceEntry } from './places.ts';

const byName: ReadonlyMap<string, PlaceEntry> = new Map(
  PLACES.flatMap((place) =>
    [place.name, ...(place.aliases ?? [])].map((name) => [`${place.country} ${foldWords(name)}`, place] as const),
  ),
);

/** What a caller typed as location → a place of ours, or null for "unknown": then it filters nothing. */
export function resolvePlace(text: string, country: Country): SearchPlace | null {
  // "Lyon 3e", "Paris 11", "Toulouse (31)", "Leeds, UK"
  const bare = text.split(/[,(]/u)[0] ?? '';
  const name = foldWords(bare).replace(/\s+\d{1,2}(?:e|er|eme)?(?:\s+arrondissement)?$/u, '');
  return byName.get(`${country} ${name}`) ?? byName.get(`${country} ${foldWords(text)}`) ?? null;
}

const NATIONWIDE =
  /\b(?:nationwide|anywhere|united kingdom|uk wide|throughout the uk|france entiere|toute la france|multiple locations|various locations|national)\b/u;

/** Whether a listing's location lies in the place, or is the whole country. */
export function isInPlace(location: string, place: SearchPlace): boolean {
  if (place.kind === 'nation') return true;
  const words = ` ${foldWords(location)} `;
  if (NATIONWIDE.test(words) || words.trim() === foldWords(place.country === 'FR' ? 'France' : 'UK')) return true;
  if (words.includes(` ${foldWords(place.name)} `)) return true;
  if (place.kind === 'region') {
    return (
      (place.departmentCodes ?? []).some((code) => words.includes(` ${code.toLowerCase()} `)) ||
      PLACES.some(
        (entry) =>
          entry.kind === 'town' &&
          entry.regionCode === place.regionCode &&
          words.includes(` ${foldWords(entry.name)} `),
      )
    );
  }
  return false;
}
