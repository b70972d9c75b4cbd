import t from 'tap';
import { readLocation } from '../../../src/jobs/places/read-location.ts';
import { resolvePlace } from '../../../src/jobs/places/resolve-place.ts';

const names = (text: string, country: 'GB' | 'FR' = 'GB') => readLocation(text, country).among.map(({ name }) => name);

t.test('SPEC §3: several places are read as several', (t) => {
  const rows: readonly [text: string, country: 'GB' | 'FR', places: string[], asked: string][] = [
    ['Leeds or Bradford', 'GB', ['Leeds', 'Bradford'], 'West Yorkshire'],
    ['Leeds, Bradford', 'GB', ['Leeds', 'Bradford'], 'West Yorkshire'],
    ['Leeds and Bradford', 'GB', ['Leeds', 'Bradford'], 'West Yorkshire'],
    ['Leeds / Bradford / York', 'GB', ['Leeds', 'Bradford', 'York'], 'Yorkshire and the Humber'],
    ['Leeds, London', 'GB', ['Leeds', 'London'], 'England'],
    ['Leeds, Cardiff', 'GB', ['Leeds', 'Cardiff'], 'United Kingdom'],
    ['Leeds, Bradford, remote', 'GB', ['Leeds', 'Bradford'], 'West Yorkshire'],
    ['Lyon ou Villeurbanne', 'FR', ['Lyon', 'Villeurbanne'], 'Rhône'],
    ['Lyon, Paris et Lille', 'FR', ['Lyon', 'Paris', 'Lille'], 'France'],
    ['Leeds, Bradford and York', 'GB', ['Leeds', 'Bradford', 'York'], 'Yorkshire and the Humber'],
    ['Kent-Surrey', 'GB', ['Kent', 'Surrey'], 'South East'],
    ['Kent/Surrey', 'GB', ['Kent', 'Surrey'], 'South East'],
    ['Rhône-Isère', 'FR', ['Rhône', 'Isère'], 'Auvergne-Rhône-Alpes'],
    ['Loire-Atlantique', 'FR', ['Loire-Atlantique'], 'Loire-Atlantique'],
    ['Leeds or Narnia', 'GB', [], ''],
  ];
  for (const [text, country, places, asked] of rows) {
    t.strictSame(names(text, country), places, text);
    if (places.length > 0) t.equal(readLocation(text, country).place?.name, asked, text);
  }
  t.end();
});

t.test('SPEC §3: a place of the other country is named only where its name leaves no doubt', (t) => {
  for (const text of [
    'Centre',
    'Nord',
    'Jura',
    'Narnia',
    '75',
    'Leeds, Paris Street',
    'Normandy, Surrey',
    'Leeds or Narnia',
  ])
    t.equal(readLocation(text, 'GB').elsewhere, undefined, text);
  for (const text of ['Borders', 'Eastern', 'Brest', 'Atlantis'])
    t.equal(readLocation(text, 'FR').elsewhere, undefined, text);
  t.match(readLocation('Leeds or Paris', 'GB'), { place: null, elsewhere: 'FR', elsewherePart: 'Paris' });
  t.end();
});

t.test('a town with its surrounding region is one place', (t) => {
  for (const text of [
    'Richmond, London',
    'Croydon, Surrey',
    'Leeds, West Yorkshire',
    'Tyne and Wear',
    'Perth, Scotland',
  ])
    t.equal(names(text).length, 1, text);
  for (const text of ['Lyon, Rhône', 'Seine-et-Marne', 'Paris 11e']) t.equal(names(text, 'FR').length, 1, text);
  t.end();
});

t.test('SPEC §3: "remote" becomes the filter on work mode', (t) => {
  for (const text of ['remote', 'Remote', 'fully remote', 'Remote, UK', 'work from home', 'Home-based'])
    t.match(readLocation(text, 'GB'), { remoteOnly: true, place: { kind: 'nation' }, among: [] }, text);
  for (const text of ['télétravail', 'Full remote', 'Télétravail total', 'à distance'])
    t.match(readLocation(text, 'FR'), { remoteOnly: true }, text);
  for (const text of ['Leeds', 'Leeds, remote', 'Nowhere']) t.equal(readLocation(text, 'GB').remoteOnly, false, text);
  t.end();
});

t.test('SPEC §3: a place beside "remote" is the place, in any order and with any separator', (t) => {
  for (const text of [
    'Leeds, remote',
    'Leeds or remote',
    'remote or Leeds',
    'Remote, Leeds',
    'Leeds / remote',
    'Leeds; work from home',
    'Leeds | fully remote',
    'Leeds and remote',
    'remote & Leeds',
    'Leeds (or remote)',
    'Leeds, or remote',
    'Leeds or remote or home-based',
  ])
    t.match(readLocation(text, 'GB'), { place: { name: 'Leeds' }, among: { length: 1 }, remoteOnly: false }, text);
  for (const text of ['Lyon ou télétravail', 'à distance ou Lyon', 'Lyon et télétravail'])
    t.match(readLocation(text, 'FR'), { place: { name: 'Lyon' }, among: { length: 1 }, remoteOnly: false }, text);
  t.strictSame(names('Leeds or Bradford or remote'), ['Leeds', 'Bradford']);
  for (const text of [
    'remote or work from home',
    'Remote / home-based',
    'Remote / UK',
    'Remote | United Kingdom',
    'remote/',
    'Remote;',
  ])
    t.match(readLocation(text, 'GB'), { place: { kind: 'nation' }, among: [], remoteOnly: true }, text);
  t.match(readLocation('Narnia or remote', 'GB'), { place: null, among: [], remoteOnly: false });
  t.match(readLocation('Lyon or remote', 'GB'), { place: null, remoteOnly: false });
  t.end();
});

t.test('SPEC §3: a town in the other country is reported with its country', (t) => {
  t.equal(readLocation('Lyon', 'GB').elsewhere, 'FR');
  t.equal(readLocation('Manchester', 'FR').elsewhere, 'GB');
  for (const text of ['Berlin', 'Nowhere', 'Leeds', '', 'Boston'])
    t.equal(readLocation(text, 'GB').elsewhere, undefined, text);
  t.end();
});

t.test('every outward code is known with its town', (t) => {
  for (const [code, town] of [
    ['S35', 'Sheffield'],
    ['RM8', 'Barking'],
    ['GL50', 'Cheltenham'],
    ['TW7', 'Hounslow'],
    ['gl50 1aa', 'Cheltenham'],
    ['BT1', 'Belfast'],
  ] as const)
    t.equal(resolvePlace(code, 'GB')?.name, town, code);
  t.equal(resolvePlace('XX1', 'GB'), null);
  t.equal(resolvePlace('JE2', 'GB'), null, 'the islands of the Crown are no part of the country');
  t.end();
});
