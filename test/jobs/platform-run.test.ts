import t from 'tap';
import type { PlatformRow } from '../../schemas/index.ts';
import { placeRemark } from '../../src/jobs/platform-run.ts';
import { resolvePlace } from '../../src/jobs/places/resolve-place.ts';
import { readSearchPage, searchPageKey } from '../../src/jobs/search-page.ts';
import { findPlatform } from '../../src/sources/platforms/index.ts';
import type { Platform, PlatformSearch } from '../../src/sources/platforms/platform.ts';
import { nhsFeed } from '../support/api.ts';
import { FRANCE_TRAVAIL_KEYS, openTestSearch } from '../support/test-search.ts';
import { NHS, REED } from '../support/job-answers.ts';

const FRANCE_TRAVAIL = 'https://api.francetravail.io/';
const TOKENS = 'https://authentification-partenaire.francetravail.io/';

async function rowOf(asked: Promise<{ platforms: PlatformRow[] }>): Promise<PlatformRow> {
  return (await asked).platforms[0] as PlatformRow;
}

t.test('a row’s reason names the place that was really sent', async (t) => {
  const { internet, ask } = await openTestSearch();
  internet
    .on('https://', { status: 403 })
    .on('https://teaching-vacancies.service.gov.uk/', {
      body: JSON.stringify({
        data: [{ title: 'Nurse', url: 'https://teaching-vacancies.service.gov.uk/jobs/1' }],
        meta: { totalPages: 1 },
      }),
    })
    .on('https://api.welcometothejungle.com/', { body: '{"data":[]}' })
    .on('https://www.apec.fr/cms/webservices/autocompletion/', ({ url }) => ({
      body: JSON.stringify(
        url.includes('Nantes') ? [{ lieuDisplay: 'Nantes - 44', lieuId: 580_000, lieuType: 'FR_COMMUNE' }] : [],
      ),
    }))
    .on('https://www.apec.fr/cms/webservices/rechercheOffre', { body: '{"resultats":[],"totalCount":0}' })
    .on('https://www.jobs.service.gov.uk/', { body: '<h1>Search</h1><h2>0 jobs</h2>' });
  const reason = async (code: string, location: string): Promise<string | undefined> =>
    (await rowOf(ask([code], { location }))).reason;
  t.match(await reason('teaching_vacancies', 'Leeds'), /cannot search by this place; we filtered/);
  t.equal(await reason('teaching_vacancies', 'United Kingdom'), undefined, 'nothing to sift by');
  t.match(await reason('wttj', 'Lyon'), /cannot search by this place/, 'the access method in use takes no place');
  t.match(await reason('apec', 'Lyon'), /asked for "Rhône"/, 'a town that its list has not');
  t.equal(await reason('apec', 'Nantes'), undefined);
  t.match(
    await reason('apec', 'Trumpton'),
    /do not know the place "Trumpton": this platform does not accept such a place/,
  );
  t.match(await reason('work_hub', 'Richmond, North Yorkshire'), /asked for "North Yorkshire"/);
  t.equal(new URL(internet.requests.at(-1)?.url ?? '').searchParams.get('location'), 'North Yorkshire');
  const paris = resolvePlace('Paris', 'FR');
  for (const [text, says] of [
    ['Leeds or Narnia', 'we do not know "Narnia" in "Leeds or Narnia": it was passed on as typed and filters nothing'],
    ['Oz; Leeds, Bradford; Narnia', 'we do not know "Oz" and "Narnia" in "Oz; Leeds, Bradford; Narnia": it was'],
    ['Oz or Narnia', 'we do not know the place "Oz or Narnia": it was passed on'],
  ] as const)
    t.ok(placeRemark({ place: null, locationText: text, country: 'GB' }, text).startsWith(says), text);
  for (const [country, location, suggestion] of [
    ['GB', 'Dublin', 'give a town, region or postcode of Great Britain'],
    ['GB', 'near me', 'give a town, region or postcode of Great Britain'],
    ['FR', 'Trumpton', 'give a town, region or postcode of France'],
    ['GB', 'within 10 miles of Leeds', 'give location "Leeds" with radius_km 16'],
    ['GB', 'within 90 miles of Leeds', 'give location "Leeds" with radius_km 100'],
    ['GB', '30 minutes from Leeds', 'give location "Leeds"'],
    ['GB', '10 miles from Narnia', 'give a town, region or postcode of Great Britain'],
    ['FR', 'à moins de 20 km de Lyon', 'give location "Lyon" with radius_km 20'],
    ['FR', 'autour d’Angers', 'give location "Angers"'],
    ['GB', 'Leds', 'did you mean "Leeds"?'],
    ['GB', 'Manchetser', 'did you mean "Manchester"?'],
    ['GB', 'Leeds or Edinburg', 'did you mean "Edinburgh"?'],
    ['FR', 'marseile', 'did you mean "Marseille"?'],
    // It differs from York in its first letter.
    ['GB', 'Cork', 'give a town, region or postcode of Great Britain'],
    // Several towns are one letter away.
    ['GB', 'Barton', 'give a town, region or postcode of Great Britain'],
    ['GB', 'Mnchtser', 'give a town, region or postcode of Great Britain'],
  ] as const)
    t.ok(
      placeRemark({ place: null, locationText: location, country }, location).endsWith(` (${suggestion})`),
      placeRemark({ place: null, locationText: location, country }, location),
    );
  t.equal(placeRemark({ place: paris, locationText: 'paris', country: 'FR' }, 'Paris 75000'), '');
});

