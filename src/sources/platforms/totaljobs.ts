import type { HTMLElement } from 'node-html-parser';
import type { WorkMode } from '../../../schemas/index.ts';
import { absoluteUrl, asObject, asText, readHtml, textOf, type JsonObject } from '../../reading/answer.ts';
import { objectsAssignedTo } from '../../reading/embedded.ts';
import { htmlToText } from '../../reading/entities.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { AdapterFault, type Answer } from '../../reading/answer.ts';
import { assertRowsOf, hasNextPage, readTotal, requireRows, siteTotalOf } from './result-page.ts';
import { floorToStep, slug, whereText } from './where.ts';
import {
  addressOf,
  filterParameters,
  filterValue,
  milesOf,
  parametersOf,
  PATH_SEGMENT,
  type PlatformFilters,
  spanOf,
  widerValue,
} from './search-criteria.ts';

const SITE = 'https://www.totaljobs.com';
const PAGE_SIZE = 25;
/** Steps of the site's yearly salary filter; whether other values work is unknown. */
const SALARY_STEP = 10_000;
const HIGHEST_SALARY = 100_000;
/** The radii in miles that the site offers. Without a radius, the site searches within ten miles. */
const RADII = [5, 10, 20, 30];
const SPANS = { '1': 1, '3': 3, '7': 7, '14': 14 };
const SORTS = { date: '2', salary: '4' };
/** The site's path has room for only one filter. "Work from home" includes jobs partly at home. */
const FILTERS: PlatformFilters = {
  workModes: {
    remote: widerValue(PATH_SEGMENT, 'work-from-home'),
    hybrid: widerValue(PATH_SEGMENT, 'work-from-home'),
  },
  contracts: {
    permanent: filterValue(PATH_SEGMENT, 'permanent'),
    temporary: filterValue(PATH_SEGMENT, 'temporary'),
    fixed_term: widerValue(PATH_SEGMENT, 'contract'),
    freelance: widerValue(PATH_SEGMENT, 'contract'),
  },
  hours: { part_time: filterValue(PATH_SEGMENT, 'part-time') },
  agencies: { true: filterValue('companytypes', '1'), false: filterValue('companytypes', '2') },
  onFirstPageOnly: ['agencies'],
};
/** The name includes the part of the state that contains the results, because the page sets other parts too. */
const STATE = '__PRELOADED_STATE__["app-unifiedResultlist"]';

/**
 * Uses the data embedded in the result page, or the cards of a page without such data. Sister sites share their adverts
 * with the site, and links to these adverts have the sister sites' hosts.
 */
export const totaljobs = definePlatform({
  code: 'totaljobs',
  name: 'Totaljobs',
  country: 'GB',
  hosts: ['www.totaljobs.com'],
  advertHosts: ['www.caterer.com', 'www.cwjobs.co.uk', 'www.jobsite.co.uk', 'www.milkround.com'],
  byDefault: true,
  inTrial: true,
  terms: 'No rules about reuse were found. robots.txt restricts paging and sometimes cannot be fetched.',
  accessMethods: [
    pageAccess({
      country: 'GB',
      minIntervalMs: 2_000,
      expectedFields: ['company', 'location', 'postedText'],
      appliesSalary: true,
      criteriaParameters: ({ page = 1, ...search }) =>
        // Robots.txt allows pages 2 to 5 only if the page is the only parameter.
        page > 1
          ? {}
          : parametersOf({
              radius: milesOf(search, RADII),
              postedWithin: spanOf(search, SPANS),
              sort: search.criteria?.sort && SORTS[search.criteria.sort],
            }),
      filters: FILTERS,
      // HTTP/2 is off, because the site sometimes resets HTTP/2 streams.
      http2: false,
      address: (search) => {
        const { query, page, minSalary } = search;
        const place = slug(whereText(search));
        const words = pathOf(query);
        // "." and ".." in the path would lead out of the search.
        if (/^\.{1,2}$/.test(words)) throw new AdapterFault('refused_search', 'the site searches by words alone');
        const segment = filterParameters(FILTERS, search).parameters[PATH_SEGMENT];
        const path = `/jobs/${segment ? `${String(segment)}/` : ''}${words}${place ? `/in-${place}` : ''}`;
        const salary = floorToStep(minSalary, SALARY_STEP, HIGHEST_SALARY);
        const first = { salary, salarytypeid: salary && 1 };
        return addressOf(SITE + path, page > 1 ? { page } : first);
      },
      parse: (answer, { page }): ListingPage => readState(answer.body, page) ?? readCards(answer, page),
    }),
  ],
});

