import { readFileSync } from 'node:fs';
import t from 'tap';
import { companyKey, dedupHash, placeKey, titleKey } from '../../src/jobs/dedup-hash.ts';

t.test('SPEC §3: what identifies a job', async (t) => {
  t.equal(titleKey('Développeur·se Web (H/F)'), titleKey('DEVELOPPEUR SE WEB'));
  for (const title of ['Data Analyst F/H', 'Data analyst (f/m/d)', 'DATA ANALYST H/F', 'Data Analyst'])
    t.equal(titleKey(title), 'data analyst', title);
  for (const company of ['Acme Ltd', 'ACME Limited', 'Acme plc', 'acme', 'Acme UK Ltd.', 'Acme SAS'])
    t.equal(companyKey(company), 'acme', company);
  t.equal(companyKey('Marks & Spencer'), companyKey('Marks and Spencer plc'));
  for (const place of [
    'Paris 11e – 75',
    'Paris 11 - 75',
    '75 - PARIS 05',
    'Paris',
    'Paris (75)',
    'Paris, Île-de-France',
    'Paris 2e - 75',
  ])
    t.equal(placeKey(place), 'paris', place);
  t.equal(placeKey('83 - ST RAPHAEL'), placeKey('Saint-Raphaël'));
  t.equal(placeKey('London, NW1 2PG'), 'london');
  t.not(dedupHash('Nurse', 'Acme', 'Leeds'), dedupHash('Nurse', 'Acme', 'York'));
});

t.test('forms that platforms write differently give one hash', async (t) => {
  for (const title of ['Data Analyst [H/F]', 'Data Analyst homme/femme', 'Data analyst – H/F', 'H/F Data Analyst'])
    t.equal(titleKey(title), 'data analyst', title);
  for (const company of ['Acme S.A.S.', 'Acme P.L.C.', 'Acme, Inc.', 'Acme (UK) Ltd', 'Acme GmbH'])
    t.equal(companyKey(company), 'acme', company);
  for (const place of ['Paris–75', 'Paris 11e arr.', '75011 Paris', 'PARIS 11', 'Paris (75011)', 'Paris, France'])
    t.equal(placeKey(place), 'paris', place);
  for (const place of ['Leeds LS1 4AP', 'Leeds (Hybrid)', 'Hybrid - Leeds', 'Leeds, West Yorkshire', 'LEEDS, UK'])
    t.equal(placeKey(place), 'leeds', place);
  t.equal(placeKey('Remote'), 'remote');
  t.equal(titleKey('C# Developer'), 'c# developer');
  t.not(titleKey('C# Developer'), titleKey('C++ Developer'));
});

/** As the documentation prints them: they never change under "v1". */
const VECTORS = [
  ['Data Analyst (H/F)', 'Acme Ltd', 'Paris 11e – 75', '484697cfae891ffc50fcdc3fc9f006b0'],
  ['Data Analyst', 'ACME SAS', '75 - PARIS 05', '484697cfae891ffc50fcdc3fc9f006b0'],
  ['Staff Nurse', 'Northtown NHS Trust', 'Leeds, LS1 1AA', 'e9a6179ea0154232af995120f4f21922'],
  ['C++ Developer', 'Marks & Spencer plc', 'London, UK', '65e27b11adee7e5f10764708aae47e17'],
  ['Chef d’équipe H/F', "L'Oréal", '83 - ST RAPHAEL', '4d896fe9361ff8ca897e9d19e4b85d4b'],
  ['Ingénieur·e Œnologie (f/m/d)', 'Société Générale S.A.', 'Saint-Étienne (42)', '5cde6ce567d80dbc82987fd248dd7550'],
  ['Data Analyst', '', '', '1840a96390c2b93ae1af25d28fcfa21e'],
  ['Staff Nurse', 'Northtown NHS Trust', 'LS1 1AA', 'a2188547e788b8d55bf404f4febfd643'],
  ['Staff Nurse', 'Northtown NHS Trust', 'Richmond, North Yorkshire', 'd112d7f50cac660e0c7195f3b9981e9e'],
  ['Hôte de caisse', 'Air France', 'Saint-Denis (93)', 'a96939ed84b09f1c555d4c6da4d59a5a'],
  ['Data Analyst', 'Our client', 'Remote', 'd41e452b91f344485e06e5d9110d7507'],
  ['Data Analyst (F/M/NB)', 'Not provided', 'Fully remote', 'd41e452b91f344485e06e5d9110d7507'],
  ['Staff Nurse', 'Northtown NHS Trust', 'Leeds (fully remote)', 'e9a6179ea0154232af995120f4f21922'],
  ['Staff Nurse', 'Northtown NHS Trust', 'Fully remote, UK', 'cc7f55e48f99886368e3011e2154dd27'],
  ['Staff Nurse', 'Northtown NHS Trust', 'United Kingdom', '8d9fb14b29a26be437b0e2300a0f4a93'],
  ['Hôte de caisse (H/F/NB)', 'Air France', 'France', '60f5a63fc9ae12d276aa3e9ee5637349'],
  ['Hôte de caisse', 'Air France', '75011', 'da71ca5ab032c019a7327ba0ca0e6e92'],
] as const;

