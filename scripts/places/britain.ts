import {
  GB_COUNTIES,
  GB_COUNTIES_HOLD,
  GB_GROUPS,
  GB_MORE_TOWNS,
  GB_PARTS_OF_TOWNS,
  GB_POSTCODES,
  GB_REGIONS,
  GB_TOWN_ALIASES,
  LONDON_BOROUGHS,
} from './gb-areas.ts';
import { GB_DISTRICTS } from './gb-districts.ts';
import { placeName, type Area, type Town } from '../../src/jobs/places/table.ts';
import type { PostcodeRow, Resolved } from './resolved.ts';

/** Every place in one of these counties counts as part of the city. */
const CITY_COUNTIES: Readonly<Record<string, string>> = {
  'Greater London': 'London',
  Bristol: 'Bristol',
  Cardiff: 'Cardiff',
  Swansea: 'Swansea',
  Newport: 'Newport',
  Glasgow: 'Glasgow',
};

/** Latitude and longitude are those of the centre, in thousandths of a degree. */
export interface OutwardCode {
  code: string;
  town: string;
  county: string;
  latitude: string;
  longitude: string;
}

/**
 * Each of `lines` is name|county|town that contains the place|latitude|longitude, starting with the largest place.
 * Coordinates are in thousandths of a degree.
 */
export function resolveBritain(lines: readonly string[], outwardCodes: readonly OutwardCode[]): Resolved {
  const areas = new Map<string, Area>();
  const nations = new Map<string, Area>();
  const counties = new Map<string, Area>();
  const regions = new Map<string, Area>();

  const name = (area: Area, ...names: readonly string[]): void => {
    for (const one of [area.name, ...names]) {
      const key = placeName(one);
      if (!areas.has(key)) areas.set(key, area);
    }
  };
  for (const [region, nation, aliases] of GB_REGIONS) {
    if (!nations.has(nation)) nations.set(nation, { id: `n:${nation}`, name: nation, kind: 'region', areas: [] });
    const holder = nations.get(nation) as Area;
    const area: Area =
      region === nation ? holder : { id: `r:${region}`, name: region, kind: 'region', areas: [holder] };
    regions.set(region, area);
    name(area, ...(aliases?.split('|') ?? []));
  }
  for (const nation of nations.values()) name(nation);
  for (const { name: county, region, aliases } of GB_COUNTIES) {
    const holder = regions.get(region) as Area;
    const area: Area = { id: `c:${county}`, name: county, kind: 'county', areas: [holder, ...holder.areas] };
    counties.set(county, area);
    name(area, ...aliases);
  }

  const towns = new Map<string, Town[]>();
  const add = (key: string, town: Town): void => {
    const same = towns.get(key);
    if (same) same.push(town);
    else towns.set(key, [town]);
  };
  for (const [rank, line] of lines.entries()) {
    const [town = '', county = '', inside = '', latitude, longitude] = line.split('|');
    const area = counties.get(county) as Area;
    add(placeName(town), {
      name: town.replace(/^Saint\b/, 'St'),
      areas: [area, ...area.areas],
      ...(inside ? { inside } : {}),
      latitude: Number(latitude) / 1000,
      longitude: Number(longitude) / 1000,
      rank,
    });
  }
  const london = counties.get('Greater London') as Area;
  const addMissing = (town: Omit<Town, 'rank'>): void => {
    const key = placeName(town.name);
    const known = towns.get(key)?.some((one) => one.inside === town.inside && one.areas[0] === town.areas[0]);
    if (!known) add(key, { ...town, rank: towns.size });
  };
  for (const borough of LONDON_BOROUGHS)
    addMissing({ name: borough, areas: [london, ...london.areas], inside: 'London' });
  for (const [county, names] of GB_MORE_TOWNS) {
    const area = counties.get(county) as Area;
    for (const one of names.split('|')) addMissing({ name: one, areas: [area, ...area.areas] });
  }
  for (const [town, parts] of GB_PARTS_OF_TOWNS) {
    const whole = towns.get(placeName(town))?.[0] as Town;
    for (const part of parts.split('|')) {
      const [one = '', alias] = part.split('=');
      addMissing({ name: one, areas: whole.areas, inside: whole.name });
      if (alias !== undefined) towns.set(placeName(alias), towns.get(placeName(one))?.slice(-1) ?? []);
    }
  }
  for (const [alias, town] of Object.entries(GB_TOWN_ALIASES)) {
    const target = towns.get(placeName(town))?.[0];
    if (target) towns.set(placeName(alias), [target, ...(towns.get(placeName(alias)) ?? [])]);
  }
  // Adds short forms, such as "Stratford" for Stratford-upon-Avon, unless another town has the short name.
  for (const [key, [town]] of Array.from(towns)) {
    const short = /^(.{4,}?) (?:upon|on|under|by|in|le) /.exec(key)?.[1];
    if (short && town && !towns.has(short)) towns.set(short, [town]);
  }
  for (const [county, town] of Object.entries(CITY_COUNTIES)) {
    const target = towns.get(placeName(town))?.[0];
    const area = counties.get(county);
    if (target && area) area.town = target;
  }
  const region = regions.get('London') as Area;
  if (london.town) region.town = london.town;
  const membersOf = (parts: readonly string[], holder?: Area): (Area | Town)[] =>
    parts
      .map((part) => {
        const same = towns.get(placeName(part));
        const town = same?.find(({ areas }) => holder === undefined || areas.includes(holder)) ?? same?.[0];
        return regions.get(part) ?? counties.get(part) ?? town;
      })
      .filter((part) => part !== undefined);
  for (const [group, parts] of GB_GROUPS)
    name({ id: `g:${group}`, name: group, kind: 'region', areas: [], parts: membersOf(parts) });
  for (const [county, parts] of GB_COUNTIES_HOLD) {
    const area = counties.get(county);
    if (area) area.parts = membersOf(parts);
  }
  for (const { name: district, holder, official, aliases, towns: parts } of GB_DISTRICTS) {
    const around = (counties.get(holder) ?? regions.get(holder)) as Area;
    const id = `d:${district}`;
    const members = parts
      .map((part) => towns.get(placeName(part)))
      .map((same) => same?.find(({ areas }) => areas.includes(around)) ?? same?.[0])
      .filter((part) => part !== undefined);
    const kind = official ? 'county' : 'region';
    name({ id, name: district, kind, areas: [around, ...around.areas], parts: members }, ...aliases);
  }
  return { towns, areas, postcodes: postcodesOf(outwardCodes, towns, counties) };
}

