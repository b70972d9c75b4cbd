import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import type { SearchPlace } from '../../sources/platforms/platform.ts';
import { commonArea, isAbroad, isInPlace, resolvePlace, wholeCountry } from './resolve-place.ts';
import { placeName } from './table.ts';

/** A location as a caller asks for it (SPEC §3). */
export interface AskedLocation {
  /** What platforms are asked for: the place, or the area that holds all of several; null: a place that we don't know. */
  place: SearchPlace | null;
  /** A job must lie in one of them; empty: anywhere. */
  among: readonly SearchPlace[];
  /** Asked for "remote": the filter on work mode. */
  remoteOnly: boolean;
  /** The place lies in this other country alone. */
  elsewhere?: Country;
}

const REMOTE =
  /^(?:(?:fully|full|100|totally) )?(?:remote|remotely|home based|homebased|work from home|working from home|wfh|teletravail|teletravail total|distanciel|a distance)(?: (?:only|work|working|jobs|uk|gb|united kingdom|great britain|france|complet|anywhere))*$/u;

/** "Leeds", "Leeds or Bradford", "Leeds, Bradford", "remote". */
export function readLocation(text: string, country: Country): AskedLocation {
  if (text.trim() === '') return { place: null, among: [], remoteOnly: false };
  if (isRemote(text)) return { place: wholeCountry(country), among: [], remoteOnly: true };
  const several = severalPlaces(text, country);
  if (several.length > 1) return { place: commonArea(several, country), among: several, remoteOnly: false };
  const place = several[0] ?? resolvePlace(text, country);
  if (place) return { place, among: [place], remoteOnly: false };
  const elsewhere =
    isAbroad(text, country) && COUNTRIES.find((other) => other !== country && resolvePlace(text, other));
  return { place: null, among: [], remoteOnly: false, ...(elsewhere ? { elsewhere } : {}) };
}

function isRemote(text: string): boolean {
  return REMOTE.test(placeName(text));
}

/** The places that a text names beside each other; empty where it is one name, or holds one that we don't know. */
function severalPlaces(text: string, country: Country): SearchPlace[] {
  const pieces = piecesOf(text, /\s+(?:or|ou)\s+|[;/|]/iu).flatMap((piece) => besides(piece, country));
  const places = pieces.map((piece) => resolvePlace(piece, country));
  return places.length > 1 && places.every((place) => place !== null) ? places : [];
}

/** The parts between commas where they are towns beside each other; else the text is one place: "Richmond, London", "Lyon, Rhône". */
function besides(text: string, country: Country): string[] {
  // "Tyne and Wear" is one name, "Leeds and Bradford" are two.
  const pieces = piecesOf(text, /,/u).flatMap((piece) =>
    resolvePlace(piece, country) ? [piece] : piecesOf(piece, /\s+(?:and|et)\s+|\s*&\s*/iu),
  );
  const places = pieces.map((piece) => resolvePlace(piece, country));
  if (pieces.length < 2 || !places.every((place) => place?.kind === 'town')) return [text];
  const whole = resolvePlace(text, country);
  const name = whole && [whole.name, whole.countyName ?? whole.departmentName ?? ''].filter(Boolean).join(', ');
  const isInside = name !== null && places.slice(1).some((place) => place && isInPlace(name, place));
  return isInside ? [text] : pieces;
}

function piecesOf(text: string, separator: RegExp): string[] {
  const pieces = text.split(separator).map((piece) => piece.trim());
  // Remote jobs are kept with every place.
  return pieces.filter((piece) => piece !== '' && !isRemote(piece)).slice(0, MAXIMUM_PLACES);
}

/** More are no place that somebody would work in. */
const MAXIMUM_PLACES = 20;
