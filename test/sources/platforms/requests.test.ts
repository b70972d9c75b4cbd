import t from 'tap';
import { resolvePlace } from '../../../src/jobs/places/resolve-place.ts';
import { searchPageKey } from '../../../src/jobs/search-page.ts';
import { findPlatform, PLATFORMS } from '../../../src/sources/platforms/index.ts';
import type { SourceRequest } from '../../../src/reading/answer.ts';
import type { SearchCriteria } from '../../../src/sources/platforms/search-criteria.ts';
import type { PlatformSearch, SearchPlace } from '../../../src/sources/platforms/platform.ts';

const RICHMOND = resolvePlace('Richmond, North Yorkshire', 'GB');
const LEEDS: SearchPlace = {
  name: 'Leeds',
  kind: 'town',
  country: 'GB',
  nationName: 'England',
  latitude: 53.8,
  longitude: -1.55,
};
const UNITED_KINGDOM: SearchPlace = { name: 'United Kingdom', kind: 'nation', country: 'GB' };
const LYON: SearchPlace = {
  name: 'Lyon',
  kind: 'town',
  country: 'FR',
  communeCode: '69123',
  departmentCode: '69',
  regionCode: '84',
  regionName: 'Auvergne-Rhône-Alpes',
};
const CORSE_DU_SUD: SearchPlace = { name: 'Corse-du-Sud', kind: 'department', country: 'FR', departmentCode: '2A' };
const ILE_DE_FRANCE: SearchPlace = { name: 'Île-de-France', kind: 'region', country: 'FR', regionCode: '11' };
const FRANCE: SearchPlace = { name: 'France', kind: 'nation', country: 'FR' };

/** The last step's request of the door that the settings open. */
function requestOf(code: string, search: Partial<PlatformSearch> = {}): SourceRequest {
  const platform = findPlatform(code)!;
  const settings = search.settings ?? {};
  const accessMethod = platform.accessMethods.find(({ needs }) => (needs ?? []).every((name) => settings[name]))!;
  return accessMethod.steps.at(-1)!.request(
    {
      query: 'Data & AI engineer',
      country: platform.country,
      locationText: search.place?.name ?? '',
      place: null,
      minSalary: null,
      page: 1,
      settings,
      ...search,
    },
    [{ accessToken: 'T' }, undefined],
  )!;
}

const ADZUNA = { ADZUNA_APP_ID: 'i', ADZUNA_APP_KEY: 'k' };
const FRANCE_TRAVAIL = { FRANCE_TRAVAIL_CLIENT_ID: 'c', FRANCE_TRAVAIL_CLIENT_SECRET: 's' };

/** Asked by a body, in tests of their own. */
const SENT_AS_BODY = new Set(['apec', 'wttj']);

