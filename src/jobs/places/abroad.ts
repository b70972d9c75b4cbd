import type { Country } from '../../../schemas/index.ts';
import { placeName } from './table.ts';

/** Countries by another name than the platform's language tables give. */
const OTHER_NAMES = [
  'usa',
  'us',
  'united states of america',
  'etats unis d amerique',
  'uae',
  'republic of ireland',
  'eire',
  'holland',
  'hollande',
  'czech republic',
];
/** Territories that belong to the job market, or bear the name of a place in it. */
const AT_HOME: Readonly<Record<Country, readonly string[]>> = {
  GB: ['GB', 'UK', 'IM', 'JE', 'GG'],
  FR: ['FR', 'FX', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF', 'CP'],
};
const HOME_NAMES: Readonly<Record<Country, RegExp>> = {
  GB: /\b(?:uk|united kingdom|great britain|england|scotland|wales|northern ireland)\b/u,
  FR: /\bfrance\b/u,
};

const names = new Map<Country, ReadonlySet<string>>();

/** The names of all other countries, English and French, folded: the runtime has them. */
function foreignNames(country: Country): ReadonlySet<string> {
  let known = names.get(country);
  if (!known) {
    const tables = ['en', 'fr'].map(
      (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
    );
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !/^(?:E[UZ]|UN|X[AB]|ZZ|QO)$/.test(code));
    const own = new Set(AT_HOME[country].flatMap((code) => tables.map((table) => placeName(table.of(code) ?? ''))));
    const all = codes
      .filter((code) => !AT_HOME[country].includes(code))
      .flatMap((code) => tables.map((table) => placeName(table.of(code) ?? '')));
    known = new Set(
      [...all, ...OTHER_NAMES, country === 'GB' ? 'france' : 'united kingdom'].filter(
        (name) => name !== '' && !own.has(name),
      ),
    );
    names.set(country, known);
  }
  return known;
}

/** Whether a location ends with another country's name ("Lisbon, Portugal") and names this one nowhere. */
export function isForeign(segment: string, country: Country): boolean {
  if (HOME_NAMES[country].test(placeName(segment))) return false;
  const last = segment
    .split(/[,()]|\s[-–—]\s/u)
    .map(placeName)
    .filter(Boolean)
    .at(-1);
  return last !== undefined && foreignNames(country).has(last);
}