/**
 * Builds the rows of postcodes: for each listed code and, without a centre, for each other district of a town. Each
 * postcode area has a row too, which covers newer codes.
 */
function postcodesOf(
  outwardCodes: readonly OutwardCode[],
  towns: ReadonlyMap<string, readonly Town[]>,
  counties: ReadonlyMap<string, Area>,
): PostcodeRow[] {
  const rows = new Map<string, PostcodeRow>();
  const townOf = (name = ''): Town | undefined => towns.get(placeName(name))?.[0];
  for (const { code, town: name, county: countyName, latitude, longitude } of outwardCodes) {
    const [, area = '', district = ''] = /^([A-Z]{1,2})(\d{1,2})[A-Z]?$/.exec(code) ?? [];
    const entry = GB_POSTCODES.get(area);
    const named = entry?.towns.find(({ districts }) => isAmong(Number(district), districts));
    const post = townOf(entry?.towns[0]?.town);
    const isListed = ({ areas: [own] }: Town): boolean => own?.name === countyName;
    const town = townOf(named?.town) ?? towns.get(placeName(name))?.find(isListed);
    const county = counties.get(countyName);
    const areas = county ? [county, ...county.areas] : !post || entry?.crossesCounty ? [] : post.areas;
    rows.set(code, { code, ...(town ? { town } : {}), areas: town?.areas ?? areas, latitude, longitude });
  }
  for (const [area, { towns: named, crossesCounty: crosses }] of GB_POSTCODES) {
    const post = townOf(named[0]?.town);
    if (!post) continue;
    for (let district = 0; district < 100; district += 1) {
      const code = `${area}${district}`;
      const town = townOf(named.find(({ districts }) => districts !== '*' && isAmong(district, districts))?.town);
      if (town && !rows.has(code)) rows.set(code, { code, town, areas: town.areas });
    }
    const whole = townOf(named.find(({ districts }) => districts === '*')?.town);
    rows.set(area, {
      code: area,
      ...(whole ? { town: whole } : {}),
      areas: whole?.areas ?? (crosses ? [] : post.areas),
    });
  }
  return [...rows.values()];
}

/** `ranges` is like "1-17,25"; "*" contains every district. */
function isAmong(district: number, ranges: string): boolean {
  return (
    ranges === '*' ||
    ranges.split(',').some((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return district >= from && district <= to;
    })
  );
}