/** Place, floor and page in each platform's own form. */
const ROWS: [code: string, search: Partial<PlatformSearch>, address: string][] = [
  ['totaljobs', {}, 'https://www.totaljobs.com/jobs/data-ai-engineer'],
  ['totaljobs', { query: 'C++ developer' }, 'https://www.totaljobs.com/jobs/c%2B%2B-developer'],
  ['totaljobs', { query: 'C#' }, 'https://www.totaljobs.com/jobs/c%23'],
  ['totaljobs', { query: 'C' }, 'https://www.totaljobs.com/jobs/c'],
  ['totaljobs', { query: 'R & D' }, 'https://www.totaljobs.com/jobs/r-d'],
  [
    'totaljobs',
    { place: LEEDS, page: 2, minSalary: 34_999 },
    'https://www.totaljobs.com/jobs/data-ai-engineer/in-leeds?page=2',
  ],
  ['totaljobs', { place: LEEDS, page: 3 }, 'https://www.totaljobs.com/jobs/data-ai-engineer/in-leeds?page=3'],
  [
    'totaljobs',
    { place: UNITED_KINGDOM, minSalary: 34_999 },
    'https://www.totaljobs.com/jobs/data-ai-engineer?salary=30000&salarytypeid=1',
  ],
  [
    'totaljobs',
    { minSalary: 9_999, locationText: "King's Lynn" },
    'https://www.totaljobs.com/jobs/data-ai-engineer/in-king-s-lynn',
  ],
  [
    'totaljobs',
    { minSalary: 250_000, query: '日本' },
    'https://www.totaljobs.com/jobs/%E6%97%A5%E6%9C%AC?salary=100000&salarytypeid=1',
  ],
  [
    'work_hub',
    {},
    'https://www.jobs.service.gov.uk/jobs/search?keywords=Data+%26+AI+engineer&pageNumber=1&resultsPerPage=30&sortOption=RELEVANCE',
  ],
  [
    'find_a_job',
    { place: LEEDS, minSalary: 33_000, page: 2 },
    'https://www.jobs.service.gov.uk/jobs/search?keywords=Data+%26+AI+engineer&location=Leeds&pageNumber=2&resultsPerPage=30&sortOption=RELEVANCE',
  ],
  [
    'jobs_ac_uk',
    { place: LEEDS, page: 3 },
    'https://www.jobs.ac.uk/search/?keywords=Data+%26+AI+engineer+Leeds&pageSize=25&startIndex=51&sortOrder=0',
  ],
  [
    'jobs_ac_uk',
    { place: UNITED_KINGDOM },
    'https://www.jobs.ac.uk/search/?keywords=Data+%26+AI+engineer&pageSize=25&startIndex=1&sortOrder=0',
  ],
  [
    'cv_library',
    { place: LEEDS, minSalary: 30_500.5, page: 2 },
    'https://www.cv-library.co.uk/search-jobs?q=Data+%26+AI+engineer&geo=Leeds&salarytype=annum&offset=25&salarymin=30500',
  ],
  [
    'cv_library',
    { settings: { CV_LIBRARY_API_KEY: 'k' } },
    'https://www.cv-library.co.uk/search-jobs-json?q=Data+%26+AI+engineer&salarytype=annum&key=k&perpage=25&description_full=1&nohl=1',
  ],
  [
    'adzuna_gb',
    { settings: ADZUNA, place: LEEDS, minSalary: 30_000, page: 2 },
    'https://api.adzuna.com/v1/api/jobs/gb/search/2?app_id=i&app_key=k&what=Data+%26+AI+engineer&where=Leeds&distance=15&salary_min=30000&max_days_old=30&sort_by=relevance&results_per_page=50&content-type=application%2Fjson',
  ],
  [
    'adzuna_fr',
    { settings: ADZUNA, place: ILE_DE_FRANCE },
    'https://api.adzuna.com/v1/api/jobs/fr/search/1?app_id=i&app_key=k&what=Data+%26+AI+engineer&where=%C3%8Ele-de-France&max_days_old=30&sort_by=relevance&results_per_page=50&content-type=application%2Fjson',
  ],
  ['meteojob', { place: LYON }, 'https://www.meteojob.com/jobs?what=Data+%26+AI+engineer&where=Lyon'],
  [
    'reed',
    { place: RICHMOND },
    'https://www.reed.co.uk/jobs?keywords=Data+%26+AI+engineer&location=Richmond%2C+North+Yorkshire',
  ],
  ['totaljobs', { place: RICHMOND }, 'https://www.totaljobs.com/jobs/data-ai-engineer/in-richmond-north-yorkshire'],
  [
    'linkedin_gb',
    { place: RICHMOND },
    'https://www.linkedin.com/jobs-guest/jobs/api/seeMoreJobPostings/search?keywords=Data+%26+AI+engineer&location=Richmond%2C+North+Yorkshire%2C+England%2C+United+Kingdom&start=0',
  ],
  [
    'nhs_jobs',
    { place: LEEDS },
    'https://www.jobs.nhs.uk/api/v1/search_xml?keyword=Data+%26+AI+engineer&location=Leeds&sort=publicationDateAsc&limit=100&page=1',
  ],
  [
    'hellowork',
    { place: resolvePlace('Paris', 'FR') },
    'https://www.hellowork.com/fr-fr/emploi/recherche.html?k=Data+%26+AI+engineer&l=Paris+75000&st=relevance&p=1',
  ],
  [
    'france_travail',
    { settings: FRANCE_TRAVAIL, place: resolvePlace('La Défense', 'FR'), query: 'cuisinier' },
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=cuisinier&origineOffre=2&sort=0&range=0-49&commune=92062%2C92026%2C92050&distance=10',
  ],
  [
    'france_travail',
    { settings: FRANCE_TRAVAIL, place: resolvePlace('Alsace', 'FR'), query: 'cuisinier' },
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=cuisinier&origineOffre=2&sort=0&range=0-49&departement=67%2C68',
  ],
  [
    'apprenticeships',
    { settings: { APPRENTICESHIPS_API_KEY: 'k' }, place: LEEDS, page: 2 },
    'https://api.apprenticeships.education.gov.uk/vacancies/vacancy?PageNumber=2&PageSize=50&Lat=53.8&Lon=-1.55&DistanceInMiles=10',
  ],
  ['teaching_vacancies', { page: 3 }, 'https://teaching-vacancies.service.gov.uk/api/v1/jobs.json?page=3'],
  [
    'wttj_gb',
    { page: 2 },
    'https://api.welcometothejungle.com/api/v3/public/jobs?job_title=Data+%26+AI+engineer&country_code=GB&page=2',
  ],
  ['meteojob', { place: FRANCE }, 'https://www.meteojob.com/jobs?what=Data+%26+AI+engineer'],
  [
    'france_travail',
    {
      settings: FRANCE_TRAVAIL,
      place: LYON,
      minSalary: 30_000.7,
      page: 2,
      query: 'C# "chef de projet" d\'équipe & co',
    },
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=C%23%2Cchef%2Cprojet%2C%C3%A9quipe%2Cco&origineOffre=2&sort=0&range=50-99&commune=69123&distance=10&salaireMin=30000&periodeSalaire=A',
  ],
  [
    'france_travail',
    { settings: FRANCE_TRAVAIL, place: CORSE_DU_SUD, query: 'cuisinier' },
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=cuisinier&origineOffre=2&sort=0&range=0-49&departement=2A',
  ],
  [
    'france_travail',
    { settings: FRANCE_TRAVAIL, place: ILE_DE_FRANCE, query: 'cuisinier' },
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=cuisinier&origineOffre=2&sort=0&range=0-49&region=11',
  ],
  [
    'france_travail',
    { place: CORSE_DU_SUD, query: 'cuisinier' },
    'https://candidat.francetravail.fr/offres/recherche?motsCles=cuisinier&offresPartenaires=true&lieux=2AD&rayon=10&range=0-19&tri=0',
  ],
  [
    'france_travail',
    { place: ILE_DE_FRANCE, query: 'cuisinier' },
    'https://candidat.francetravail.fr/offres/recherche?motsCles=cuisinier&offresPartenaires=true&lieux=11R&rayon=10&range=0-19&tri=0',
  ],
  [
    'hellowork',
    { place: LYON, minSalary: 30_900, page: 2 },
    'https://www.hellowork.com/fr-fr/emploi/recherche.html?k=Data+%26+AI+engineer&l=Lyon&st=relevance&msa=30000&p=2',
  ],
  [
    'linkedin_gb',
    { place: LEEDS, page: 3 },
    'https://www.linkedin.com/jobs-guest/jobs/api/seeMoreJobPostings/search?keywords=Data+%26+AI+engineer&location=Leeds%2C+England%2C+United+Kingdom&start=20',
  ],
  [
    'linkedin_gb',
    {},
    'https://www.linkedin.com/jobs-guest/jobs/api/seeMoreJobPostings/search?keywords=Data+%26+AI+engineer&location=United+Kingdom&start=0',
  ],
  [
    'linkedin_fr',
    { place: LYON },
    'https://www.linkedin.com/jobs-guest/jobs/api/seeMoreJobPostings/search?keywords=Data+%26+AI+engineer&location=Lyon%2C+Auvergne-Rh%C3%B4ne-Alpes%2C+France&start=0',
  ],
];