/** Returns the query as a part of the path. Keeps the signs of C++ and C#; other signs become hyphens. */
function pathOf(query: string): string {
  const words = query.trim().toLowerCase();
  if (/[a-z][+#]/.test(words))
    return encodeURIComponent(words.replace(/[^\p{L}\p{N}+#]+/gu, '-').replace(/^-|-$/g, ''));
  return slug(query) || encodeURIComponent(words);
}

/** Tries each occurrence of the state's name, because scripts may mention it before they set the state. */
function readState(html: string, page: number): ListingPage | undefined {
  for (const text of objectsAssignedTo(html, STATE)) {
    const results = searchResultsOf(text);
    if (!Array.isArray(results?.['items'])) continue;
    const pagination = asObject(results['pagination']);
    const total = pagination?.['totalCount'];
    const { items: found, recommended } = splitItems(results['items']);
    const items = requireRows(found, { total, before: (page - 1) * PAGE_SIZE });
    const pages = pagination?.['pageCount'];
    // If only the number of pages is stated, it shows whether this page must have results.
    if (readTotal(total) === undefined) assertRowsOf(items.length, { total: pages, before: page - 1 });
    return {
      listings: items.map(stateListing),
      hasMore: hasNextPage(items.length, { page, size: 1, total: pages ?? 0 }),
      ...siteTotalOf(total),
      ...(recommended.length === 0 ? {} : { leftOut: recommended }),
    };
  }
  return undefined;
}

/** The site fills a short page with recommended adverts, which are not results. */
function splitItems(items: readonly unknown[]): { items: unknown[]; recommended: string[] } {
  const isRecommended = (item: unknown): boolean => asText(asObject(item)?.['section']) === 'recommended';
  return {
    items: items.filter((item) => !isRecommended(item)),
    recommended: items.filter(isRecommended).map((item) => asText(asObject(item)?.['id'])),
  };
}

function searchResultsOf(json: string): JsonObject | undefined {
  try {
    return asObject(asObject(JSON.parse(json))?.['searchResults']);
  } catch {
    return undefined;
  }
}

/** Values of `workFromHome`; "0" and "" say nothing. */
const WORK_MODES: Readonly<Record<string, WorkMode>> = { '1': 'remote', '2': 'hybrid' };

function stateListing(item: JsonObject): Listing {
  const id = asText(item['id']);
  const atHome = asText(item['workFromHome']);
  const mode = WORK_MODES[atHome];
  return {
    id,
    title: htmlToText(asText(item['title'])),
    company: htmlToText(asText(item['companyName'])),
    location: htmlToText(asText(item['location'])),
    url: absolute(asText(item['url']), id),
    description: htmlToText(asText(item['textSnippet'])),
    teaser: true,
    salaryText: htmlToText(asText(item['salary'])),
    postedText: asText(item['datePosted']),
    closingText: asText(item['publishToDate']),
    ...(mode ? { workMode: mode } : { workModeText: atHome === '0' ? '' : atHome }),
  };
}

function readCards(answer: Answer, page: number): ListingPage {
  const document = readHtml(answer);
  const counted = document.querySelector('[data-resultlist-offers-total]');
  const total = readTotal(counted?.getAttribute('data-resultlist-offers-total'));
  const cards = document.querySelectorAll('[data-at="job-item"]');
  // If nothing matches, the cards are other jobs that the site recommends.
  if (total === 0) return { listings: [], hasMore: false };
  if (cards.length === 0 && total === undefined)
    throw new AdapterFault('changed', "the page holds neither its results' data nor its cards");
  assertRowsOf(cards.length, { total, before: (page - 1) * PAGE_SIZE });
  return {
    listings: cards.map(cardListing),
    hasMore: hasNextPage(cards.length, { page, size: PAGE_SIZE, total }),
    ...siteTotalOf(total),
  };
}

function cardListing(card: HTMLElement): Listing {
  const part = (name: string): HTMLElement | null => card.querySelector(`[data-at="${name}"]`);
  const id = (card.getAttribute('id') ?? '').replace(/^job-item-/, '');
  return {
    id,
    title: textOf(part('job-item-title')),
    company: textOf(part('job-item-company-name')),
    location: textOf(part('job-item-location')),
    url: absolute(part('job-item-title')?.getAttribute('href') ?? '', id),
    description: textOf(part('jobcard-content')),
    teaser: true,
    salaryText: textOf(part('job-item-salary-info')),
    // The date is read from an attribute, because the element's text says only "Recently".
    postedText: part('job-item-timeago')?.querySelector('time')?.getAttribute('datetime') ?? '',
    workModeText: textOf(part('job-item-work-from-home')),
  };
}

function absolute(path: string, id: string): string {
  if (path === '') return id === '' ? '' : `${SITE}/job/${id}`;
  return absoluteUrl(path, SITE);
}
