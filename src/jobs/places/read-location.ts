import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import type { SearchPlace } from '../../sources/platforms/platform.ts';
import { commonArea, isAbroad, isInPlace, resolvePlace, wholeCountry } from './resolve-place.ts';
import { placeName } from './table.ts';

/** The argument `location` as places (SPEC §3). */
export interface AskedLocation {
  /**
   * The place to search for on platforms: the requested place, the smallest area that contains all requested places, or
   * the whole country for remote jobs; null if the location is empty or unknown.
   */
  place: SearchPlace | null;
  among: readonly SearchPlace[];
  remoteOnly: boolean;
  /** The other supported country, if the place is known there and not in the requested country. */
  elsewhere?: Country;
  /** The first alternative that is in `elsewhere`, if others are not: "Paris" in "Leeds or Paris". */
  elsewherePart?: string;
}

const REMOTE =
  /^(?:(?:fully|full|100|totally) )?(?:remote|remotely|home based|homebased|work from home|working from home|wfh|teletravail|teletravail total|distanciel|a distance)(?: (?:only|work|working|jobs|uk|gb|united kingdom|great britain|france|complet|anywhere))*$/u;

export function readLocation(text: string, country: Country): AskedLocation {
  if (text.trim() === '') return { place: null, among: [], remoteOnly: false };
  if (isRemote(text)) return { place: wholeCountry(country), among: [], remoteOnly: true };
  const places = placesIn(text, country);
  if (places.length > 1) return { place: commonArea(places, country), among: places, remoteOnly: false };
  const place = places[0] ?? resolvePlace(text, country);
  if (place) return { place, among: [place], remoteOnly: false };
  return { place: null, among: [], remoteOnly: false, ...readElsewhere(text, country) };
}

function readElsewhere(text: string, country: Country): Pick<AskedLocation, 'elsewhere' | 'elsewherePart'> {
  const whole = otherCountryOf(text, country);
  if (whole) return { elsewhere: whole };
  const pieces = piecesOf(text, ALTERNATIVES);
  const abroad = pieces.filter((piece) => !isKnown(piece, country) && otherCountryOf(piece, country));
  const [part] = abroad;
  const elsewhere = part === undefined ? undefined : otherCountryOf(part, country);
  if (part === undefined || elsewhere === undefined) return {};
  return abroad.length === pieces.length ? { elsewhere } : { elsewhere, elsewherePart: part };
}

function isKnown(text: string, country: Country): boolean {
  return placesIn(text, country).length > 0;
}

/**
 * Returns the other supported country if it has this place and the requested country does not: a large town, an area or
 * a postcode.
 */
function otherCountryOf(text: string, country: Country): Country | undefined {
  const isForeign = isAbroad(text, country);
  return COUNTRIES.find((other) => {
    if (other === country) return false;
    const place = resolvePlace(text, other);
    if (place === null) return false;
    if (isForeign) return true;
    // The name of a small town says nothing about the country, nor does an everyday word such as "Centre".
    return (
      POSTCODE[other].test(text) ||
      (place.kind !== 'town' && isAreaName(placeName(text)) && !hasKnownPart(text, country))
    );
  });
}

/** True if a part of the text is a place in this country: "Normandy, Surrey" is a village, not the French region. */
function hasKnownPart(text: string, country: Country): boolean {
  return text.split(/[,()]/u).some((part) => resolvePlace(part, country) !== null);
}

const POSTCODE: Readonly<Record<Country, RegExp>> = {
  GB: /^\s*[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?\s*$/iu,
  FR: /^\s*\d{5}(?!\S)/u,
};
/** Names of areas that are also everyday words or names of places in the other country. */
const NO_AREA_NAMES: ReadonlySet<string> = new Set([
  'centre',
  'nord',
  'sud',
  'aura',
  'jura',
  'lot',
  'var',
  'borders',
  'eastern',
  'highland',
  'ni',
]);

function isAreaName(name: string): boolean {
  return /\p{L}{3}/u.test(name) && !NO_AREA_NAMES.has(name);
}

/**
 * Returns the alternatives of a text that are not known places, if there are known ones too: "Trumpton" in
 * "Leeds or Trumpton".
 */
export function unknownAlternatives(text: string, country: Country): readonly string[] {
  const pieces = piecesOf(text, ALTERNATIVES);
  const unknown = pieces.filter((piece) => !isKnown(piece, country));
  return unknown.length < pieces.length ? unknown : [];
}

/** True for "remote", with or without the country ("Remote / UK"), and if all alternatives are remote. */
function isRemote(text: string): boolean {
  if (REMOTE.test(placeName(text))) return true;
  const pieces = text.split(ALTERNATIVES).filter((piece) => piece.trim() !== '');
  return pieces.length > 0 && pieces.every((piece) => REMOTE.test(placeName(piece)));
}

const ALTERNATIVES = /\s+(?:or|ou)\s+|[;/|]/iu;

/** Returns the places that a text lists, without "remote"; empty if one of them is unknown. */
function placesIn(text: string, country: Country): SearchPlace[] {
  const pieces = piecesOf(text, ALTERNATIVES)
    .flatMap((piece) => separateTowns(piece, country))
    .flatMap((piece) => joinedAreas(piece, country));
  const places = pieces.map((piece) => resolvePlace(piece, country));
  return places.every((place) => place !== null) ? places : [];
}

/**
 * Splits "Leeds, Bradford", because the parts are different towns. "Richmond, London" and "Lyon, Rhône" stay whole,
 * because the second part says where the first is.
 */
function separateTowns(text: string, country: Country): string[] {
  // "Tyne and Wear" is one name, and "Leeds and Bradford" is two.
  const pieces = piecesOf(text, /,/u).flatMap((piece) =>
    resolvePlace(piece, country) ? [piece] : piecesOf(piece, /\s+(?:and|et)\s+|\s*&\s*/iu),
  );
  const places = pieces.map((piece) => resolvePlace(piece, country));
  // Of "Leeds and remote", only "Leeds" is left.
  if (pieces.length === 1 && places[0] && !resolvePlace(text, country)) return pieces;
  if (pieces.length < 2 || !places.every((place) => place?.kind === 'town')) return [text];
  const whole = resolvePlace(text, country);
  const name = whole && [whole.name, whole.countyName ?? whole.departmentName ?? ''].filter(Boolean).join(', ');
  const isInside = name !== null && places.slice(1).some((place) => place && isInPlace(name, place));
  return isInside ? [text] : pieces;
}

/** Splits "Kent-Surrey" and "Rhône-Isère", but not "Loire-Atlantique", which is one name. */
function joinedAreas(text: string, country: Country): string[] {
  const pieces = piecesOf(text, /-/u);
  if (pieces.length !== 2 || resolvePlace(text, country)) return [text];
  const isArea = (piece: string): boolean =>
    ['county', 'department'].includes(resolvePlace(piece, country)?.kind ?? '');
  return pieces.every(isArea) ? pieces : [text];
}

function piecesOf(text: string, separator: RegExp): string[] {
  const pieces = text.split(separator).map((piece) => piece.trim());
  // "Leeds or York or remote" needs only "Leeds" and "York", because remote jobs pass the filter for any place.
  return pieces.filter((piece) => piece !== '' && !isRemote(piece)).slice(0, MAXIMUM_PLACES);
}

const MAXIMUM_PLACES = 20;