const withRows = new Set(ROWS.map(([code]) => code));
for (const { code } of PLATFORMS)
  t.ok(withRows.has(code) || SENT_AS_BODY.has(code), `${code} has a row of ROWS: a search, and its address`);
for (const [code, search, address] of ROWS)
  t.equal(requestOf(code, search).url, address, `${code} ${search.place?.name ?? search.locationText ?? ''}`);

// Keyed APIs are told who asks; pages made for people are asked for as by a browser.
t.notOk(requestOf('adzuna_gb', { settings: ADZUNA }).browser);
t.match(requestOf('france_travail', { settings: FRANCE_TRAVAIL }), { headers: { authorization: 'Bearer T' } });
t.match(requestOf('totaljobs'), { browser: true, http2: false });

// A firewall asks for the whole of what a browser sends.
t.match(requestOf('work_hub'), {
  browser: true,
  acceptLanguage: /^en-GB/,
  headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
});
t.match(requestOf('apprenticeships', { settings: { APPRENTICESHIPS_API_KEY: 'k' } }).headers, {
  'ocp-apim-subscription-key': 'k',
  'x-version': '2',
});

t.test('HelloWork: where its result page does not answer, an open page on the keyword does', async (t) => {
  const { accessMethods } = findPlatform('hellowork')!;
  t.strictSame(
    accessMethods.map(({ fallback = 'none', robots }) => ({ fallback, robots })),
    [
      { fallback: 'none', robots: true },
      { fallback: 'same-site', robots: true },
    ],
  );
  const address = (query: string, text: string, page = 1): string => {
    const place = text === '' ? null : resolvePlace(text, 'FR');
    const search = { query, country: 'FR', locationText: text, minSalary: null, page, settings: {}, place } as const;
    return accessMethods[1]!.steps[0]!.request(search, [])!.url;
  };
  const pages = 'https://www.hellowork.com/fr-fr/emploi/mot-cle_';
  t.equal(address('Ingénieur données', ''), `${pages}ingenieur-donnees.html`);
  t.equal(address('cybersécurité', 'France'), `${pages}cybersecurite.html`);
  t.match(address('cybersécurité', 'Nice'), /mot-cle_cybersecurite-ville_nice-06\d{3}\.html$/);
  const refusal = /^its open pages list a keyword in a town or everywhere/;
  t.throws(() => address('boulanger', 'Bretagne'), refusal, 'of regions it has none');
  t.throws(() => address('boulanger', 'Nulleparville'), refusal, 'nor of places that nobody knows');
  t.throws(() => address('boulanger', '', 2), refusal, 'each is one page');
  t.throws(() => address('+++', ''), refusal);
});

