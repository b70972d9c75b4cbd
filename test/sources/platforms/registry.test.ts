import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import t from 'tap';
import { DEPRECATIONS } from '../../../schemas/index.ts';
import { Job } from '../../../schemas/index.ts';
import { PlatformCatalog } from '../../../src/jobs/catalog.ts';
import { normalizeListing } from '../../../src/jobs/normalize-listing.ts';
import { parseAnswer } from '../../../src/jobs/parser.ts';
import { contractOf, hoursOf } from '../../../src/jobs/terms.ts';
import { resolvePlace } from '../../../src/jobs/places/resolve-place.ts';
import { enablePlatforms, findPlatform, PLATFORM_SETTINGS, PLATFORMS } from '../../../src/sources/platforms/index.ts';
import type { AccessStep, Listing, ListingPage, PlatformSearch } from '../../../src/sources/platforms/platform.ts';
import { AdapterFault, type Answer, type SourceRequest } from '../../../src/reading/answer.ts';
import { detectBlockPage } from '../../../src/reading/block-page.ts';
import { pageOf, readList } from '../../support/saved-list.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const isJob = new Ajv({ strict: false }).compile(Job);

/** Fixtures of a platform: `<access method>.<name>.<ext>` with `<access method>.<name>.expected.json`; `empty` and `changed` have none. */
function fixturesOf(
  code: string,
): { accessMethod: number; name: string; body: string; type: string; expected: unknown }[] {
  const folder = fileURLToPath(new URL(`./${code}/`, import.meta.url));
  if (!existsSync(folder))
    throw new Error(
      `No fixtures: test/sources/platforms/${code}/ needs 0.search, 0.empty and 0.changed (.html, .json or .xml)`,
    );
  return readdirSync(folder)
    .filter((file) => !file.endsWith('.expected.json'))
    .map((file) => {
      const [accessMethod = '', name = '', extension = ''] = file.split('.');
      const expected = `${folder}${accessMethod}.${name}.expected.json`;
      return {
        accessMethod: Number(accessMethod),
        name,
        body: readFileSync(folder + file, 'utf8'),
        type: extension === 'json' ? 'application/json' : extension === 'xml' ? 'application/xml' : 'text/html',
        expected: existsSync(expected) ? JSON.parse(readFileSync(expected, 'utf8')) : undefined,
      };
    });
}

/** undefined where a step cannot be asked for a search: an open page of a place that nobody knows. */
function requestOf(step: AccessStep, search: PlatformSearch, earlier: readonly unknown[]): SourceRequest | undefined {
  try {
    return step.request(search, earlier) ?? undefined;
  } catch (error) {
    if (error instanceof AdapterFault && error.kind === 'refused_search') return undefined;
    throw error;
  }
}

const WALLS: Record<string, string> = {
  'a captcha':
    '<html><head><title>Just a moment...</title></head><body>Checking your browser. <script src="/cdn-cgi/challenge-platform/h.js"></script></body></html>',
  'a French captcha':
    '<html><body><p>Vérifiez que vous êtes humain</p><script src="https://geo.captcha-delivery.com/c.js"></script></body></html>',
  'a log-in page': '<html><body><h1>Sign in to continue</h1><form><input name=password></form></body></html>',
  'a French log-in page': '<html><body><h1>Connectez-vous pour voir les offres</h1></body></html>',
  'a consent page': '<html><body><h1>Before you continue</h1><button>Accept all</button></body></html>',
  'a French consent page':
    '<html><body><h1>Nous respectons votre vie privée</h1><button>Tout accepter</button></body></html>',
};