t.test('APEC: a place of an unknown kind is chosen only if no other fits', async (t) => {
  const { internet, ask } = await openTestSearch();
  const other = { lieuId: 1, lieuType: 'FR_BASSIN' };
  const town = { lieuId: 2, lieuType: 'FR_COMMUNE' };
  let places: object[] = [];
  internet
    .on('https://www.apec.fr/cms/webservices/autocompletion/', () => ({ body: JSON.stringify(places) }))
    .on('https://www.apec.fr/cms/webservices/rechercheOffre', { body: '{"resultats":[],"totalCount":0}' });
  // Each answer about a place is cached, so each search names another place.
  for (const [name, department, known, id] of [
    ['Nantes', '44', [other, town], '2'],
    ['Rennes', '35', [town, other], '2'],
    ['Brest', '29', [other], '1'],
  ] as const) {
    places = known.map((place) => ({ ...place, lieuDisplay: `${name} - ${department}` }));
    await ask(['apec'], { location: name });
    const { lieux } = JSON.parse(internet.requests.at(-1)?.body ?? '{}') as { lieux?: string[] };
    t.strictSame(lieux, [id], name);
  }
});

t.test('a row names the filters that the platform does not apply, and all other notes', async (t) => {
  const { internet, ask } = await openTestSearch({ REED_API_KEY: 'k3y' });
  internet
    .on(NHS, ({ url }) => (url.includes('page=1') ? { body: nhsFeed(3, { pages: 4 }) } : { status: 429 }))
    .on(REED, { body: '{"results":[],"totalResults":0}' });
  const { platforms } = await ask(['nhs_jobs', 'reed'], { location: 'Trumpton', minSalary: 20_000 });
  t.match(
    platforms[0]?.reason,
    /^page 2: the site asks to slow down; we do not know the place "Trumpton".*; .*filter by salary/,
  );
  t.notMatch(platforms[1]?.reason, /filter by salary/, "Reed's API takes it");
});

