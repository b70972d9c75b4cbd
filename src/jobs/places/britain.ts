import { GB_TOWNS } from './gazetteer-data.ts';
import { GB_COUNTIES, GB_GROUPS, GB_POSTCODE_AREAS, GB_REGIONS, GB_TOWN_ALIASES, LONDON_BOROUGHS } from './gb-areas.ts';
import { placeName, type Area, type Gazetteer, type PostcodeFinding, type Town } from './table.ts';

/** Counties that are one city: whatever lies in them is in it. */
const CITY_COUNTIES: Readonly<Record<string, string>> = {
  'Greater London': 'London',
  Bristol: 'Bristol',
  Cardiff: 'Cardiff',
  Swansea: 'Swansea',
  Newport: 'Newport',
  Glasgow: 'Glasgow',
};

/** Great Britain and Northern Ireland: nations, regions, counties, towns, postcodes. */
export function loadBritain(): Gazetteer {
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
    // Nations are kept apart from "the whole country", which is asked for without a place.
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
  for (const [rank, line] of GB_TOWNS.trim().split('\n').entries()) {
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
  for (const borough of LONDON_BOROUGHS) {
    const key = placeName(borough);
    const known = towns.get(key)?.find(({ inside }) => inside === 'London');
    if (!known) add(key, { name: borough, areas: [london, ...london.areas], inside: 'London', rank: towns.size });
  }
  for (const [alias, town] of Object.entries(GB_TOWN_ALIASES)) {
    const target = towns.get(placeName(town))?.[0];
    if (target) towns.set(placeName(alias), [target, ...(towns.get(placeName(alias)) ?? [])]);
  }
  // "Stratford" for "Stratford-upon-Avon": where nothing else bears the short name.
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
  for (const [group, parts] of GB_GROUPS) {
    const members = parts.map((part) => regions.get(part) ?? counties.get(part) ?? towns.get(placeName(part))?.[0]);
    name({
      id: `g:${group}`,
      name: group,
      kind: 'region',
      areas: [],
      parts: members.filter((part) => part !== undefined),
    });
  }
  return { towns, areas, postcode: (code) => findPostcode(code, towns) };
}

const POSTCODE = /^([A-Z]{1,2})(\d{1,2})[A-Z]?(?:\d[A-Z]{2})?$/;

function findPostcode(code: string, towns: ReadonlyMap<string, readonly Town[]>): PostcodeFinding | undefined {
  // "LS14AP" is LS1 4AP: the last three characters are the inward half where they can be.
  const outward = /^(.{2,4})\d[A-Z]{2}$/.exec(code)?.[1] ?? code;
  const [, area = '', district = ''] = POSTCODE.exec(outward) ?? [];
  const entry = GB_POSTCODE_AREAS.get(area);
  const town = entry && towns.get(placeName(entry.town))?.[0];
  if (!entry || !town) return undefined;
  if (isAmong(Number(district), entry.districts)) return { town, areas: town.areas };
  return { areas: entry.crosses ? [] : town.areas };
}

/** "1-17,25": whether a district's number is among these. */
function isAmong(district: number, ranges: string): boolean {
  return (
    ranges === '*' ||
    ranges.split(',').some((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return district >= from && district <= to;
    })
  );
}
