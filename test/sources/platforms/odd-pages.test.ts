import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse as parseHtml } from 'node-html-parser';
import t from 'tap';
import { parseAnswer, type PlatformParseOutcome } from '../../../src/jobs/parser.ts';
import { adapterFault } from '../../../src/jobs/platform-fault.ts';
import { PLATFORMS } from '../../../src/sources/platforms/index.ts';
import { assertNothingFound } from '../../../src/sources/platforms/nothing-found.ts';
import { hasNextPage, readTotal } from '../../../src/sources/platforms/result-page.ts';
import type { ListingPage } from '../../../src/sources/platforms/platform.ts';
import { readList } from '../../support/saved-list.ts';

function read(
  code: string,
  accessMethod: number,
  body: string,
  page = 1,
  contentType = 'text/html',
  url = '',
): PlatformParseOutcome {
  return readList(code, accessMethod, body, { contentType, ...(url ? { url } : {}), search: { page } });
}

/** Pages that hold no list and are no answer to any search, whatever words they use beside. */
const NO_ANSWERS: Record<string, string> = {
  maintenance:
    '<title>Maintenance</title><h1>We are down for maintenance</h1><p>No jobs can be shown at the moment.</p>',
  'maintenance in French': '<h1>Site en maintenance</h1><p>Aucune offre ne peut être affichée pour le moment.</p>',
  'a frame for a script': '<header>You have no jobs in your shortlist.</header><div id="app"></div>',
  'a page of help': '<h1>Help</h1><p>What if there are no results? Try fewer words.</p>',
  'the home page':
    '<h1>Find your next job</h1><p>Search 12,000 jobs now.</p><p>Saved searches: 0 results</p><form></form>',
  'an error of the site': '<h1>Something went wrong</h1><p>There is a problem. Try again later.</p>',
  'nothing at all': '',
  'half a page': '<!doctype html><html><head><title>Search results</title></head><body><h1>Sear',
};

/** An answer of a platform's own that means nothing: LinkedIn's is an empty text. */
function isOwnEmpty(code: string, body: string): boolean {
  const folder = fileURLToPath(new URL(`./${code}/`, import.meta.url));
  return readdirSync(folder).some((file) => /^\d\.empty\./.test(file) && readFileSync(folder + file, 'utf8') === body);
}

for (const { code, accessMethods } of PLATFORMS) {
  t.test(`${code}: a page that holds no list is no answer, on later pages too`, async (t) => {
    for (const [accessMethod] of accessMethods.entries()) {
      for (const [what, body] of Object.entries(NO_ANSWERS)) {
        if (isOwnEmpty(code, body)) continue;
        for (const page of [1, 2])
          t.match(read(code, accessMethod, body, page), { fault: { kind: 'changed' } }, `${what}, ${page}`);
      }
      for (const body of ['{}', '[]', 'null', '5', '{"error":"internal","message":"oops"}', '{"results":[{"jobTit'])
        for (const page of [1, 2])
          t.match(
            read(code, accessMethod, body, page, 'application/json'),
            { fault: { kind: 'changed' } },
            `${body}, ${page}`,
          );
    }
  });
}

t.test('a total is read as it is written; what is no number is no nought', async (t) => {
  const rows: [unknown, number | undefined][] = [
    [12, 12],
    ['1234', 1234],
    ['1,234', 1234],
    ['1 234', 1234],
    ['1\u202f234', 1234],
    ['10.000+', 10_000],
    ['0', 0],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [written, total] of rows) t.equal(readTotal(written), total, String(written));
  for (const odd of ['many', '12 of 40', true, [7], { value: 5 }])
    t.ok(Number.isNaN(readTotal(odd)), JSON.stringify(odd));
  t.equal(hasNextPage(25, { page: 1, size: 25, total: '1,234' }), true);
  t.equal(hasNextPage(25, { page: 2, size: 25, total: 50 }), false);
  t.equal(hasNextPage(25, { page: 1, size: 25, total: undefined }), true, 'a full page, and no word of how many');
  t.equal(hasNextPage(24, { page: 1, size: 25, total: 'many' }), false);
  t.equal(hasNextPage(0, { page: 1, size: 25, total: 80 }), false);
});

