import t from 'tap';
import { resolvePlace } from '../../../src/jobs/places/resolve-place.ts';
import { findPlatform } from '../../../src/sources/platforms/index.ts';
import type { PlatformRequest, PlatformSearch, SearchPlace } from '../../../src/sources/platforms/platform.ts';

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
function requestOf(code: string, search: Partial<PlatformSearch> = {}): PlatformRequest {
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
    'https://www.jobs.ac.uk/search/?keywords=Data+%26+AI+engineer+Leeds&pageSize=25&startIndex=51&sortOrder=1',
  ],
  [
    'jobs_ac_uk',
    { place: UNITED_KINGDOM },
    'https://www.jobs.ac.uk/search/?keywords=Data+%26+AI+engineer&pageSize=25&startIndex=1&sortOrder=1',
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
    'https://www.jobs.nhs.uk/api/v1/search_xml?keyword=Data+%26+AI+engineer&location=Leeds&sort=publicationDateDesc&limit=100&page=1',
  ],
  [
    'hellowork',
    { place: resolvePlace('Paris', 'FR') },
    'https://www.hellowork.com/fr-fr/emploi/recherche.html?k=Data+%26+AI+engineer&l=Paris+75000&st=relevance&p=1',
  ],
  [
    'france_travail',
    { settings: FRANCE_TRAVAIL, place: resolvePlace('La Défense', 'FR'), query: 'cuisinier' },
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=cuisinier&origineOffre=2&sort=0&range=0-49&commune=92062%2C92026%2C92050&distance=0',
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
    'https://api.francetravail.io/partenaire/offresdemploi/v2/offres/search?motsCles=C%23%2Cchef%2Cprojet%2C%C3%A9quipe%2Cco&origineOffre=2&sort=0&range=50-99&commune=69123&distance=0&salaireMin=30000&periodeSalaire=A',
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

t.test('Welcome to the Jungle: towns, departments and regions are sent', async (t) => {
  const body = (text: string): object => {
    const step = findPlatform('wttj')!.accessMethods[0]!.steps[1]!;
    const search = { query: 'dev', country: 'FR', locationText: text, minSalary: null, page: 1, settings: {} } as const;
    const key = { applicationId: 'APPID', apiKey: 'abcdefgh' };
    return JSON.parse(step.request({ ...search, place: resolvePlace(text, 'FR') }, [key])!.body!) as object;
  };
  t.match(body('Lyon'), { filters: 'offices.country_code:FR', aroundRadius: 20_000 });
  t.match(body('Normandie'), { filters: /AND \(offices\.state:"Normandie" OR offices\.state:"Normandy"\)$/ });
  t.match(body('Rhône'), { filters: /offices\.district:"Rhône" OR offices\.district:"Rhone"/ });
  t.match(body('Alsace'), { filters: /offices\.district:"Bas-Rhin" OR offices\.district:"Haut-Rhin"/ });
  t.match(body('France'), { filters: 'offices.country_code:FR' });
});
