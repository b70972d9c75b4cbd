import t from 'tap';
import { resolvePlace, isAbroad, isAreaAround, isInPlace } from '../../../src/jobs/places/resolve-place.ts';
import { GB_DISTRICTS } from '../../../scripts/places/gb-districts.ts';
import { gazetteerOf } from '../../../src/jobs/places/gazetteer.ts';
import { placeName } from '../../../src/jobs/places/table.ts';
import type { Country } from '../../../schemas/index.ts';
import type { SearchPlace } from '../../../src/sources/platforms/platform.ts';
import { checkTable } from '../../support/text-table.ts';

t.test('places as callers write them', async (t) => {
  checkTable(t, new URL('known-places.tsv', import.meta.url), (country = '', text = '', known = '') => {
    const place: object = resolvePlace(text, country as Country) ?? {};
    const names = ['country', ...known.split('; ').map((one) => one.split(': ', 1)[0] as string)];
    const found = names.map((name) => `${name}: ${String(Reflect.get(place, name))}`);
    return [found.join('; '), `country: ${country}; ${known}`];
  });
  for (const [country, text] of [
    ['GB', 'Leeds'],
    ['GB', 'Truro'],
    ['FR', 'Lyon'],
    ['FR', 'Saint-Denis, La Réunion'],
  ] as const) {
    const { latitude = 0, longitude = 0 } = resolvePlace(text, country) ?? {};
    t.ok(latitude !== 0 && longitude !== 0, `${text} has coordinates`);
  }
  t.match(resolvePlace('Occitanie', 'FR')?.departmentCodes?.length, 13);
  t.strictSame(resolvePlace('Corse', 'FR')?.departmentCodes, ['2A', '2B']);
});

t.test('a name that is better known as another place is told apart', async (t) => {
  t.match(resolvePlace('Richmond, North Yorkshire', 'GB'), { name: 'Richmond', qualifier: 'North Yorkshire' });
  t.match(resolvePlace('Saint-Denis, La Réunion', 'FR'), { name: 'Saint-Denis', qualifier: 'La Réunion' });
  t.match(resolvePlace('Vienne (38)', 'FR'), { name: 'Vienne', qualifier: 'Isère' });
  for (const [country, text] of [
    ['GB', 'Leeds, West Yorkshire'],
    ['GB', 'London'],
    ['FR', 'Paris'],
    ['FR', 'Toulouse (31)'],
  ] as const)
    t.equal(resolvePlace(text, country)?.qualifier, undefined, text);
});

t.test('every town named by a district is in the table', async (t) => {
  for (const { name, towns } of GB_DISTRICTS)
    for (const town of towns) t.ok(gazetteerOf('GB').towns.has(placeName(town)), `${name}: ${town}`);
});

t.test('unknown places', async (t) => {
  for (const text of [
    'Nowhere-on-Sea',
    'somewhere near a river',
    'Paris',
    'ZZ9 9ZZ',
    '75011',
    '!!!',
    'x'.repeat(5_000),
    '__proto__',
    'constructor',
    'Newport, Essex',
  ])
    t.equal(resolvePlace(text, 'GB'), null, text.slice(0, 30));
  for (const text of ['Trifouilly-les-Oies', 'London', '99', '00000', 'LS1 4AP', '(((', '__proto__'])
    t.equal(resolvePlace(text, 'FR'), null, text);
});

t.test('hostile locations are read in limited time', async (t) => {
  const place = resolvePlace('Leeds', 'GB') as SearchPlace;
  for (const text of [
    'a '.repeat(100_000),
    '('.repeat(100_000),
    '1'.repeat(100_000),
    ' - '.repeat(50_000),
    'constructor',
    '__proto__',
    'toString, hasOwnProperty',
  ])
    t.notOk(isInPlace(text, place));
});

t.test('new forms of places, by kind', async (t) => {
  const kept: readonly (readonly [Country, string, string, boolean])[] = [
    // "Various locations" beside an area is that area
    ['GB', 'Various locations, Scotland', 'Leeds', false],
    ['GB', 'Various locations, Scotland', 'Scotland', true],
    ['GB', 'Across Scotland', 'Scotland', true],
    ['GB', 'Multiple locations, UK', 'Leeds', true],
    ['GB', 'Various locations, England', 'Leeds', true],
    // compass letters, short forms, Roman numbers
    ['GB', 'Harrogate', 'N Yorks', true],
    ['GB', 'Cardiff', 'S. Wales', true],
    ['GB', "B'ham", 'Birmingham', true],
    ['FR', 'Paris XVe', 'Paris 15e', true],
    ['FR', 'Paris XVe', 'Paris 16e', false],
    ['FR', 'Région lyonnaise', 'Lyon', true],
    ['FR', 'Évry', 'Essonne', true],
  ];
  for (const [country, text, asked, stays] of kept) {
    const place = resolvePlace(asked, country);
    t.ok(place, asked);
    t.equal(place !== null && isInPlace(text, place), stays, `${text} for ${asked}`);
  }
  for (const text of [
    'Dublin 2',
    'Co. Cork',
    'Naas, Co. Kildare',
    'Sligo',
    'Newcastle NSW',
    'Ipswich QLD 4305',
    'Portland OR 97201',
    'Chennai, Tamil Nadu',
    'Remote US',
    'US Remote',
  ])
    t.ok(isAbroad(text, 'GB'), text);
  for (const text of ['Newry, Co. Down', 'Co. Durham', 'Remote UK', 'Perth', 'Boston, Lincolnshire', 'Hybrid - Leeds'])
    t.notOk(isAbroad(text, 'GB'), text);
});

t.test(
  'a county or region matches if it contains the requested town; wider and neighbouring ones do not',
  async (t) => {
    const rows: readonly (readonly [Country, string, string, boolean])[] = [
      ['GB', 'West Yorkshire', 'Leeds', true],
      ['GB', 'Yorkshire and the Humber', 'Leeds', true],
      ['GB', 'North Yorkshire', 'Leeds', false],
      ['GB', 'England', 'Leeds', false],
      ['GB', 'Bradford, West Yorkshire', 'Leeds', false],
      ['GB', 'Leeds', 'West Yorkshire', false],
      ['FR', 'Rhône', 'Lyon', true],
      ['FR', '69 - Rhône', 'Lyon', true],
      ['FR', 'Auvergne-Rhône-Alpes', 'Lyon', true],
      ['FR', 'Isère', 'Lyon', false],
      ['FR', 'Île-de-France', 'Paris', true],
    ];
    for (const [country, text, asked, holds] of rows) {
      const place = resolvePlace(asked, country);
      t.equal(place !== null && isAreaAround(text, place), holds, `${text} around ${asked}`);
    }
  },
);

t.test('a radius includes the towns around the requested one', async (t) => {
  const rows: readonly (readonly [Country, string, string, number, boolean])[] = [
    ['GB', 'Bradford', 'Leeds', 0, false],
    ['GB', 'Bradford', 'Leeds', 10, false],
    ['GB', 'Bradford', 'Leeds', 20, true],
    ['GB', 'York', 'Leeds', 20, false],
    ['GB', 'West Yorkshire', 'Leeds', 100, false],
    ['FR', 'Villeurbanne', 'Lyon', 10, true],
    ['FR', 'Marseille', 'Lyon', 100, false],
  ];
  for (const [country, text, asked, radiusKm, stays] of rows) {
    const place = resolvePlace(asked, country);
    t.equal(place !== null && isInPlace(text, place, radiusKm), stays, `${text}, ${radiusKm} km around ${asked}`);
  }
});
