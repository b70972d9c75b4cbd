// Writes scripts/places/outward-codes.tsv. To run it: node dist/scripts/places/outward-codes.js FILE
// Each line of FILE has a code, its post town or place, county or council, latitude and longitude, separated by tabs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gazetteerOf } from '../../src/jobs/places/gazetteer.ts';
import { placeName, type Town } from '../../src/jobs/places/table.ts';

const HEAD = `# Outward codes of Great Britain and Northern Ireland, and the town of our table that each belongs to.
# From gibbs/uk-postcodes (2017, CC0 1.0): codes made since are missing. Written by scripts/places/outward-codes.ts.
# code, town (empty: none of ours is near), county, latitude and longitude of the code's centre in thousandths of a degree
`;
/** A town of the same name that is farther away is another town. */
const SAME_NAME_KM = 25;
const NEAREST_KM = 15;
/** Up to this distance, the nearest town gives the county but not the town. */
const COUNTY_KM = 120;
const KM_PER_DEGREE = 111.2;

const { towns, allTowns } = gazetteerOf('GB');
const all = allTowns().filter(({ latitude }) => latitude !== undefined);

function distanceKm(town: Town, latitude: number, longitude: number): number {
  if (town.latitude === undefined || town.longitude === undefined) return Number.POSITIVE_INFINITY;
  const east = (town.longitude - longitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, town.latitude - latitude) * KM_PER_DEGREE;
}

const [file = ''] = process.argv.slice(2);
const rows: string[] = [];
for (const line of readFileSync(file, 'utf8').split('\n')) {
  if (line === '' || line.startsWith('#')) continue;
  const [code = '', place = '', council = '', north, west] = line.split('\t');
  const [latitude, longitude] = [Number(north), Number(west)];
  const byDistance = (among: readonly Town[], limitKm: number): Town | undefined =>
    among
      .map((town) => ({ town, km: distanceKm(town, latitude, longitude) }))
      .filter(({ km }) => km <= limitKm)
      .sort((a, b) => a.km - b.km)[0]?.town;
  const named = (name: string): Town | undefined =>
    byDistance(towns.get(placeName(name.replace(/ City$/, ''))) ?? [], SAME_NAME_KM);
  const town = named(place) ?? named(council) ?? byDistance(all, NEAREST_KM);
  const county = (town ?? byDistance(all, COUNTY_KM))?.areas[0]?.name;
  // The codes of the Crown dependencies are left out, because these are not part of the United Kingdom.
  if (county === undefined || /^(?:GY|IM|JE)/.test(code)) continue;
  rows.push([code, town?.name ?? '', county, Math.round(latitude * 1000), Math.round(longitude * 1000)].join('\t'));
}
writeFileSync(join('scripts', 'places', 'outward-codes.tsv'), `${HEAD}${rows.join('\n')}\n`);
process.stdout.write(`${rows.length} codes\n`);