t.test('Meteojob: further pages', async (t) => {
  const url = requestOf('meteojob', { page: 3 }).url;
  t.equal(url, 'https://www.meteojob.com/jobs?what=Data+%26+AI+engineer&page=3');
});

t.test('NHS Jobs: the result page in place of the feed', async (t) => {
  const [, page] = findPlatform('nhs_jobs')!.accessMethods;
  const search = {
    query: 'nurse',
    country: 'GB',
    locationText: 'Leeds',
    minSalary: null,
    page: 2,
    settings: {},
  } as const;
  t.match(page, { fallback: 'same-site' });
  t.equal(
    page!.steps[0]!.request({ ...search, place: LEEDS }, [])!.url,
    'https://www.jobs.nhs.uk/candidate/search/results?keyword=nurse&location=Leeds&language=en&page=2',
  );
});

t.test('Teaching Vacancies: adverts that the sitemap names come before the list', async (t) => {
  const [sitemap, search] = findPlatform('teaching_vacancies')!.accessMethods[0]!.steps;
  const site = 'https://teaching-vacancies.service.gov.uk';
  const xml = `<urlset><url><loc>${site}/jobs/head-of-music-hill-school</loc></url><url><loc>
    ${site}/jobs/music-teacher-cove</loc></url><url><loc>${site}/jobs/art-teacher</loc></url><url><loc>${site}/pages/music</loc></url></urlset>`;
  const query = (text: string, page: number): PlatformSearch => ({
    query: text,
    country: 'GB',
    locationText: '',
    place: null,
    minSalary: null,
    page,
    settings: {},
  });
  const answer = (body: string, url: string, status = 200) => ({ status, url, contentType: '', body });
  const slugs = sitemap!.parse(answer(xml, `${site}/sitemap.xml`), query('x', 1)) as string[];
  t.strictSame(slugs, ['head-of-music-hill-school', 'music-teacher-cove', 'art-teacher']);
  const asked = (text: string, page: number, known = slugs) => search!.request(query(text, page), [known])!.url;
  t.equal(asked('music', 1), `${site}/api/v1/jobs/head-of-music-hill-school.json`);
  t.equal(asked('music', 2), `${site}/api/v1/jobs/music-teacher-cove.json`);
  t.equal(asked('music', 3), `${site}/api/v1/jobs.json?page=1`, 'then the list from its first page');
  t.equal(asked('c++', 1), `${site}/api/v1/jobs.json?page=1`, 'addresses have no signs');
  const many = Array.from({ length: 11 }, (_, index) => `music-teacher-${index}`);
  t.equal(asked('music', 1, many), `${site}/api/v1/jobs.json?page=1`, 'many are read from the list');
  t.strictSame(
    sitemap!.parse(answer('<h1>Down</h1>', `${site}/sitemap.xml`, 503), query('x', 1)),
    [],
    'without a sitemap there is the list',
  );

  const posting = { '@type': 'JobPosting', title: 'Head of Music', url: `${site}/jobs/head-of-music-hill-school` };
  const named = `${site}/api/v1/jobs/head-of-music-hill-school.json`;
  t.match(search!.parse(answer(JSON.stringify(posting), named), query('music', 1)), {
    listings: [{ id: 'head-of-music-hill-school', title: 'Head of Music' }],
    hasMore: true,
  });
  t.strictSame(
    search!.parse(answer('', named, 404), query('music', 1)),
    { listings: [], hasMore: true, leftOut: ['head-of-music-hill-school'] },
    'gone since',
  );
  t.throws(() => search!.parse(answer('', `${site}/api/v1/jobs.json?page=1`, 404), query('music', 3)), /no JSON|not/);
});

