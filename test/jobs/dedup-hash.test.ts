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

t.test('the published vectors', async (t) => {
  t.equal(dedupHash('Data Analyst (H/F)', 'Acme Ltd', 'Paris 11e – 75'), '484697cfae891ffc50fcdc3fc9f006b0');
});
