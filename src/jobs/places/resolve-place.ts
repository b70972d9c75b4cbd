import type { Country } from '../../../schemas/index.ts';
import type { SearchPlace } from '../../sources/platforms/platform.ts';
import { gazetteerOf } from './gazetteer.ts';
import { holds, isWholeCountry, liesIn, locate, namedPlaces, type NamedPlace } from './locate.ts';
import { NOISE } from './place-words.ts';
import { readName } from './read-name.ts';
import { placeName, type Area, type Town } from './table.ts';

const MAXIMUM_TEXT = 200;
const WHOLE: Readonly<Record<Country, RegExp>> = {
  GB: /^(?:nationwide|anywhere|all of the uk|uk wide)$/u,
  FR: /^(?:france entiere|toute la france|partout en france)$/u,
};

/** Returns null for an unknown place. A search then does not filter by place (SPEC §3). */
export function resolvePlace(text: string, country: Country): SearchPlace | null {
  const typed = text.slice(0, MAXIMUM_TEXT);
  if (isWholeCountry(typed, country) || WHOLE[country].test(placeName(typed))) return wholeCountry(country);
  const table = gazetteerOf(country);
  const byNumber =
    country === 'FR' &&
    /^(?:\d{1,2}|2[ab]|97[1-46])$/iu.test(typed.trim()) &&
    table.areas.get(typed.trim().toLowerCase());
  if (byNumber) return areaPlace(byNumber, country);
  if (!isNamed(typed, country)) return null;
  const [spot] = namedPlaces(typed, country);
  if (!spot) return null;
  if (spot.town) return townPlace(spot.town, spot, country);
  const [area] = spot.areas;
  if (!area) return null;
  return country === 'GB' && area.town ? townPlace(area.town, spot, country) : areaPlace(area, country);
}

export function wholeCountry(country: Country): SearchPlace {
  return { name: country === 'FR' ? 'France' : 'United Kingdom', kind: 'nation', country };
}

export function commonArea(places: readonly SearchPlace[], country: Country): SearchPlace {
  const [first = [], ...others] = places.map(areasOf);
  const common = first.find((area) => others.every((areas) => areas.includes(area)));
  return common ? areaPlace(common, country) : wholeCountry(country);
}

function areasOf(place: SearchPlace): readonly Area[] {
  if (place.kind === 'town') return findTown(place)?.areas ?? [];
  const area = findArea(place);
  return area ? [area, ...area.areas] : [];
}

/**
 * True if the text starts with a place's name or code ("Leeds, UK", "75011 Paris"); false for "somewhere near Leeds".
 */