t.test('Welcome to the Jungle: towns, departments and regions are sent', async (t) => {
  const body = (text: string, criteria: SearchCriteria = {}): object => {
    const step = findPlatform('wttj')!.accessMethods[0]!.steps[1]!;
    const base = { query: 'dev', country: 'FR', locationText: text, minSalary: null, page: 1, settings: {} } as const;
    const search = { ...base, criteria };
    const key = { applicationId: 'APPID', apiKey: 'abcdefgh' };
    return JSON.parse(step.request({ ...search, place: resolvePlace(text, 'FR') }, [key])!.body!) as object;
  };
  t.match(body('Lyon'), { filters: 'offices.country_code:FR', aroundRadius: 20_000 });
  t.match(body('Lyon', { radiusKm: 35 }), { aroundRadius: 35_000 });
  t.match(body('Normandie'), { filters: /AND \(offices\.state:"Normandie" OR offices\.state:"Normandy"\)$/ });
  t.match(body('Rhône'), { filters: /offices\.district:"Rhône" OR offices\.district:"Rhone"/ });
  t.match(body('Alsace'), { filters: /offices\.district:"Bas-Rhin" OR offices\.district:"Haut-Rhin"/ });
  t.match(body('France'), { filters: 'offices.country_code:FR' });
});

t.test('APEC: the order by date is asked of the site', async (t) => {
  const apec = findPlatform('apec')!;
  const search = { query: 'dev', country: 'FR', locationText: '', place: null, minSalary: null, settings: {} } as const;
  const body = (criteria?: SearchCriteria): string => {
    const asked = { ...search, page: 1, ...(criteria ? { criteria } : {}) };
    return apec.accessMethods[0]!.steps.at(-1)!.request(asked, [])!.body!;
  };
  const key = (criteria?: SearchCriteria): string =>
    searchPageKey(apec, { ...search, ...(criteria ? { criteria } : {}) }, 1);
  const plain = body();
  t.match(plain, '"sorts":[{"type":"SCORE","direction":"DESCENDING"}]');
  t.equal(body({ sort: 'date' }), plain.replace('"SCORE"', '"DATE"'), 'nothing else changes');
  t.not(key({ sort: 'date' }), key(), 'and the pages are cached apart');
  for (const criteria of [{ sort: 'salary' }, { postedWithinDays: 3 }, { radiusKm: 5 }] as const) {
    t.equal(body(criteria), plain, `${JSON.stringify(criteria)}: the site has no value for it`);
    t.equal(key(criteria), key(), 'so the pages are the same');
  }
});