// SPEC §10: seven for the trial, twelve by default, whatever is added to the registry.
const codes = (platforms: readonly { code: string }[]): string => platforms.map(({ code }) => code).join(' ');
const former = DEPRECATIONS.filter(({ kind }) => kind === 'platform');
const allCodes = [...PLATFORMS.map(({ code }) => code), ...former.map(({ name }) => name)];
t.equal(new Set(allCodes).size, allCodes.length, 'no code stands for two platforms');
t.equal(PLATFORMS.filter(({ inTrial }) => inTrial).length, 7, 'the trial has seven');
t.ok(PLATFORMS.every(({ inTrial, byDefault }) => byDefault || !inTrial));
const byDefault = enablePlatforms([]).enabled;
t.strictSame(
  byDefault,
  PLATFORMS.filter((platform) => platform.byDefault),
);
t.equal(byDefault.length, 12, 'twelve are on by default');
t.ok(
  PLATFORMS.every(({ terms }) => terms.endsWith('.')),
  'each says what its owner asks',
);
t.strictSame(
  PLATFORM_SETTINGS.map(({ name }) => name).sort(),
  [...new Set(PLATFORMS.flatMap(({ settings = [] }) => settings.map(({ name }) => name)))].sort(),
);
t.ok(
  PLATFORMS.every(({ accessMethods, settings = [] }) =>
    accessMethods.every(({ needs = [] }) => needs.every((name) => settings.some((setting) => setting.name === name))),
  ),
  'what an access method needs is declared',
);
const catalog = new PlatformCatalog([]);
t.equal(catalog.forPlan({ name: 'free_trial', trial: true, platforms: null }).length, 7);
t.equal(catalog.forPlan({ name: 'pro', trial: false, platforms: null }).length, byDefault.length);
t.equal(codes(enablePlatforms(['+hellowork', '-reed']).enabled).split(' ').length, byDefault.length);
const withOther = PLATFORMS.filter((platform) => platform.byDefault || platform.code === 'linkedin_gb');
t.strictSame(enablePlatforms(['+linkedin_gb']).enabled, withOther, 'in the same order');
t.equal(codes(enablePlatforms(['wttj', 'hellowork']).enabled), 'wttj hellowork');
t.strictSame([...enablePlatforms(['+hellowork']).named], ['hellowork']);
t.equal(findPlatform('find_a_job')?.code, 'work_hub', 'the code of before June 2026');
t.strictSame(enablePlatforms(['find_a_job']), enablePlatforms(['work_hub']));
t.notOk(codes(enablePlatforms(['-find_a_job']).enabled).includes('work_hub'));
t.throws(() => enablePlatforms(['+monster']), /no platform code/);