t.test('an answer that states results and holds none has changed, however it states them', async (t) => {
  const answers: [code: string, accessMethod: number, build: (total: unknown) => string][] = [
    ['reed', 0, (total) => JSON.stringify({ results: [], totalResults: total })],
    [
      'reed',
      1,
      (total) =>
        `<script id="__NEXT_DATA__">{"props":{"pageProps":{"searchResults":{"jobs":[],"count":${JSON.stringify(total)}}}}}</script>`,
    ],
    ['adzuna_gb', 0, (total) => JSON.stringify({ results: [], count: total })],
    ['apec', 0, (total) => JSON.stringify({ resultats: [], totalCount: total })],
    ['wttj', 0, (total) => JSON.stringify({ hits: [], nbHits: total })],
    ['cv_library', 0, (total) => JSON.stringify({ jobs: [], total_entries: total })],
    ['apprenticeships', 0, (total) => JSON.stringify({ vacancies: [], totalFiltered: total })],
    ['teaching_vacancies', 0, (total) => JSON.stringify({ data: [], meta: { totalPages: total } })],
    [
      'nhs_jobs',
      0,
      (total) => `<nhsJobs><totalPages>0</totalPages><totalResults>${String(total)}</totalResults></nhsJobs>`,
    ],
    ['nhs_jobs', 0, (total) => `<nhsJobs><totalPages>${String(total)}</totalPages></nhsJobs>`],
    ['totaljobs', 0, (total) => `<div data-resultlist-offers-total="${String(total)}"></div>`],
    [
      'totaljobs',
      0,
      (total) =>
        `window.__PRELOADED_STATE__["app-unifiedResultlist"] = ${JSON.stringify({ searchResults: { items: [], pagination: { pageCount: total } } })};`,
    ],
    ['hellowork', 0, (total) => `<button data-cy="offerNumberButton">Afficher ${String(total)} offres</button>`],
    ['work_hub', 0, (total) => `<h2>${String(total)} jobs</h2><p>No jobs found</p>`],
    [
      'work_hub',
      0,
      (total) => `<p>Showing results 1 to 30 of <strong>${String(total)}</strong></p><p>No jobs found</p>`,
    ],
  ];
  for (const [code, accessMethod, build] of answers) {
    for (const total of [3, '1,234']) {
      // HelloWork writes thousands with a space.
      const written = code === 'hellowork' ? String(total).replace(',', '\u202f') : total;
      t.match(read(code, accessMethod, build(written)), { fault: { kind: 'changed' } }, `${code}: ${written}`);
    }
  }
  t.match(read('hellowork', 0, '<button data-cy="offerNumberButton">Afficher 3 618 offres</button>', 2), {
    fault: { kind: 'changed' },
  });
  t.match(
    read('hellowork', 0, '<button data-cy="offerNumberButton">Afficher 30 offres</button>', 2),
    { value: { listings: [], hasMore: false } },
    'past the last page',
  );
  t.match(
    read('apprenticeships', 0, JSON.stringify({ total: 12_000, totalFiltered: 0, totalPages: 0, vacancies: [] })),
    { value: { listings: [] } },
    'none of all that there are is near the place',
  );
});

t.test('how sites say that they found nothing', async (t) => {
  const says = (text: string): boolean => {
    try {
      assertNothingFound(parseHtml(`<main><p>${text}</p></main>`), { links: 'a' });
      return true;
    } catch {
      return false;
    }
  };
  for (const text of [
    'No results',
    'No jobs found.',
    'Sorry, there are currently no live jobs that match your search.',
    'Sorry, no jobs match your search',
    'We found 0 jobs in Leeds',
    '0 matching vacancies',
    'Your search for “falconer” returned no results. Try other words.',
    'We couldn’t find any jobs for “falconer” in Leeds.',
    'Your search “falconer” did not match any jobs.',
    'There are no exact matches for these criteria',
    'Aucune offre ne correspond à vos critères.',
    'Désolé, il n’y a actuellement aucune offre pour cette recherche',
    'Nous n’avons pas trouvé d’offre pour « fauconnier ».',
    'Aucun résultat trouvé',
    '0 offre d’emploi',
  ])
    t.ok(says(text), text);
  for (const text of [
    'You have no jobs in your shortlist',
    'No jobs in your basket',
    'Saved searches: 0 results',
    'What if there are no results?',
    'No jobs can be shown during maintenance',
    'Jobs for people with no results at school',
    'Aucune offre ne peut être affichée',
    'Vous n’avez aucune alerte',
    'No results-driven nonsense: real jobs',
    'Our users did not match any expectation',
  ])
    t.notOk(says(text), text);
});