t.test('NHS Jobs: the result page takes the same criteria as the feed', async (t) => {
  const [, page] = findPlatform('nhs_jobs')!.accessMethods;
  const sent = (criteria: SearchCriteria): string | null => {
    const search = { query: 'nurse', country: 'GB', locationText: '', place: null, minSalary: null, page: 1 } as const;
    return new URL(page!.steps[0]!.request({ ...search, settings: {}, criteria }, [])!.url).searchParams.get('sort');
  };
  t.equal(sent({ sort: 'salary' }), 'salaryDesc');
  t.equal(sent({ sort: 'date' }), 'publicationDateDesc');
  t.equal(sent({}), null);
});

t.test('SPEC §3: a caller’s criteria are sent to the platforms that can apply them', async (t) => {
  /** Parameters that the criteria add or change. */
  const asked = (
    code: string,
    criteria: SearchCriteria,
    search: Partial<PlatformSearch> = {},
  ): Record<string, string> => {
    const plain = new URL(requestOf(code, search).url).searchParams;
    const sent = new URL(requestOf(code, { ...search, criteria }).url).searchParams;
    return Object.fromEntries([...sent].filter(([name, value]) => plain.get(name) !== value));
  };
  const rows: [
    code: string,
    criteria: SearchCriteria,
    search: Partial<PlatformSearch>,
    added: Record<string, string>,
  ][] = [
    ['totaljobs', { radiusKm: 20 }, { place: LEEDS }, { radius: '20' }],
    ['totaljobs', { radiusKm: 100 }, { place: LEEDS }, { radius: '30' }],
    ['totaljobs', { radiusKm: 20, postedWithinDays: 3 }, { place: LEEDS, page: 2 }, {}],
    ['totaljobs', { postedWithinDays: 1 }, {}, { postedWithin: '3' }],
    ['totaljobs', { postedWithinDays: 13 }, {}, { postedWithin: '14' }],
    ['totaljobs', { postedWithinDays: 14 }, {}, {}],
    ['totaljobs', { sort: 'salary' }, {}, { sort: '4' }],
    [
      'reed',
      { radiusKm: 0, postedWithinDays: 2, sort: 'date' },
      { place: LEEDS },
      { proximity: '1', datecreatedoffset: 'lastthreedays', sortby: 'DisplayDate' },
    ],
    ['reed', { radiusKm: 30 }, { place: LEEDS, settings: { REED_API_KEY: 'k' } }, { distanceFromLocation: '19' }],
    ['reed', { radiusKm: 30 }, { place: UNITED_KINGDOM, settings: { REED_API_KEY: 'k' } }, {}],
    [
      'adzuna_gb',
      { radiusKm: 0, postedWithinDays: 6, sort: 'salary' },
      { place: LEEDS, settings: ADZUNA },
      { distance: '1', max_days_old: '7', sort_by: 'salary' },
    ],
    [
      'hellowork',
      { radiusKm: 12, postedWithinDays: 6, sort: 'date' },
      { place: LYON },
      { ray: '20', d: 'w', st: 'date' },
    ],
    ['hellowork', { radiusKm: 0 }, { place: LYON }, { ray: 'all' }],
    [
      'linkedin_gb',
      { radiusKm: 30, postedWithinDays: 1, sort: 'date' },
      { place: LEEDS },
      { distance: '25', f_TPR: 'r172800', sortBy: 'DD' },
    ],
    ['jobs_ac_uk', { sort: 'date' }, {}, { sortOrder: '1' }],
    ['nhs_jobs', { postedWithinDays: 7 }, {}, { sort: 'publicationDateDesc' }],
    ['nhs_jobs', { sort: 'salary' }, {}, { sort: 'salaryDesc' }],
    ['nhs_jobs', { sort: 'salary', postedWithinDays: 7 }, {}, { sort: 'salaryDesc' }],
    ['nhs_jobs', { radiusKm: 8 }, { place: LEEDS }, { distance: '5' }],
    [
      'work_hub',
      { radiusKm: 8, postedWithinDays: 6, sort: 'salary' },
      { place: LEEDS },
      { milesFromPostcode: '5', postingDateRange: '7', sortOption: 'SALARY_DESC' },
    ],
    [
      'cv_library',
      { radiusKm: 8, postedWithinDays: 6, sort: 'date' },
      { place: LEEDS },
      { distance: '5', posted: '7', order: 'date' },
    ],
    [
      'france_travail',
      { radiusKm: 25, postedWithinDays: 7, sort: 'date' },
      { place: LYON, settings: FRANCE_TRAVAIL },
      { distance: '25', publieeDepuis: '14', sort: '1' },
    ],
    // The same platform without keys: its public result page.
    ['france_travail', { radiusKm: 0 }, { place: LYON }, { rayon: '0' }],
    ['france_travail', { radiusKm: 1 }, { place: LYON }, {}],
    ['france_travail', { radiusKm: 11 }, { place: LYON }, { rayon: '20' }],
    ['france_travail', { radiusKm: 30 }, { place: LYON }, { rayon: '30' }],
    ['france_travail', { radiusKm: 61 }, { place: LYON }, { rayon: '100' }],
    ['france_travail', { radiusKm: 30 }, { place: CORSE_DU_SUD }, {}],
    ['france_travail', { radiusKm: 30 }, {}, {}],
    // It lies in three communes, of which the page takes one.
    ['france_travail', { radiusKm: 0 }, { place: resolvePlace('La Défense', 'FR') }, {}],
    ['france_travail', { radiusKm: 25 }, { place: resolvePlace('La Défense', 'FR') }, { rayon: '30' }],
    ['france_travail', { postedWithinDays: 2 }, {}, { emission: '3' }],
    ['france_travail', { postedWithinDays: 31, sort: 'date' }, {}, { tri: '1' }],
    ['france_travail', { sort: 'salary' }, {}, {}],
    [
      'apprenticeships',
      { radiusKm: 40 },
      { place: LEEDS, settings: { APPRENTICESHIPS_API_KEY: 'k' } },
      { DistanceInMiles: '25' },
    ],
    ['adzuna_fr', { postedWithinDays: 6 }, { place: LYON, settings: ADZUNA }, { max_days_old: '7' }],
    ['linkedin_fr', { radiusKm: 30, sort: 'date' }, { place: LYON }, { distance: '25', sortBy: 'DD' }],
  ];
  for (const [code, criteria, search, added] of rows)
    t.strictSame(asked(code, criteria, search), added, `${code}: ${JSON.stringify(criteria)}`);

  // Asked by a body, in tests of their own above.
  const rowed = new Set([...SENT_AS_BODY, ...rows.map(([code]) => code)]);
  for (const { code, accessMethods } of PLATFORMS)
    t.ok(
      accessMethods.every(({ criteriaParameters }) => !criteriaParameters) || rowed.has(code),
      `${code} has a row above: criteria, and the parameters that they add`,
    );
  for (const { code, accessMethods } of PLATFORMS)
    for (const { criteriaParameters } of accessMethods)
      t.strictSame(criteriaParameters?.({ place: LEEDS }) ?? {}, {}, `${code}: no criteria, no parameters`);
});

