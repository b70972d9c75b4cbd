import type { Country } from '../../../schemas/index.ts';
import { readTable } from '../../lib/table.ts';
import { placeName, type Gazetteer } from './table.ts';

const HOME_NAMES: Readonly<Record<Country, ReadonlySet<string>>> = {
  GB: new Set([
    'uk',
    'gb',
    'united kingdom',
    'great britain',
    'britain',
    'england',
    'scotland',
    'wales',
    'northern ireland',
  ]),
  FR: new Set(['france', 'france metropolitaine']),
};

interface Abroad {
  areas: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  cities: ReadonlySet<string>;
}

const loaded = new Map<Country, Abroad>();

function abroadOf(country: Country): Abroad {
  let known = loaded.get(country);
  if (!known) {
    const rows = readTable(new URL('abroad.tsv', import.meta.url)).filter(([, , home]) => home !== country);
    const namesOf = (kind: string): ReadonlySet<string> =>
      new Set(rows.filter((row) => row[0] === kind).map(([, name = '']) => name));
    known = { areas: namesOf('area'), codes: namesOf('code'), cities: namesOf('city') };
    loaded.set(country, known);
  }
  return known;
}

/**
 * True if the last part of a location is a foreign country, state or province ("Lisbon, Portugal", "Cambridge, MA"), or
 * a large foreign city while no part is a place of this country ("Dubai"). False if a part names this country.
 */
export function isForeign(segment: string, country: Country, table: Gazetteer): boolean {
  const parts = segment
    .split(/[,()]|\s[-–—]\s/u)
    .flatMap(stateApart)
    .map((part) => {
      const text = part.replace(/\b\d{4,}(?:-\d+)?\b/u, '').trim();
      return { text, name: placeName(text).replace(MODES, ' ').replace(/\s+/gu, ' ').trim() };
    })
    .filter(({ name }) => name !== '');
  const last = parts.at(-1);
  if (!last || parts.some(({ name }) => HOME_NAMES[country].has(name))) return false;
  const { areas, codes, cities } = abroadOf(country);
  const isHome = (name: string): boolean => table.areas.has(name) || table.towns.has(name);
  if (areas.has(last.name) && !(parts.length === 1 && isHome(last.name))) return true;
  // "Melbourne, Victoria" is abroad, but Victoria is also a part of London.
  if (parts.length > 1 && last.name === 'victoria' && !parts.some(({ name }) => name === 'london')) return true;
  if (parts.length > 1 && codes.has(last.text) && !isOwnCode(last.text, parts[0]?.name ?? '', table)) return true;
  if (cities.has(last.name.replace(/ \d{1,2}$/u, '')) && !parts.some(({ name }) => isHome(name))) return true;
  return isForeignMetropolis(last.name, cities, table);
}

/** "Greater Boston Area", "Dallas Metro Area", "Greater Munich" */
const GREATER =
  /^(?:the )?(?:greater|metro) | (?:metropolitan|metro) (?:area|region)$| (?:metroplex|metropolitan|bay area)$/u;
const AROUND_A_CITY =
  /^(?:the )?(?:greater|metro) | (?:(?:metropolitan |metro |bay )?(?:area|region)|metroplex|metropolitan)$/gu;
/**
 * Of the country's own towns, only those with a rank below this count as centres of a metropolitan area, so "Greater
 * Boston" is not Boston in Lincolnshire.
 */
const LARGE_TOWNS = 100;

function isForeignMetropolis(name: string, cities: ReadonlySet<string>, table: Gazetteer): boolean {
  if (!GREATER.test(name) && !name.endsWith(' area')) return false;
  const words = name.replace(AROUND_A_CITY, '').split(' ');
  const isHome = (city: string): boolean => {
    const rank = table.towns.get(city)?.[0]?.rank;
    return table.areas.has(city) || (rank !== undefined && (rank < LARGE_TOWNS || !GREATER.test(name)));
  };
  const names = words.map((_, index) => words.slice(0, words.length - index).join(' '));
  return !names.some(isHome) && names.some((city) => cities.has(city));
}

const MODES =
  /\b(?:(?:full(?:y)? )?remote|hybrid|hybride|(?:full )?teletravail|on site|onsite|office based|home based|based|sur site|only|uniquement|seulement|exclusivement)\b/gu;

/** Splits a state from the town before it if there is no comma: "Newcastle NSW", "Boston MA 02108". */
function stateApart(part: string): string[] {
  const [, town, code] =
    /^(.+?)\s+(NSW|QLD|VIC|TAS|ACT)(?:\s+\d{4})?\s*$/u.exec(part) ??
    /^(.+?)\s+([A-Z]{2})\s+\d{5}(?:-\d{4})?\s*$/u.exec(part) ??
    [];
  return town !== undefined && code !== undefined ? [town, code] : [part];
}

/** True for "Newcastle, NE", where NE is the town's postcode area and not Nebraska. */
function isOwnCode(code: string, town: string, table: Gazetteer): boolean {
  const area = table.postcode(`${code}1`);
  return area !== undefined && (table.towns.get(town) ?? []).some((one) => area.areas.includes(one.areas[0]!));
}
