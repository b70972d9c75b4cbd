import { foldWords } from '../lib/text.ts';
import type { PlatformSearch } from '../sources/platforms/platform.ts';

/**
 * What a row says of the place that was asked for, by what was really sent:
 * "" where the platform was asked for that very place.
 */
export function placeRemark(
  { place, locationText }: Pick<PlatformSearch, 'place' | 'locationText'>,
  sent: string,
): string {
  if (locationText === '') return '';
  if (!place) return `the place "${locationText}" is not known here: ${whatBecameOf(locationText, sent)}`;
  if (place.kind === 'nation' || foldWords(sent).includes(foldWords(place.name))) return '';
  return sent === ''
    ? 'it takes no such place: its adverts were sifted here'
    : `it was asked for "${sent}": its adverts were sifted here`;
}

function whatBecameOf(typed: string, sent: string): string {
  if (sent === '') return 'this platform takes no such place, so that it filters nothing';
  return `it was passed on ${sent === typed ? 'as typed' : `as "${sent}"`} and filters nothing`;
}