t.test('SPEC §3: filters are asked of the platforms that have parameters for them', async (t) => {
  const search = { query: 'nurse', locationText: '', place: LEEDS, minSalary: null, page: 1, settings: {} };
  for (const { code, country, accessMethods } of PLATFORMS) {
    for (const { filters, steps } of accessMethods) {
      if (!filters) continue;
      const text = (criteria?: SearchCriteria): string => {
        const asked = { ...search, country, ...(criteria ? { criteria } : {}) };
        const { url, body = '' } = steps
          .at(-1)!
          .request(asked, [{ accessToken: 'T', applicationId: 'A', apiKey: 'K' }]) as SourceRequest;
        return decodeURIComponent(url) + body;
      };
      for (const kind of ['workModes', 'contracts', 'hours'] as const) {
        for (const [value, { parameter, values }] of Object.entries(filters[kind] ?? {})) {
          const request = text({ [kind]: [value] });
          t.not(request, text(), `${code}: ${value}`);
          t.ok(values.every((one) => request.includes(one)) && request.includes(parameter), `${code}: ${request}`);
        }
        t.equal(text({ [kind]: ['unheard of'] }), text(), `${code}: a value without a parameter is not asked for`);
      }
      for (const [value, { parameter, values }] of Object.entries(filters.agencies ?? {}))
        t.ok(text({ agencies: value === 'true' }).includes(`${parameter}=${values[0]}`), `${code}: agencies ${value}`);
    }
  }
});