function isNamed(text: string, country: Country): boolean {
  const table = gazetteerOf(country);
  const parts = text.split(/[,()]|\s[-–—]\s/u).filter((part) => placeName(part) !== '');
  const name = (part: string): string =>
    part
      .replace(country === 'FR' ? /\b\d{5}\b/gu : /\b[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?\b/giu, (code) =>
        table.postcode(code.replace(/\s/gu, '').toUpperCase()) ? ' ' : code,
      )
      .trim();
  const first = parts
    .map(name)
    .find((part) => !/^\d{2}$/u.test(part) && placeName(part).replace(NOISE, '').trim() !== '');
  if (first === undefined) return parts.length > 0;
  const part = readName(first, table);
  if (!part) return false;
  if (part.area && part.towns.length === 0) return true;
  // If the rest of the text puts the town elsewhere, the place is unknown.
  return namedPlaces(text, country).some(({ town, areas }) =>
    town ? part.towns.includes(town) : part.area !== undefined && areas.includes(part.area),
  );
}

function townPlace(town: Town, { arrondissement, centre }: NamedPlace, country: Country): SearchPlace {
  const region = town.areas.find(({ id }) => id.startsWith('r:'));
  const nation = town.areas.find(({ id }) => id.startsWith('n:'));
  const smallest = town.areas[0];
  const department = smallest?.kind === 'department' ? smallest : undefined;
  const qualifier = isAmbiguous(town, country) ? (town.inside ?? smallest?.name) : undefined;
  return {
    name: town.name,
    kind: 'town',
    country,
    ...(qualifier ? { qualifier } : {}),
    ...(town.code ? { communeCode: town.code } : {}),
    ...(town.members ? { communeCodes: town.members.map(({ code }) => code as string) } : {}),
    ...(town.postcode ? { postcode: town.postcode } : {}),
    ...(department?.code ? { departmentCode: department.code, departmentName: department.name } : {}),
    ...(country === 'FR' && region?.code ? { regionCode: region.code } : {}),
    ...(country === 'GB' && smallest ? { countyName: smallest.name } : {}),
    ...((region ?? nation) ? { regionName: (region ?? nation)?.name as string } : {}),
    ...(nation ? { nationName: nation.name } : {}),
    ...(arrondissement ? { arrondissement } : {}),
    ...(centre ? { centre } : {}),
    ...(town.latitude === undefined || town.longitude === undefined
      ? {}
      : { latitude: town.latitude, longitude: town.longitude }),
  };
}

function isAmbiguous(town: Town, country: Country): boolean {
  const { towns, areas } = gazetteerOf(country);
  const key = placeName(town.name);
  const area = areas.get(key);
  return towns.get(key)?.[0] !== town || (area !== undefined && area.town !== town);
}

function areaPlace(area: Area, country: Country): SearchPlace {
  const kind = area.kind === 'nation' ? 'region' : area.kind;
  const holder = area.areas.find(({ kind }) => kind === 'region');
  const nation = area.areas.find(({ id }) => id.startsWith('n:'));
  const base = { name: area.name, kind, country, ...(nation ? { nationName: nation.name } : {}) };
  if (country === 'GB') return { ...base, ...(holder ? { regionName: holder.name } : {}) };
  if (kind === 'department')
    return {
      ...base,
      ...(area.code ? { departmentCode: area.code } : {}),
      ...(holder?.code ? { regionCode: holder.code, regionName: holder.name } : {}),
    };
  const parts = area.parts?.filter((part) => 'id' in part);
  const departments =
    parts ??
    gazetteerOf('FR')
      .allAreas()
      .filter((one) => one.kind === 'department' && one.areas.includes(area));
  const codes = new Set(departments.map(({ code }) => code as string));
  return {
    ...base,
    ...(area.code ? { regionCode: area.code } : {}),
    ...(parts ? { isPartOfRegion: true, regionName: holder?.name as string } : {}),
    departmentCodes: [...codes].sort(),
    departmentNames: [...new Set(departments.map(({ name }) => name))].sort(),
  };
}

/**
 * For a whole country, returns true for every location that is not abroad. For another place, returns true if the
 * location is nationwide, in the place, or within `radiusKm` of the town or the requested postcode district; returns
 * false if the location is unknown or is a larger area (SPEC §3).
 */
export function isInPlace(location: string, place: SearchPlace, radiusKm = 0): boolean {
  const located = locate(location, place.country);
  if (located.abroad) return false;
  if (place.kind === 'nation' || located.nationwide) return true;
  const town = place.kind === 'town' ? findTown(place) : undefined;
  const area = place.kind === 'town' ? undefined : findArea(place);
  return located.places.some((spot) =>
    town ? isAround(spot, town, place, radiusKm) : area !== undefined && holds(area, spot),
  );
}

/** True if the location names only a county or region that contains the requested town. */
export function isAreaAround(location: string, place: SearchPlace): boolean {
  const town = place.kind === 'town' ? findTown(place) : undefined;
  if (!town) return false;
  return locate(location, place.country).places.some(
    ({ town: named, centre, areas: [area] }) =>
      !named && !centre && area !== undefined && !area.id.startsWith('n:') && town.areas.includes(area),
  );
}

export function isAbroad(location: string, country: Country): boolean {
  return locate(location, country).abroad;
}

/**
 * If the radius is at least this long, all arrondissements of a city are included, because their coordinates are
 * unknown.
 */
const ACROSS_KM = 10;

function isAround(spot: NamedPlace, town: Town, { centre, arrondissement }: SearchPlace, radiusKm: number): boolean {
  const at = spot.centre ?? (spot.town === town ? undefined : spot.town);
  if (centre && at && radiusKm > 0) return isNearby(at, centre, radiusKm);
  if (isInTown(spot, town, arrondissement)) return true;
  return spot.town === town ? radiusKm >= ACROSS_KM : isNearby(at, town, radiusKm);
}

function isInTown(spot: NamedPlace, town: Town, arrondissement: number | undefined): boolean {
  if (spot.town === town)
    return arrondissement === undefined || spot.arrondissement === undefined || spot.arrondissement === arrondissement;
  if (liesIn(spot.town, town)) return true;
  return spot.areas.some((area) => area.town === town);
}

type Coordinates = Pick<Town, 'latitude' | 'longitude'>;

const KM_PER_DEGREE = 111.2;

/**
 * Treats the earth as flat, which is exact enough for some tens of kilometres. False without a radius or if coordinates
 * are missing.
 */
function isNearby(one: Coordinates | undefined, other: Coordinates, radiusKm: number): boolean {
  if (radiusKm <= 0 || one?.latitude === undefined || one.longitude === undefined) return false;
  if (other.latitude === undefined || other.longitude === undefined) return false;
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(east, one.latitude - other.latitude) * KM_PER_DEGREE <= radiusKm;
}

function findTown({ name, country, communeCode, countyName }: SearchPlace): Town | undefined {
  const towns = gazetteerOf(country).towns.get(placeName(name)) ?? [];
  return (
    towns.find((town) => (country === 'FR' ? town.code === communeCode : town.areas[0]?.name === countyName)) ??
    towns[0]
  );
}

function findArea({ name, country, kind, departmentCode }: SearchPlace): Area | undefined {
  const { areas } = gazetteerOf(country);
  return areas.get(kind === 'department' && departmentCode ? departmentCode.toLowerCase() : placeName(name));
}
