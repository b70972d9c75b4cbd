import { MAXIMUM_RADIUS_KM, type Country } from '../../../schemas/index.ts';
import { KM_PER_MILE } from '../../lib/distance.ts';
import { gazetteerOf } from './gazetteer.ts';
import { COUNTRY_NAMES } from './place-words.ts';
import { isAbroad, resolvePlace } from './resolve-place.ts';
import { placeName } from './table.ts';

const MAXIMUM_TEXT = 100;

const DISTANCE = /(\d{1,3}(?:\.\d)?)\s*-?\s*(mi(?:les?)?|km|kilomet(?:er|re)s?|kilomètres?)\b/iu;
/** "within 10 miles of Leeds", "autour de Lyon" */
const AROUND = /\b(?:of|from|around|near|in|de|du|d['’])\s*(?!\d)(\S.*)$/iu;

/** Only towns with a lower rank by population are suggested for a misspelt name. */
const LAST_RANK = 500;
const MINIMUM_LENGTH = 4;

/** For an unknown location, says which location to give instead. */
export function suggestLocation(text: string, country: Country): string {
  const typed = text.slice(0, MAXIMUM_TEXT).trim();
  const centre = AROUND.exec(typed)?.[1];
  const place = centre === undefined ? null : resolvePlace(centre, country);
  if (place !== null) return `give location "${place.name}"${radiusIn(typed)}`;
  const near = isAbroad(typed, country) ? undefined : misspeltTown(placeName(typed), country);
  return near === undefined
    ? `give a town, region or postcode of ${COUNTRY_NAMES[country]}`
    : `did you mean "${near}"?`;
}

function radiusIn(text: string): string {
  const [, distance, unit = ''] = DISTANCE.exec(text) ?? [];
  if (distance === undefined) return '';
  const km = Number(distance) * (/^mi/i.test(unit) ? KM_PER_MILE : 1);
  return ` with radius_km ${Math.min(MAXIMUM_RADIUS_KM, Math.round(km))}`;
}

const largeTowns = new Map<Country, readonly { name: string; plain: string }[]>();

/** Returns the only large town whose name begins with the same letter and differs in one letter. */
function misspeltTown(plain: string, country: Country): string | undefined {
  if (plain.length < MINIMUM_LENGTH) return undefined;
  let towns = largeTowns.get(country);
  if (towns === undefined) {
    const large = gazetteerOf(country)
      .allTowns()
      .filter(({ rank }) => rank < LAST_RANK);
    towns = large.map(({ name }) => ({ name, plain: placeName(name) }));
    largeTowns.set(country, towns);
  }
  const [first, second] = towns.filter((town) => town.plain[0] === plain[0] && isOneTypoApart(plain, town.plain));
  return second === undefined ? first?.name : undefined;
}

/** True if the texts differ in one letter, or in the order of two neighbouring letters. */
function isOneTypoApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [left, right] = [one, other].map((text) => text.slice(start, text.length - end)) as [string, string];
  return Math.max(left.length, right.length) === 1 || (left.length === 2 && right === `${left[1]}${left[0]}`);
}