t.test('several values of a filter are asked together, or not at all', async (t) => {
  const path = (code: string, criteria: SearchCriteria, more: Partial<PlatformSearch> = {}): string => {
    const plain = requestOf(code, more).url;
    const { url } = requestOf(code, { ...more, criteria });
    return url === plain ? '' : decodeURIComponent(url.replace(/^https:..[^/]*/, ''));
  };
  t.match(path('hellowork', { contracts: ['permanent', 'fixed_term'] }), /[?&]c=CDI&c=CDD/);
  t.match(path('linkedin_gb', { workModes: ['remote', 'hybrid'] }), /f_WT=2,3/);
  t.match(
    path('linkedin_gb', { contracts: ['temporary'], hours: ['full_time'] }),
    /f_JT=T(?!,)/,
    'one says one filter',
  );
  t.equal(path('linkedin_gb', { contracts: ['temporary', 'permanent'] }), '', 'permanent has no value of its own');
  t.equal(path('reed', { contracts: ['permanent', 'temporary'] }), '', 'it takes one alone');
  t.match(
    path('totaljobs', { workModes: ['remote', 'hybrid'], hours: ['part_time'] }),
    /^\/jobs\/work-from-home\/data/,
  );
  t.match(path('totaljobs', { hours: ['part_time'], agencies: false }), /^\/jobs\/part-time\/[^?]*\?companytypes=2$/);
  t.match(
    path('totaljobs', { hours: ['part_time'], agencies: false }, { page: 2 }),
    /^\/jobs\/part-time\/[^?]*\?page=2$/,
  );
});

t.test('a page for a search with criteria has another cache key than one without', async (t) => {
  const totaljobs = findPlatform('totaljobs')!;
  const search = { query: 'x', country: 'GB', locationText: '', place: LEEDS, minSalary: null, settings: {} } as const;
  const key = (criteria?: SearchCriteria): string =>
    searchPageKey(totaljobs, { ...search, ...(criteria ? { criteria } : {}) }, 1);
  t.not(key({ postedWithinDays: 1 }), key());
  t.equal(key({ postedWithinDays: 1 }), key({ postedWithinDays: 2 }), 'both are asked as three days');
  t.equal(key({ postedWithinDays: 60 }), key(), 'too long for the site: sifted here');
});
