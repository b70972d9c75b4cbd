import { FR_DEPARTMENT_GROUPS, FR_REGION_ALIASES, FR_SITES, FR_TOWN_ALIASES } from './fr-areas.ts';
import { ARRONDISSEMENTS, placeName, type Area, type Town } from '../../src/jobs/places/table.ts';
import type { Resolved } from './resolved.ts';

/**
 * Only this many of the largest communes are known by their short form: "Vitry" is Vitry-sur-Seine, but "Roissy" is not
 * Roissy-en-Brie.
 */
const KNOWN_BY_SHORT_FORM = 300;

/**
 * Regions are code|name, departments code|name|region, and communes name|code|latitude|longitude|postcodes, starting
 * with the largest commune. Coordinates are in thousandths of a degree.
 */
export interface FrenchLines {
  regions: readonly string[];
  departments: readonly string[];
  communes: readonly string[];
}

export function resolveFrance(lines: FrenchLines): Resolved {
  const areas = new Map<string, Area>();
  const regions = new Map<string, Area>();
  const departments = new Map<string, Area>();
  for (const line of lines.regions) {
    const [code = '', name = ''] = line.split('|');
    const area: Area = { id: `r:${code}`, name, kind: 'region', code, areas: [] };
    regions.set(code, area);
    for (const one of [name, ...(FR_REGION_ALIASES[code] ?? [])]) areas.set(placeName(one), area);
  }
  for (const line of lines.departments) {
    const [code = '', name = '', region = ''] = line.split('|');
    const area: Area = { id: `d:${code}`, name, kind: 'department', code, areas: [regions.get(region) as Area] };
    departments.set(code, area);
    const key = placeName(name);
    // If an overseas department shares its name with its region, the name means the region.
    if (!areas.has(key)) areas.set(key, area);
    areas.set(code.toLowerCase(), area);
    areas.set(code.replace(/^0/, ''), area);
    const bare = key.replace(/^(?:la|le|les) /, '');
    if (!areas.has(bare)) areas.set(bare, areas.get(key) as Area);
  }
  areas.set('corse du sud', departments.get('2A') as Area);
  for (const [names, codes] of FR_DEPARTMENT_GROUPS) {
    const parts = codes.split(' ').map((code) => departments.get(code) as Area);
    const [name = '', ...others] = names.split('|');
    const region = parts[0]?.areas[0] as Area;
    const group: Area = { id: `g:${name}`, name, kind: 'region', code: region.code as string, areas: [region], parts };
    for (const one of [name, ...others]) areas.set(placeName(one), group);
  }

  const towns = new Map<string, Town[]>();
  const byPostcode = new Map<string, Town>();
  for (const [rank, line] of lines.communes.entries()) {
    const [name = '', code = '', latitude = '', longitude = '', postcodes = ''] = line.split('|');
    const department = departments.get(departmentOf(code)) as Area;
    const town: Town = {
      name,
      code,
      areas: [department, ...department.areas],
      rank,
      ...(postcodes ? { postcode: wholePostcode(name, postcodes) } : {}),
      ...(latitude ? { latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 } : {}),
    };
    const key = placeName(name);
    const same = towns.get(key);
    if (same) same.push(town);
    else towns.set(key, [town]);
    for (const postcode of postcodesOf(postcodes)) if (!byPostcode.has(postcode)) byPostcode.set(postcode, town);
  }
  // Mainland towns come before overseas towns of the same name, such as Saint-Denis on La Réunion.
  for (const [key, same] of towns) {
    const overseas = (town: Town): boolean => town.code?.startsWith('97') === true;
    if (same.some(overseas)) towns.set(key, [...same.filter((town) => !overseas(town)), ...same.filter(overseas)]);
  }
  // Adds short forms such as "Havre" for Le Havre and, for large communes, "Vitry" for Vitry-sur-Seine, unless the
  // short form is the name of another place.
  for (const [key, own] of Array.from(towns)) {
    const shorts = [key.replace(/^(?:la|le|les|l) /, '')];
    if ((own[0]?.rank ?? 0) < KNOWN_BY_SHORT_FORM) shorts.push(key.replace(/ (?:sur|sous|en|les|lez) .*$/, ''));
    for (const short of shorts) if (!towns.has(short)) towns.set(short, own.slice(0, 1));
  }
  for (const [alias, name] of Object.entries(FR_TOWN_ALIASES)) {
    const town = towns.get(placeName(name))?.[0];
    if (town && !towns.get(alias)?.some((one) => placeName(one.name) === alias)) towns.set(alias, [town]);
  }
  for (const [names, communes, city] of FR_SITES) {
    const members = communes
      .split('|')
      .map((commune) => towns.get(placeName(commune))?.[0])
      .filter((town) => town !== undefined);
    const [first, ...rest] = members;
    if (!first) continue;
    const [name = '', ...others] = names.split('|');
    const common = first.areas.filter((area) => rest.every(({ areas }) => areas.includes(area)));
    const { latitude, longitude } = first;
    const site: Town = {
      name,
      areas: common,
      rank: first.rank,
      members,
      ...(city === undefined ? {} : { countedTo: towns.get(placeName(city))?.[0] as Town }),
      ...(latitude === undefined || longitude === undefined ? {} : { latitude, longitude }),
    };
    // A site within one commune is part of that commune.
    const target = rest.length === 0 ? first : site;
    for (const one of [name, ...others]) if (!towns.has(placeName(one))) towns.set(placeName(one), [target]);
  }
  const paris = towns.get('paris')?.[0];
  const department = departments.get('75');
  if (paris && department) department.town = paris;

  const codes = [...byPostcode].sort(([a], [b]) => (a < b ? -1 : 1));
  const postcodes = codes.flatMap(([code, town], index) => {
    const before = codes[index - 1];
    const isRun = before?.[1] === town && Number(before[0]) + 1 === Number(code);
    return isRun ? [] : [{ code, last: lastOfRun(codes, index), town, areas: [] }];
  });
  return { towns, areas, postcodes };
}

function lastOfRun(codes: readonly (readonly [string, Town])[], start: number): string {
  let at = start;
  while (codes[at + 1]?.[1] === codes[start]?.[1] && Number(codes[at + 1]?.[0]) === Number(codes[at]?.[0]) + 1) at += 1;
  return codes[at]?.[0] as string;
}

/**
 * Returns the postcode of a whole commune: `"31000"` for Toulouse, and `"75000"` for Paris, whose own codes begin at
 * 75001.
 */
function wholePostcode(name: string, packed: string): string {
  const first = packed.slice(0, 5);
  return name in ARRONDISSEMENTS ? `${first.slice(0, 2)}000` : first;
}

function departmentOf(inseeCode: string): string {
  return inseeCode.startsWith('97') ? inseeCode.slice(0, 3) : inseeCode.slice(0, 2);
}

function postcodesOf(packed: string): string[] {
  return packed.split(',').flatMap((run) => {
    const [from = '', to] = run.split('-');
    if (to === undefined) return from === '' ? [] : [from];
    const codes: string[] = [];
    for (let code = Number(from); code <= Number(to); code += 1) codes.push(String(code).padStart(5, '0'));
    return codes;
  });
}
