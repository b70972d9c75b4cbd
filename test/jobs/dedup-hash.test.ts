import t from 'tap';
import { companyKey, dedupHash, placeKey, titleKey } from '../../src/jobs/dedup-hash.ts';

t.test('SPEC §3: the identity of a job', async (t) => {
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

t.test('forms that platforms vary', async (t) => {
  for (const title of ['Data Analyst [H/F]', 'Data Analyst homme/femme', 'Data analyst – H/F', 'H/F Data Analyst'])
    t.equal(titleKey(title), 'data analyst', title);
  for (const company of ['Acme S.A.S.', 'Acme P.L.C.', 'Acme, Inc.', 'Acme (UK) Ltd', 'Acme GmbH'])
    t.equal(companyKey(company), 'acme', company);
  for (const place of ['Paris–75', 'Paris 11e arr.', '75011 Paris', 'PARIS 11', 'Paris (75011)', 'Paris, France'])
    t.equal(placeKey(place), 'paris', place);
  for (const place of ['Leeds LS1 4AP', 'Leeds (Hybrid)', 'Hybrid - Leeds', 'Leeds, West Yorkshire', 'LEEDS, UK'])
    t.equal(placeKey(place), 'leeds', place);
  t.equal(placeKey('Remote'), '');
  t.equal(titleKey('C# Developer'), 'c# developer');
  t.not(titleKey('C# Developer'), titleKey('C++ Developer'));
});

/** As the README prints them: they never change under "v1". */
const VECTORS = [
  ['Data Analyst (H/F)', 'Acme Ltd', 'Paris 11e – 75', '484697cfae891ffc50fcdc3fc9f006b0'],
  ['Data Analyst', 'ACME SAS', '75 - PARIS 05', '484697cfae891ffc50fcdc3fc9f006b0'],
  ['Staff Nurse', 'Northtown NHS Trust', 'Leeds, LS1 1AA', 'e9a6179ea0154232af995120f4f21922'],
  ['C++ Developer', 'Marks & Spencer plc', 'London, UK', '65e27b11adee7e5f10764708aae47e17'],
  ['Chef d’équipe H/F', "L'Oréal", '83 - ST RAPHAEL', '4d896fe9361ff8ca897e9d19e4b85d4b'],
  ['Ingénieur·e Œnologie (f/m/d)', 'Société Générale S.A.', 'Saint-Étienne (42)', '5cde6ce567d80dbc82987fd248dd7550'],
  ['Data Analyst', '', '', '1840a96390c2b93ae1af25d28fcfa21e'],
] as const;

t.test('the published vectors', async (t) => {
  for (const [title, company, place, hash] of VECTORS) t.equal(dedupHash(title, company, place), hash, title);
});