t.test('an incomplete list is answered with a note and is not cached', async (t) => {
  const { internet, breaker, ask } = await openTestSearch(FRANCE_TRAVAIL_KEYS);
  let status = 500;
  const offer = (id: string) => JSON.stringify({ resultats: [{ id, intitule: `Infirmier ${id}` }] });
  internet
    .on(TOKENS, { body: '{"access_token":"t0k"}' })
    .on(FRANCE_TRAVAIL, ({ url }) =>
      url.includes('origineOffre=1') ? { body: offer('1') } : { status, body: offer('2') },
    );
  t.match(await rowOf(ask(['france_travail'])), {
    status: 'ok',
    jobs: 1,
    reason: /part of its list is missing: .*HTTP 500/,
  });
  t.strictSame(breaker.openCodes(), []);
  status = 200;
  t.match(await rowOf(ask(['france_travail'])), { status: 'ok', jobs: 2, cached: false });
  t.match(await rowOf(ask(['france_travail'])), { jobs: 2, cached: true });
  status = 429;
  t.match(await rowOf(ask(['france_travail'], { query: 'other' })), { jobs: 1, reason: /slow down/ });
  t.strictSame(breaker.openCodes(), ['france_travail'], 'the site said to slow down, and not for how long');
  await t.rejects(ask(['france_travail'], { query: 'more' }), /rate_limited \(paused until .* because the site asked/);
});

t.test('a search that cannot be sent is an error that is not charged and starts no cooldown', async (t) => {
  const { internet, breaker, ask } = await openTestSearch(FRANCE_TRAVAIL_KEYS);
  internet.on(TOKENS, { body: '{"access_token":"t0k"}' });
  for (const query of ['c', 'C', 'é', '?'])
    await t.rejects(ask(['france_travail'], { query }), /error \(its API takes words of two letters/);
  for (const query of ['.', '..', ' .. ', '. ']) await t.rejects(ask(['totaljobs'], { query }), /by words alone/);
  t.strictSame(breaker.openCodes(), []);
  t.ok(internet.requests.every(({ url }) => url.startsWith(TOKENS)));
});

t.test('a page is cached only for its search', async (t) => {
  const nhs = findPlatform('nhs_jobs') as Platform;
  const key = (search: Partial<PlatformSearch>): string =>
    searchPageKey(
      nhs,
      { query: 'nurse', country: 'GB', locationText: '', place: null, minSalary: null, settings: {}, ...search },
      1,
    );
  const unlike: Partial<PlatformSearch>[] = [
    {},
    { query: 'nurse|leedsx' },
    { locationText: 'leedsx|' },
    { query: 'nurse","leedsx' },
    { locationText: 'leedsx' },
    { place: resolvePlace('Richmond, North Yorkshire', 'GB') },
    { place: resolvePlace('Richmond, London', 'GB') },
    { query: 'c++' },
    { query: 'c#' },
  ];
  t.equal(new Set(unlike.map(key)).size, unlike.length);
  t.equal(key({ query: ' Nurse ', minSalary: 5 }), key({}), 'which takes no floor');
  t.equal(key({ place: resolvePlace('UK', 'GB') }), key({}));
  t.notMatch(key({ query: 'a b@c' }), /[\s@]/);
});

t.test('a cached page of another release, or an incomplete one, is ignored', async (t) => {
  const { internet, store, clock, ask, faults } = await openTestSearch();
  internet.on(NHS, { body: nhsFeed(2) });
  const nhs = findPlatform('nhs_jobs') as Platform;
  for (const [index, text] of ['{"jobs":[', 'null', '{"jobs":[{"title":"x"}],"hasMore":false}', '7'].entries()) {
    const search = {
      query: `q${index}`,
      country: 'GB',
      locationText: '',
      place: null,
      minSalary: null,
      settings: {},
    } as const;
    t.equal(readSearchPage(text), undefined);
    await store.jobsCache.put(searchPageKey(nhs, search, 1), text, clock.now(), clock.now() + 60_000);
    t.match(await ask(['nhs_jobs'], { query: search.query }), { source: 'scrape', total_jobs: 2 }, text);
  }
  t.strictSame(faults, []);
});

t.test('an unreadable cache costs only time', async (t) => {
  const { internet, store, ask, faults } = await openTestSearch();
  internet.on(NHS, { body: nhsFeed(2) });
  store.jobsCache.get = () => Promise.reject(new Error('the disk is gone'));
  t.match(await ask(['nhs_jobs']), { source: 'scrape', total_jobs: 2 });
  t.ok(faults.length > 0, 'and is told of');
});

t.test('a page that repeats adverts that are not results ends the paging too', async (t) => {
  const { internet, ask } = await openTestSearch();
  const job = (index: number) => ({
    name: `Nurse ${index}`,
    slug: `nurse-${index}`,
    reference: `r${index}`,
    organization: { name: 'Ward', slug: 'ward' },
    published_at: '2026-11-10T09:00:00Z',
    offices: [{ city: 'Lille', country_code: 'FR' }],
  });
  internet
    .on('https://api.welcometothejungle.com/', {
      body: JSON.stringify({ data: Array.from({ length: 10 }, (_, index) => job(index)) }),
    })
    .on('https://teaching-vacancies.service.gov.uk/', {
      body: JSON.stringify({
        data: [{ title: 'Cook', url: 'https://teaching-vacancies.service.gov.uk/jobs/1' }],
        meta: { totalPages: 40 },
      }),
    });
  t.match(await rowOf(ask(['wttj_gb'])), { status: 'empty' });
  t.equal(internet.requests.length, 2, 'all abroad, and all the same');
  t.match(await rowOf(ask(['teaching_vacancies'])), { status: 'empty' });
  t.equal(internet.requests.length, 5, 'nothing that was searched, and all the same, beside the sitemap');
});

t.test('an operator’s address may be requested, but no other host', async (t) => {
  const own = await openTestSearch({
    ...FRANCE_TRAVAIL_KEYS,
    FRANCE_TRAVAIL_TOKEN_URL: 'https://tokens.example.org/t',
  });
  own.internet
    .on('https://tokens.example.org/t', { body: '{"access_token":"t0k"}' })
    .on(FRANCE_TRAVAIL, { status: 204 });
  t.match(await rowOf(own.ask(['france_travail'])), { status: 'empty' });
  t.equal(own.internet.requests.filter(({ url }) => url === 'https://tokens.example.org/t').length, 1);
});