t.test('the published test vectors', async (t) => {
  for (const [title, company, place, hash] of VECTORS) t.equal(dedupHash(title, company, place), hash, title);
});

t.test('the documentation prints these vectors', async (t) => {
  const rows = readFileSync('src/docs/en/reading.md', 'utf8')
    .split('\n')
    .filter((line) => /\| [0-9a-f]{32} \|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  t.strictSame(rows, VECTORS);
});

t.test('a location without a town keeps its distinguishing part', async (t) => {
  const keys = ['LS1 4AP', 'M1 1AA', '75011', 'Remote', 'UK', 'France'].map(placeKey);
  t.equal(new Set(keys).size, keys.length, keys.join(' '));
  t.equal(placeKey('SE6 4RU'), placeKey('SE64RU'));
  t.equal(placeKey('United Kingdom'), placeKey('UK'));
  t.equal(placeKey(''), '');
});

t.test('towns with the same name differ if the source names the county or department', async (t) => {
  const differ = [
    ['Richmond, North Yorkshire', 'Richmond, London', 'Richmond'],
    ['Newport, Wales', 'Newport, Isle of Wight', 'Newport'],
    ['Saint-Denis (93)', 'Saint-Denis (974)', 'Saint-Denis'],
    ['93 - ST DENIS', '974 - ST DENIS'],
    ['Ashford, Kent', 'Ashford, Surrey'],
  ];
  for (const places of differ) t.equal(new Set(places.map(placeKey)).size, places.length, places.join(' | '));
  t.equal(placeKey('93 - ST DENIS'), placeKey('Saint-Denis (93)'));
  t.equal(placeKey('93200 Saint-Denis'), placeKey('Saint-Denis - 93'));
  t.equal(placeKey('Richmond (North Yorkshire)'), placeKey('Richmond, North Yorkshire, England'));
  // If all platforms mean one town, a qualifier is ignored.
  t.equal(placeKey('Leeds, West Yorkshire'), placeKey('Leeds'));
});

t.test(
  'companies: a country is dropped if a name remains, and words such as "confidential" count as no company',
  async (t) => {
    for (const [company, key] of [
      ['Air France', 'air france'],
      ['Radio France', 'radio france'],
      ['Électricité de France', 'electricite de france'],
      ['Air France SA', 'air france'],
      ['Acme UK Ltd', 'acme'],
      ['Acme (France) SAS', 'acme'],
      ['Blue Kite France', 'blue kite'],
      ['Age UK', 'age uk'],
      ['Limited', 'limited'],
    ] as const)
      t.equal(companyKey(company), key, company);
    for (const company of [
      'Undisclosed',
      'Client Confidential',
      'Our client',
      'Not provided',
      'CONFIDENTIAL',
      'N/A',
      '-',
      'Notre client',
      'Entreprise anonyme',
    ])
      t.equal(companyKey(company), '', company);
    for (const company of ['Client Earth', 'Confidential Waste Ltd', 'Unknown Pleasures Records'])
      t.not(companyKey(company), '', company);
  },
);

t.test('dedup_hash: gender marks with "NB", and "fully remote" as "remote"', async (t) => {
  t.equal(titleKey('Comptable (H/F/NB)'), titleKey('Comptable'));
  t.equal(placeKey('Fully remote'), placeKey('Remote'));
  t.not(placeKey('Fully remote'), placeKey('UK'));
});
