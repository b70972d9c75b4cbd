import { readFileSync } from 'node:fs';
import t from 'tap';
import { PLATFORMS } from '../../../src/sources/platforms/index.ts';
import { pageOf, readList } from '../../support/saved-list.ts';

/** A page of a platform whose markup has another name for one field; the first group of a pattern is kept. */
const RENAMED: readonly [code: string, file: string, label: RegExp, missing: string][] = [
  ['reed', '0.api.json', /"locationName"/g, 'place'],
  ['reed', '0.api.json', /"employerName"/g, 'employer'],
  ['reed', '0.api.json', /"date"/g, 'date'],
  ['reed', '1.page.html', /"displayLocationName"|"countyLocation"/g, 'place'],
  ['totaljobs', '0.state.html', /"location"/g, 'place'],
  ['totaljobs', '0.state.html', /"companyName"/g, 'employer'],
  ['nhs_jobs', '0.page.xml', /locations?>/g, 'place'],
  ['jobs_ac_uk', '0.page.html', /Location:/g, 'place'],
  ['apec', '0.answer.json', /"lieuTexte"/g, 'place'],
  ['apec', '0.answer.json', /"date(?:Publication|Validation)"/g, 'date'],
  ['adzuna_gb', '0.api.json', /"created"/g, 'date'],
  ['france_travail', '0.offers.json', /"lieuTravail"/g, 'place'],
  ['wttj', '0.hits.json', /"organization"/g, 'employer'],
];

t.test('SPEC §3: a field that a source always fills and that is missing on every advert is a change', async (t) => {
  for (const [code, file, label, missing] of RENAMED) {
    const page = readFileSync(new URL(`${code}/${file}`, import.meta.url), 'utf8');
    t.ok(pageOf(code, Number(file[0]), page).listings.length >= 3, `${code} ${file} is read as it is`);
    t.match(
      readList(
        code,
        Number(file[0]),
        page.replaceAll(label, (name) => name.replace(/[a-z]{3}/i, 'zzz')),
      ),
      { fault: { kind: 'changed', message: new RegExp(`^none of its \\d+ adverts has an? ${missing}$`) } },
      `${code}: ${label.source}`,
    );
  }
});

t.test('one advert with the field proves that it is still read', async (t) => {
  const page = readFileSync(new URL('jobs_ac_uk/0.page.html', import.meta.url), 'utf8');
  const last = page.lastIndexOf('Location:');
  const renamed = page.slice(0, last).replaceAll('Location:', 'Where:') + page.slice(last);
  t.equal(pageOf('jobs_ac_uk', 0, renamed).listings.filter(({ location }) => location !== '').length, 1);
});

t.test('every access method says what its adverts always state', async (t) => {
  for (const { code, accessMethods } of PLATFORMS)
    for (const [index, { expectedFields }] of accessMethods.entries())
      t.ok(expectedFields.length > 0, `${code} ${index}`);
});
