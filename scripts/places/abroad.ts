import type { Country } from '../../schemas/index.ts';
import { placeName } from '../../src/jobs/places/table.ts';
import { CITY_EXONYMS, IRISH_COUNTIES, OTHER_COUNTRY_NAMES, SUBDIVISIONS_ABROAD } from './abroad-areas.ts';

/** Codes of regions that are not abroad for the country: they belong to it or share their name with a place in it. */
const AT_HOME: Readonly<Record<Country, readonly string[]>> = {
  GB: ['GB', 'UK', 'IM', 'JE', 'GG'],
  FR: ['FR', 'FX', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF', 'CP'],
};
const COUNTRIES: readonly Country[] = ['GB', 'FR'];

/** Builds the table of places abroad. Each of `cities` is like "DE|Hamburg". */
export function abroadTable(cities: readonly string[]): string {
  const tables = ['en', 'fr'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  const namesOf = (code: string): string[] => tables.map((table) => placeName(table.of(code) ?? ''));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !/^(?:E[UZ]|UN|X[AB]|ZZ|QO)$/.test(code));
  const homeOfName = new Map(
    COUNTRIES.flatMap((country) => AT_HOME[country].flatMap(namesOf).map((name) => [name, country] as const)),
  );
  const homeOfCode = new Map(COUNTRIES.flatMap((country) => AT_HOME[country].map((code) => [code, country] as const)));
  const areas = [
    ...codes.flatMap(namesOf),
    ...OTHER_COUNTRY_NAMES,
    ...SUBDIVISIONS_ABROAD.flatMap(({ names }) => names),
    ...IRISH_COUNTIES.flatMap((name) => [`county ${name}`, `co ${name}`]),
  ];
  const rows = [
    ...areas.map((name) => ['area', name, homeOfName.get(name) ?? '']),
    ...SUBDIVISIONS_ABROAD.map(({ code }) => ['code', code, '']),
    ...CITY_EXONYMS.map((name) => ['city', name, '']),
    ...cities.map((line) => {
      const [code = '', name = ''] = line.split('|');
      return ['city', placeName(name), homeOfCode.get(code) ?? ''];
    }),
  ];
  const lines = new Set(rows.filter(([, name]) => name !== '').map((row) => row.join('\t').trimEnd()));
  const head =
    '# Written by scripts/places/build.ts; not for editing. kind, name, the supported country that it belongs to';
  return [head, ...lines, ''].join('\n');
}