for (const platform of PLATFORMS) {
  t.test(`platform ${platform.code}`, async (t) => {
    const settings = Object.fromEntries(
      (platform.settings ?? []).map(({ name, isAddress }) => [
        name,
        isAddress ? 'https://authentification-partenaire.francetravail.io/token' : 'k3y',
      ]),
    );
    const search: PlatformSearch = {
      query: 'data & co',
      country: platform.country,
      locationText: 'Nowhere',
      place: null,
      minSalary: 30000,
      page: 1,
      settings,
    };
    const answer = (body: string, contentType: string, url: string): Answer => ({
      status: 200,
      url,
      contentType,
      body,
    });

    t.test('requests go to its own hosts', async (t) => {
      for (const accessMethod of platform.accessMethods) {
        const earlier = [{ applicationId: 'APPID', apiKey: 'abcdefgh', accessToken: 'token' }];
        for (const step of accessMethod.steps) {
          const request = requestOf(step, search, earlier) ?? requestOf(step, { ...search, locationText: '' }, earlier);
          if (!request) continue;
          const { protocol, host } = new URL(request.url);
          t.equal(protocol, 'https:');
          t.ok(
            platform.hosts.some((allowed) =>
              allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed,
            ),
            host,
          );
          t.notMatch(JSON.stringify(request), /undefined|\[object/);
        }
      }
    });

    const fixtures = fixturesOf(platform.code);
    for (const [index, accessMethod] of platform.accessMethods.entries()) {
      const step = accessMethod.steps.length - 1;
      const parse = (body: string, type: string) => {
        const url = `https://${platform.hosts[0]?.replace('*.', 'x.')}/`;
        return {
          outcome: parseAnswer({
            platform: platform.code,
            accessMethod: index,
            step,
            answer: answer(body, type, url),
            search,
          }),
          wall: detectBlockPage(answer(body, type, url)),
        };
      };
      const own = fixtures.filter(({ accessMethod: of }) => of === index);
      t.ok(
        own.some(({ expected }) => expected),
        `access method ${index} has a page with listings (${index}.<name>.html and ${index}.<name>.expected.json, which ./jobdata fixture writes)`,
      );
      t.ok(
        own.some(({ name }) => name === 'empty'),
        `access method ${index} has an empty page (${index}.empty.html)`,
      );
      for (const { name, body, type, expected } of own) {
        const { outcome } = parse(body, type);
        if (name.startsWith('changed')) {
          t.match(
            outcome,
            { fault: { kind: 'changed' } },
            `${index}.${name}: without listings, parse throws "changed" unless the page says that nothing was found (assertNothingFound)`,
          );
          continue;
        }
        const { listings } = (outcome as { value: ListingPage }).value;
        if (!expected) {
          t.strictSame(listings, [], `${index}.${name} gives no listing`);
          continue;
        }
        t.ok(listings.length > 0);
        const jobs = listings
          .map((listing) => normalizeListing(listing, platform.code, platform.country, NOW))
          .filter((job) => job !== undefined);
        t.strictSame(
          jobs,
          expected,
          `${index}.${name} equals its expected jobs (once they are wrong: delete ${index}.${name}.expected.json, and have it written anew)`,
        );
        for (const job of jobs) {
          const whole = { ...job, contract: contractOf(job).value, hours: hoursOf(job).value, also_on: [] };
          t.ok(isJob(whole), JSON.stringify(isJob.errors));
        }
      }
      for (const [what, body] of Object.entries(WALLS)) {
        const { outcome, wall } = parse(body, 'text/html; charset=utf-8');
        t.ok('fault' in outcome || (outcome.value as ListingPage).listings.length === 0, `${what} gives no listing`);
        t.ok(wall, `${what} is seen`);
      }
      t.match(
        parse(
          '<html><body><main><p>Our new site is here, with another markup altogether.</p></main></body></html>',
          'text/html',
        ).outcome,
        { fault: { kind: 'changed' } },
        'a page of another markup has changed (assertNothingFound)',
      );
      for (const body of [
        '<div>'.repeat(50_000),
        '<p'.repeat(100_000),
        '<li class="base-search-card">'.repeat(5_000),
      ]) {
        t.ok('fault' in parse(body, 'text/html').outcome || accessMethod.kind === 'page', 'markup without end');
        t.notOk(parse(body, 'text/html').wall);
      }
      for (const body of ['', '{}', '[]', 'null', '{"results":5,"resultats":{},"hits":"x","data":{}}']) {
        t.ok('fault' in parse(body, 'application/json').outcome, `${body || 'an empty body'} is no list of listings`);
      }
    }
  });
}

const fixture = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

/** Listings that a page's reader gives. */
function read(code: string, accessMethod: number, body: string, place: PlatformSearch['place'] = null): Listing[] {
  return pageOf(code, accessMethod, body, { search: { place } }).listings;
}

t.test('one bad link costs one advert', async (t) => {
  const rows: [code: string, accessMethod: number, file: string, link: string][] = [
    ['reed', 1, 'reed/1.page.html', '/jobs/warehouse-operative/60000001'],
    ['totaljobs', 0, 'totaljobs/0.state.html', '/job/menu-planner/larder-job10000003'],
    ['jobs_ac_uk', 0, 'jobs_ac_uk/0.page.html', '/job/DAA003/technician'],
    ['cv_library', 1, 'cv_library/1.page.html', '/job/220000012/Maintenance-Engineer'],
  ];
  for (const [code, accessMethod, file, link] of rows) {
    const jobs = (body: string) =>
      read(code, accessMethod, body).filter((listing) => normalizeListing(listing, code, 'GB', NOW) !== undefined)
        .length;
    const body = fixture(file);
    t.ok(body.includes(link));
    t.equal(jobs(body.replace(link, `https://[${link}`)), jobs(body) - 1, code);
  }
});

t.test('of a page without end, as many adverts are read as any page has', async (t) => {
  const results = Array.from({ length: 20_000 }, (_, index) => ({
    jobId: index + 1,
    jobTitle: `Job ${index}`,
    employerName: 'Acme',
    locationName: 'Leeds',
    date: '10/11/2026',
    jobDescription: 'Work.',
  }));
  const listings = read('reed', 0, JSON.stringify({ results, totalResults: 20_000 }));
  t.equal(listings.length, 300);
  t.equal(listings[299]?.title, 'Job 299', 'the first of them');
});

t.test('NHS Jobs: the root element has two names, totals stand anywhere', async (t) => {
  const body = fixture('nhs_jobs/0.page.xml');
  const totals = /<totalPages>.*<\/totalResults>/s.exec(body)?.[0] ?? '';
  const other = body
    .replace(totals, '')
    .replaceAll('nhsJobs>', 'nhsSearch>')
    .replace('</nhsSearch>', `${totals}</nhsSearch>`);
  t.match(other, /^<nhsSearch>/);
  t.strictSame(read('nhs_jobs', 0, other), read('nhs_jobs', 0, body));
});

t.test('Welcome to the Jungle: of several offices the one that was asked for', async (t) => {
  const office = (local_city: string, local_district: string, local_state: string) => ({
    city: local_city,
    local_city,
    local_district,
    local_state,
    country_code: 'FR',
  });
  const body = JSON.stringify({
    hits: [
      {
        name: 'Dev',
        slug: 'dev',
        organization: { name: 'Ourse', slug: 'ourse' },
        offices: [
          office('Paris', 'Paris', 'Île-de-France'),
          office('Rennes', 'Ille-et-Vilaine', 'Bretagne'),
          office('Saint-Étienne', 'Loire', 'Auvergne-Rhône-Alpes'),
        ],
      },
    ],
  });
  for (const [text, location] of [
    ['saint etienne', 'Saint-Étienne, Auvergne-Rhône-Alpes'],
    ['35', 'Rennes, Bretagne'],
    ['bretagne', 'Rennes, Bretagne'],
    ['Lille', 'Paris, Île-de-France'],
  ] as const)
    t.equal(read('wttj', 0, body, resolvePlace(text, 'FR'))[0]?.location, location, text);
});

t.test('Totaljobs: the state is found behind other mentions of its name', async (t) => {
  const page = fixture('totaljobs/0.state.html');
  const mention = `<script>read(window.__PRELOADED_STATE__["app-unifiedResultlist"]); var a = {"x":1};
    window.__PRELOADED_STATE__["app-unifiedResultlist"] = {"loading":true};</script>`;
  const hidden = page.replace('<body', `${mention}<body`);
  t.not(hidden, page);
  t.strictSame(read('totaljobs', 0, hidden), read('totaljobs', 0, page));
});

t.test('Adzuna: one advert under differing signed links is one', async (t) => {
  const result = (query: string) => ({
    id: '77',
    title: 'Cook',
    redirect_url: `https://www.adzuna.co.uk/jobs/land/ad/77?${query}`,
  });
  const body = JSON.stringify({ count: 2, results: [result('se=a&v=1'), result('se=b&v=2')] });
  t.equal(read('adzuna_gb', 0, body).length, 1);
});

t.test('Reed: a 404 is the end of a list, and of none on its first page', async (t) => {
  const outcome = (page: number) => readList('reed', 1, 'Not found', { status: 404, search: { page } });
  t.match(outcome(1), { fault: { kind: 'changed' } });
  t.strictSame(outcome(2), { value: { listings: [], hasMore: false } });
});

t.test('Work Hub: past its last page an empty list is an answer; adverts with all words come first', async (t) => {
  const parse = (body: string, page: number, query = '') =>
    readList('work_hub', 0, body, { search: { query, page } }) as { value: ListingPage };
  t.strictSame(parse('<h1>62 jobs</h1>', 4).value, { listings: [], hasMore: false });
  t.match(parse('<h1>62 jobs</h1>', 3), { fault: { kind: 'changed' } });
  const titles = parse(fixture('work_hub/0.page.html'), 1, 'data officer').value.listings.map(({ title }) => title);
  t.strictSame(titles, ['Data Officer', 'Care Assistant', 'Telephone Adviser']);
});

t.test('jobs.ac.uk: several locations', async (t) => {
  const body = fixture('jobs_ac_uk/0.page.html').replace('Location:', 'Locations:');
  t.strictSame(
    read('jobs_ac_uk', 0, body).map(({ location }) => location),
    read('jobs_ac_uk', 0, fixture('jobs_ac_uk/0.page.html')).map(({ location }) => location),
  );
});
