import type { HTMLElement } from 'node-html-parser';
import { absoluteUrl, asObject, asText, readHtml, readJson, textOf, type JsonObject } from '../../reading/answer.ts';
import { assertNothingFound } from './nothing-found.ts';
import { distinctById, hasNextPage, requireRows, siteTotalOf } from './result-page.ts';
import { htmlToText } from '../../reading/entities.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { floorOf, whereText } from './where.ts';
import { addressOf, daysOf, milesOf, parametersOf, setAll, type PlatformParameters } from './search-criteria.ts';

const SITE = 'https://www.cv-library.co.uk';
const PAGE_SIZE = 25;

/** Uses the partners' API if a key is set, and otherwise the cards of the result page. */
export const cvLibrary = definePlatform({
  code: 'cv_library',
  name: 'CV-Library',
  country: 'GB',
  hosts: ['www.cv-library.co.uk'],
  keepsLinks: true,
  byDefault: true,
  inTrial: false,
  settings: [{ name: 'CV_LIBRARY_API_KEY', meaning: 'Key for the CV-Library search API.', secret: true }],
  terms: 'Partners get a key for the API; the pages say nothing about reuse.',
  accessMethods: [
    {
      kind: 'api',
      needs: ['CV_LIBRARY_API_KEY'],
      robots: false,
      minIntervalMs: 500,
      expectedFields: ['location', 'postedText'],
      appliesSalary: false,
      sentPlace: whereText,
      criteriaParameters: criteriaOf,
      steps: [
        {
          name: 'search',
          request: (search) => {
            const url = searchUrl('/search-jobs-json', search, {
              key: search.settings['CV_LIBRARY_API_KEY'],
              perpage: PAGE_SIZE,
              description_full: 1,
              nohl: 1,
            });
            setAll(url, criteriaOf(search));
            return { method: 'GET', url: url.href, headers: { accept: 'application/json' } };
          },
          parse: (answer, { page }): ListingPage => {
            const body = asObject(readJson(answer));
            const total = body?.['total_entries'];
            const jobs = requireRows(body?.['jobs'], { total, before: (page - 1) * PAGE_SIZE });
            return {
              listings: jobs.map(apiListing),
              hasMore: hasNextPage(jobs.length, { page, size: PAGE_SIZE, total }),
              ...siteTotalOf(total),
            };
          },
        },
      ],
    },
    pageAccess({
      country: 'GB',
      minIntervalMs: 2_000,
      expectedFields: ['location'],
      appliesSalary: true,
      criteriaParameters: criteriaOf,
      address: (search) => searchUrl('/search-jobs', search, { salarymin: floorOf(search) }),
      parse: (answer): ListingPage => {
        const document = readHtml(answer);
        const cards = document.querySelectorAll('article[data-job-id]');
        if (cards.length === 0) assertNothingFound(document, { links: 'a[href*="/job/"]', cards: '#searchResults li' });
        // Featured adverts appear at the top of the page and again in their usual place.
        return { listings: distinctById(cards.map(cardListing)), hasMore: cards.length >= PAGE_SIZE };
      },
    }),
  ],
});

function criteriaOf(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  return parametersOf({
    distance: milesOf(search),
    posted: daysOf(search),
    order: search.criteria?.sort === 'date' ? 'date' : undefined,
  });
}

function searchUrl(path: string, search: PlatformSearch, more: Parameters<typeof addressOf>[1]): URL {
  return addressOf(SITE + path, {
    q: search.query,
    geo: whereText(search),
    salarytype: 'annum',
    offset: search.page > 1 ? (search.page - 1) * PAGE_SIZE : undefined,
    ...more,
  });
}

function apiListing(job: JsonObject): Listing {
  const id = asText(job['id']);
  const agency = asObject(job['agency']);
  const url = asText(job['url']);
  return {
    id,
    title: htmlToText(asText(job['title'])),
    company: htmlToText(asText(agency?.['title']) || asText(job['agency'])),
    location: htmlToText(asText(job['location'])),
    url: url === '' ? `${SITE}/job/${id}` : absoluteUrl(url, SITE),
    description: htmlToText(asText(job['description'])),
    salaryText: htmlToText(asText(job['salary'])),
    termsText: asText(job['type']),
    postedText: asText(job['posted']),
  };
}

function cardListing(card: HTMLElement): Listing {
  const attribute = (name: string): string => htmlToText(card.getAttribute(`data-${name}`) ?? '');
  const id = attribute('job-id');
  const link = card.querySelectorAll('a[href]').find((anchor) => anchor.getAttribute('href')?.includes(`/job/${id}`));
  return {
    id,
    title: attribute('job-title'),
    company: attribute('company-name'),
    location: attribute('job-location'),
    url: absoluteUrl(link?.getAttribute('href') ?? `/job/${id}`, SITE).replace(/[?#].*$/, ''),
    description: textOf(card.querySelector('.job__description')),
    teaser: true,
    salaryText: attribute('job-salary'),
    termsText: attribute('job-type'),
    postedText: attribute('job-posted'),
  };
}
