import type { Area, Town } from '../../src/jobs/places/table.ts';

/** Covers the postcodes from `code` to `last`, or only `code` if `last` is absent. */
export interface PostcodeRow {
  code: string;
  last?: string;
  town?: Town;
  areas: readonly Area[];
  /** Latitude and longitude are in thousandths of a degree. */
  latitude?: string;
  longitude?: string;
}

export interface Resolved {
  towns: ReadonlyMap<string, readonly Town[]>;
  areas: ReadonlyMap<string, Area>;
  postcodes: readonly PostcodeRow[];
}

export function tablesOf({ towns, areas, postcodes }: Resolved): Record<'areas' | 'towns' | 'postcodes', string> {
  const townRows = [...new Set([...towns.values()].flat())].sort((a, b) => a.rank - b.rank);
  const areaRows = closure([...areas.values(), ...townRows.flatMap((town) => town.areas)]);
  const areaNumbers = new Map(areaRows.map((area, index) => [area, index]));
  const townNumbers = new Map(townRows.map((town, index) => [town, index]));
  const numbersOf = (list: readonly Area[]): string => list.map((area) => areaNumbers.get(area)).join(' ');
  const members = (list: readonly Town[] = []): string => list.map((town) => townNumbers.get(town)).join(' ');
  const partOf = (part: Area | Town): string =>
    'id' in part ? `a${areaNumbers.get(part)}` : `t${townNumbers.get(part)}`;

  const areaNames = new Map<Area, string[]>();
  for (const [key, area] of areas) areaNames.set(area, [...(areaNames.get(area) ?? []), key]);
  const townNames = new Map<Town, string[]>();
  const ordered: string[] = [];
  for (const [key, same] of towns) {
    const numbers = same.map((town) => townNumbers.get(town) as number);
    for (const town of new Set(same)) townNames.set(town, [...(townNames.get(town) ?? []), key]);
    // The service reads towns of one name in the order of their rows, so only a different order needs a line.
    if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] as number)))
      ordered.push(`${key}\t${numbers.join(' ')}`);
  }
  const degrees = (value: number | undefined): string => (value === undefined ? '' : String(Math.round(value * 1000)));
  return {
    areas: table(
      'names, name, kind, id, code, the areas that contain it, the town of the same place, its parts ("a" area, "t" town); numbers are rows, from 0',
      areaRows.map((area) => [
        (areaNames.get(area) ?? []).join('|'),
        area.name,
        area.kind,
        area.id,
        area.code ?? '',
        numbersOf(area.areas),
        area.town ? String(townNumbers.get(area.town)) : '',
        (area.parts ?? []).map(partOf).join(' '),
      ]),
    ),
    towns: table(
      'names, name, the areas that contain it, latitude, longitude (thousandths of a degree), rank by population, the city that contains it, code, postcode, members, the city that it is counted to',
      townRows.map((town) => [
        (townNames.get(town) ?? []).join('|'),
        town.name,
        numbersOf(town.areas),
        degrees(town.latitude),
        degrees(town.longitude),
        String(town.rank),
        town.inside ?? '',
        town.code ?? '',
        town.postcode ?? '',
        members(town.members),
        town.countedTo ? members([town.countedTo]) : '',
      ]),
      ordered,
    ),
    postcodes: table(
      'postcode, the last postcode of the range, town, areas, latitude, longitude (thousandths of a degree)',
      [...postcodes]
        .sort((a, b) => (a.code < b.code ? -1 : 1))
        .map((row) => [
          row.code,
          row.last === row.code ? '' : (row.last ?? ''),
          row.town ? members([row.town]) : '',
          row.town ? '' : numbersOf(row.areas),
          row.latitude ?? '',
          row.longitude ?? '',
        ]),
    ),
  };
}

function closure(areas: readonly Area[]): Area[] {
  const all = new Set<Area>();
  const add = (area: Area): void => {
    if (all.has(area)) return;
    all.add(area);
    for (const other of [...area.areas, ...(area.parts ?? []).filter((part) => 'id' in part)]) add(other);
  };
  areas.forEach(add);
  return [...all];
}

function table(columns: string, rows: readonly (readonly string[])[], more: readonly string[] = []): string {
  const lines = rows.map((row) => row.join('\t').replace(/\t+$/, ''));
  return [
    `# Written by scripts/places/build.ts; not for editing. ${columns}`,
    ...lines,
    ...more.map((line) => `=\t${line}`),
    '',
  ].join('\n');
}