t.test("Work Hub: totals, tags and next pages in the site's other forms; its firewall's page", async (t) => {
  const folder = fileURLToPath(new URL('./work_hub/', import.meta.url));
  t.ok(existsSync(`${folder}0.page.html`));
  const page = readFileSync(`${folder}0.page.html`, 'utf8');
  const value = (body: string, number = 1) => (read('work_hub', 0, body, number) as { value: ListingPage }).value;
  t.equal(
    value(page.replace('rel="next"', 'class="next"').replace('>Next<', '>Next<span> page</span><')).hasMore,
    true,
  );
  const withoutNext = page.replace(/<nav>.*<\/nav>/, '');
  t.equal(value(withoutNext).hasMore, true, '62 jobs');
  const showing = (range: string) => withoutNext.replace('<h2>62 jobs</h2>', `<p>Showing results ${range}</p>`);
  t.equal(value(showing('1 to 30 of <strong>62</strong>')).hasMore, true);
  t.equal(
    value(showing('<strong>31</strong> to <strong>33</strong> of <!-- --><strong>33</strong>'), 2).hasMore,
    false,
  );
  t.strictSame(
    value(page.replaceAll(/<strong class="govuk-tag[^>]*>([^<]*)<\/strong>/g, '<span>$1</span>')).listings.map(
      ({ workModeText }) => workModeText,
    ),
    value(page).listings.map(({ workModeText }) => workModeText),
  );
  t.match(read('work_hub', 0, '<h1>Something went wrong</h1><img src="/waf_failover/x.png">'), {
    fault: { kind: 'blocked' },
  });
  t.match(
    read('work_hub', 0, '<h1>Oh</h1>', 1, 'text/html', 'https://www.jobs.service.gov.uk/waf_failover/index.html'),
    { fault: { kind: 'blocked' } },
  );
});

t.test('Find an apprenticeship: a place is a town, and its county beside it', async (t) => {
  const place = (address: object): string | undefined =>
    (
      read(
        'apprenticeships',
        0,
        JSON.stringify({ total: 1, vacancies: [{ title: 'x', vacancyUrl: 'https://x.test/', addresses: [address] }] }),
      ) as { value: ListingPage }
    ).value.listings[0]?.location;
  const [addressLine1, postcode] = ['1 Mill Road', 'CB1 2AB'];
  t.equal(
    place({ addressLine1, addressLine2: 'Cambridge', addressLine3: 'Cambridgeshire', addressLine4: null, postcode }),
    'Cambridge, Cambridgeshire, CB1 2AB',
  );
  t.equal(place({ addressLine1: 'Unit 5', addressLine2: '', addressLine3: 'Leeds', postcode }), 'Leeds, CB1 2AB');
  t.equal(place({ addressLine1: 'Leeds', postcode }), 'Leeds, CB1 2AB');
});

t.test('a reader that this service does not have is no change of the site', (t) => {
  const answer = { status: 200, url: 'https://x.example/', contentType: 'text/html', body: '' };
  const search = {
    query: 'x',
    country: 'GB',
    locationText: '',
    place: null,
    minSalary: null,
    page: 1,
    settings: {},
  } as const;
  for (const task of [
    { platform: 'reed', accessMethod: 9, step: 0, answer, search },
    { platform: 'reed', accessMethod: 0, step: 9, answer, search },
    { platform: 'nowhere', accessMethod: 0, step: 0, answer, search },
  ])
    t.match(parseAnswer(task), { fault: { kind: 'internal' } });
  t.match(adapterFault({ kind: 'internal', message: 'x' }), { status: 'error', opensCircuit: false });
  t.end();
});
