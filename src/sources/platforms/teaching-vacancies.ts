import { HOUR_MS } from '../../lib/clock.ts';
import { asObject, asText, readJson, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { toListing } from './jsonld.ts';
import { definePlatform, OPEN_GOVERNMENT_LICENCE, type Listing, type ListingPage } from './platform.ts';
import { queryWords, filterByWords } from './query-words.ts';
import { requireRows } from './result-page.ts';

const SITE = 'https://teaching-vacancies.service.gov.uk';

const NAMED_ADVERTS = 10;
const SITEMAP_KEPT_MS = HOUR_MS;

/**
 * The site's public list cannot be searched, so it is filtered here. The list lacks about a fifth of the adverts.
 * Therefore, if at most ten adverts in the sitemap have all words of the query in their addresses, these are requested
 * first: each is one page of results, and the pages of the list follow.
 */
export const teachingVacancies = definePlatform({
  code: 'teaching_vacancies',
  name: 'Teaching Vacancies',
  country: 'GB',
  hosts: ['teaching-vacancies.service.gov.uk'],
  byDefault: false,
  inTrial: false,
  attribution: OPEN_GOVERNMENT_LICENCE,
  terms: 'Open Government Licence v3.0; do not charge schools or candidates for contacting each other, or for a hire.',
  maximumPages: 20,
  accessMethods: [
    {
      kind: 'page',
      robots: true,
      minIntervalMs: 500,
      expectedFields: ['company', 'location'],
      appliesSalary: false,
      sentPlace: () => '',
      steps: [
        {
          name: 'sitemap',
          reuseMs: SITEMAP_KEPT_MS,
          request: () => ({ method: 'GET', url: `${SITE}/sitemap.xml`, headers: { accept: 'application/xml' } }),
          // Without the sitemap, only the list is read.
          acceptedStatuses: [403, 404, 410, 500, 502, 503],
          parse: (answer): string[] => slugsIn(answer.body),
        },
        {
          name: 'search',
          request: (search, [slugs]) => {
            const named = matchingSlugs(Array.isArray(slugs) ? (slugs as string[]) : [], search.query);
            const slug = named[search.page - 1];
            const path = slug === undefined ? `jobs.json?page=${search.page - named.length}` : `jobs/${slug}.json`;
            return { method: 'GET', url: `${SITE}/api/v1/${path}`, headers: { accept: 'application/json' } };
          },
          // The site answers with these statuses if an advert has been removed.
          acceptedStatuses: [404, 410],
          parse: (answer, { query }): ListingPage => {
            const slug = /\/api\/v1\/jobs\/([^/]+)\.json$/.exec(new URL(answer.url).pathname)?.[1];
            if (slug !== undefined && answer.status >= 400) return { listings: [], hasMore: true, leftOut: [slug] };
            const body = asObject(readJson(answer));
            if (slug !== undefined) {
              const listing = readVacancy(requireRows([body], { before: 0 })[0] as JsonObject);
              return { ...filterByWords([listing], query), hasMore: true };
            }
            const page = Number(new URL(answer.url).searchParams.get('page') ?? 1);
            const pages = Number(asObject(body?.['meta'])?.['totalPages'] ?? 0);
            const next = asText(asObject(body?.['links'])?.['next']);
            // The list states its number of pages, which shows whether this page must have rows.
            const rows = requireRows(body?.['data'], { total: pages, before: page - 1 });
            return {
              ...filterByWords(rows.map(readVacancy), query),
              hasMore: rows.length > 0 && (next !== '' || page < pages),
            };
          },
        },
      ],
    },
  ],
});

function slugsIn(xml: string): string[] {
  const names = xml.matchAll(/<loc>\s{0,50}https:\/\/[^/<\s]{1,100}\/jobs\/([a-z0-9-]{1,200})\s{0,50}<\/loc>/gi);
  return [...new Set(Array.from(names, ([, slug = '']) => slug))];
}

/**
 * Returns the slugs (names in addresses of adverts) that contain, for every word of a search, this word or a longer one
 * that begins with it. Empty if a word contains anything but digits and letters without accents, or if there are too
 * many adverts to request one by one.
 */
function matchingSlugs(slugs: readonly string[], query: string): readonly string[] {
  const words = queryWords(query);
  if (words.some((word) => !/^[a-z0-9]+$/.test(word))) return [];
  const named = slugs.filter((slug) => words.every((word) => `-${slug}`.includes(`-${word}`)));
  return named.length > NAMED_ADVERTS ? [] : named;
}

/** Reads the pay from `salary`, a field of this site that schema.org does not define and that contains a sentence. */
function readVacancy(posting: JsonObject): Listing {
  const read = toListing(posting, SITE);
  // The posting has no identifier, so the name in its address is used.
  const slug = /\/jobs\/([^/?#]+)/.exec(read.url)?.[1];
  const listing = slug === undefined ? read : { ...read, id: slug };
  const pay = htmlToText(asText(posting['salary']));
  return pay === '' || listing.salary || listing.salaryText ? listing : { ...listing, salaryText: pay };
}
