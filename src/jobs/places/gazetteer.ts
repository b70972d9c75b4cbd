import { readFileSync } from 'node:fs';
import type { Country } from '../../../schemas/index.ts';
import { readTable } from '../../lib/table.ts';
import { ARRONDISSEMENTS, type Area, type Gazetteer, type PostcodeFinding, type Town } from './table.ts';

const loaded = new Map<Country, Gazetteer>();

export function gazetteerOf(country: Country): Gazetteer {
  let table = loaded.get(country);
  if (!table) {
    table = load(country);
    loaded.set(country, table);
  }
  return table;
}

const fileOf = (country: Country, table: string): URL =>
  new URL(`${country.toLowerCase()}-${table}.tsv`, import.meta.url);

function load(country: Country): Gazetteer {
  const areaRows = readTable(fileOf(country, 'areas'));
  const areas: (Area | undefined)[] = [];
  const towns: (Town | undefined)[] = [];
  const { rows: townRows, byName } = readTowns(fileOf(country, 'towns'));
  const areaAt = (row: number): Area => (areas[row] ??= areaOf(areaRows[row] as string[], areaAt, townAt));
  const townAt = (row: number): Town => (towns[row] ??= townOf(townRows[row] as string, areaAt, townAt));
  const areaNames = new Map(
    areaRows.flatMap(([names = ''], row) => (names === '' ? [] : names.split('|')).map((name) => [name, row] as const)),
  );
  const areaNamed = (name: string): Area | undefined => {
    const row = areaNames.get(name);
    return row === undefined ? undefined : areaAt(row);
  };
  let postcode: ((code: string) => PostcodeFinding | undefined) | undefined;
  return {
    towns: {
      has: (name) => byName.has(name),
      get: (name) => {
        const rows = byName.get(name);
        return typeof rows === 'number' ? [townAt(rows)] : rows?.map(townAt);
      },
    },
    areas: {
      has: (name) => areaNames.has(name),
      get: areaNamed,
    },
    allAreas: () => areaRows.map((_, row) => areaAt(row)),
    allTowns: () => townRows.map((_, row) => townAt(row)),
    postcode: (code) => {
      postcode ??= (country === 'FR' ? frenchPostcodes : britishPostcodes)(readTable(fileOf(country, 'postcodes')), {
        areaAt,
        townAt,
        areaNamed,
      });
      return postcode(code);
    },
  };
}

interface Rows {
  areaAt(row: number): Area;
  townAt(row: number): Town;
  areaNamed(name: string): Area | undefined;
}

/** Reads the towns. A line at the end of the file that starts with "=" overrides the row numbers of one name. */
function readTowns(file: URL): { rows: string[]; byName: Map<string, number | number[]> } {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const byName = new Map<string, number | number[]>();
  const end = lines.findIndex((line) => line.startsWith('='));
  const rows = end < 0 ? lines : lines.slice(0, end);
  for (const [row, line] of rows.entries()) {
    for (const name of line.slice(0, line.indexOf('\t')).split('|')) {
      const same = byName.get(name);
      if (same === undefined) byName.set(name, row);
      else if (typeof same === 'number') byName.set(name, [same, row]);
      else same.push(row);
    }
  }
  for (const line of lines.slice(rows.length)) {
    const [, name = '', numbers = ''] = line.split('\t');
    byName.set(name, numbersOf(numbers));
  }
  return { rows, byName };
}

function numbersOf(field = ''): number[] {
  return field === '' ? [] : field.split(' ').map(Number);
}

function areaOf(fields: readonly string[], areaAt: Rows['areaAt'], townAt: Rows['townAt']): Area {
  const [, name = '', kind = '', id = '', code = '', holders, town = '', parts = ''] = fields;
  let members: (Area | Town)[] | undefined;
  return {
    id,
    name,
    kind: kind as Area['kind'],
    code: code || undefined,
    areas: numbersOf(holders).map(areaAt),
    get town() {
      return town === '' ? undefined : townAt(Number(town));
    },
    get parts() {
      if (parts === '') return undefined;
      members ??= parts.split(' ').map((part) => (part[0] === 'a' ? areaAt : townAt)(Number(part.slice(1))));
      return members;
    },
  };
}

function townOf(line: string, areaAt: Rows['areaAt'], townAt: Rows['townAt']): Town {
  const [
    ,
    name = '',
    areas,
    latitude = '',
    longitude = '',
    rank,
    inside = '',
    code = '',
    postcode = '',
    members,
    city = '',
  ] = line.split('\t');
  return {
    name,
    areas: numbersOf(areas).map(areaAt),
    rank: Number(rank),
    ...(latitude ? { latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 } : {}),
    ...(inside ? { inside } : {}),
    ...(code ? { code } : {}),
    ...(postcode ? { postcode } : {}),
    ...(members ? { members: numbersOf(members).map(townAt) } : {}),
    ...(city ? { countedTo: townAt(Number(city)) } : {}),
  };
}

/**
 * Looks up a postcode: "LS14AP" is read as LS1 4AP. An unknown code counts as its district, or else as its postcode
 * area.
 */
function britishPostcodes(
  table: readonly string[][],
  { areaAt, townAt }: Rows,
): (code: string) => PostcodeFinding | undefined {
  const rows = new Map(table.map((row) => [row[0], row]));
  return (code) => {
    const outward = /^(.{2,4})\d[A-Z]{2}$/.exec(code)?.[1] ?? code;
    const [, area = '', district = ''] = /^([A-Z]{1,2})(\d{1,2})[A-Z]?$/.exec(outward) ?? [];
    const row = rows.get(outward) ?? rows.get(area + district) ?? rows.get(area);
    if (!row) return undefined;
    const [, , number = '', areas, latitude = '', longitude = ''] = row;
    const town = number === '' ? undefined : townAt(Number(number));
    return {
      ...(town ? { town } : {}),
      areas: town?.areas ?? numbersOf(areas).map(areaAt),
      ...(latitude ? { latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 } : {}),
    };
  };
}

/** Finds the town whose range of postcodes includes the code. A code outside all ranges counts as its department. */
function frenchPostcodes(
  table: readonly string[][],
  { areaNamed, townAt }: Rows,
): (code: string) => PostcodeFinding | undefined {
  return (code) => {
    const area = /^\d{5}$/.test(code) ? areaNamed(departmentNumber(code)) : undefined;
    if (!area) return undefined;
    const row = runOf(table, code);
    const town = row && townAt(Number(row[2]));
    const number = Number(code.slice(-2));
    const isDivided = town !== undefined && number >= 1 && number <= (ARRONDISSEMENTS[town.name] ?? 0);
    return {
      ...(town ? { town } : {}),
      areas: town?.areas ?? [area, ...area.areas],
      ...(isDivided ? { arrondissement: number } : {}),
    };
  };
}

function departmentNumber(code: string): string {
  if (/^20[01]/.test(code)) return '2a';
  if (code.startsWith('20')) return '2b';
  return code.startsWith('97') ? code.slice(0, 3) : code.slice(0, 2);
}

function runOf(table: readonly string[][], code: string): string[] | undefined {
  let [low, high] = [0, table.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((table[middle]?.[0] as string) <= code) low = middle + 1;
    else high = middle;
  }
  const row = table[low - 1];
  return row && code <= (row[1] || (row[0] as string)) ? row : undefined;
}
