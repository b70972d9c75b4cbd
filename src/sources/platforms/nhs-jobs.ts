import { encodeXML } from 'entities';
import type { HTMLElement } from 'node-html-parser';
import { absoluteUrl, AdapterFault, readHtml, textOf, type Answer } from '../../reading/answer.ts';
import { decode, htmlToText } from '../../reading/entities.ts';
import { assertNothingFound } from './nothing-found.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { assertRowsOf, distinctById, hasNextPage, readTotal, siteTotalOf } from './result-page.ts';
import { whereText } from './where.ts';
import {
  addressOf,
  filterParameters,
  filterValue,
  milesOf,
  parametersOf,
  type PlatformFilters,
  setAll,
  widerValue,
  type PlatformParameters,
} from './search-criteria.ts';

const PAGE_SIZE = 100;
const SITE = 'https://www.jobs.nhs.uk';

/** "Bank" staff are called when needed. No filter requests the site's types "Locum" and "Secondment". */
const CONTRACTS: PlatformFilters['contracts'] = {
  permanent: filterValue('contractType', 'Permanent'),
  fixed_term: filterValue('contractType', 'Fixed-Term'),
  temporary: filterValue('contractType', 'Bank'),
  apprenticeship: filterValue('contractType', 'Apprenticeship'),
};
/** Contains only values that are known for the feed; the other working patterns are known only for the result page. */
const FEED_FILTERS: PlatformFilters = {
  workModes: { remote: widerValue('workingPattern', 'remoteWorking') },
  contracts: CONTRACTS,
};

/** Uses the public XML feed. The result page is the fallback. */
export const nhsJobs = definePlatform({
  code: 'nhs_jobs',
  name: 'NHS Jobs',
  country: 'GB',
  hosts: ['www.jobs.nhs.uk'],
  byDefault: true,
  inTrial: true,
  terms: 'The feed is public but undocumented. The adverts belong to the employers.',
  accessMethods: [
    {
      kind: 'page',
      robots: true,
      minIntervalMs: 1_000,
      expectedFields: ['company', 'location', 'postedText'],
      appliesSalary: false,
      sentPlace: whereText,
      criteriaParameters: criteriaOf,
      filters: FEED_FILTERS,
      steps: [
        {
          name: 'search',
          request: (search) => {
            const url = addressOf(`${SITE}/api/v1/search_xml`, {
              keyword: search.query,
              location: whereText(search),
              // Without a sort order, the feed's pages repeat some adverts and leave out others.
              sort: 'publicationDateAsc',
            });
            setAll(url, { ...criteriaOf(search), ...filterParameters(FEED_FILTERS, search).parameters });
            setAll(url, parametersOf({ limit: PAGE_SIZE, page: search.page }));
            return { method: 'GET', url: url.href, headers: { accept: 'application/xml' } };
          },
          parse: (answer, { page }): ListingPage => {
            // The HTML parser makes element names lower-case.
            const document = readHtml({ ...answer, body: withoutCdata(answer.body) });
            const vacancies = document.querySelectorAll('vacancydetails');
            const pages = document.querySelector('totalpages')?.text;
            const results = document.querySelector('totalresults')?.text;
            if (vacancies.length === 0 && pages === undefined && results === undefined)
              throw new AdapterFault('changed', 'the feed has neither vacancies nor totals');
            const listings = vacancies.map((vacancy): Listing => {
              const field = (name: string): string => decode(vacancy.querySelector(name.toLowerCase())?.text ?? '');
              return {
                id: field('reference'),
                title: field('title'),
                company: field('employer'),
                location: [
                  ...new Set(vacancy.querySelectorAll('location').map((location) => decode(location.text))),
                ].join(' | '),
                url: directLink(field('url'), field('reference')),
                description: asPlainText(field('description')),
                salaryText: field('salary'),
                termsText: field('type'),
                postedText: field('postDate'),
                closingText: field('closeDate'),
              };
            });
            // If only the number of pages is stated, it shows whether this page must have results.
            assertRowsOf(
              listings.length,
              results === undefined
                ? { total: pages, before: page - 1 }
                : { total: results, before: (page - 1) * PAGE_SIZE },
            );
            return {
              listings: distinctById(listings),
              hasMore:
                pages === undefined
                  ? hasNextPage(listings.length, { page, size: PAGE_SIZE, total: results })
                  : hasNextPage(listings.length, { page, size: 1, total: pages }),
              ...siteTotalOf(results),
            };
          },
        },
      ],
    },
    {
      ...pageAccess({
        country: 'GB',
        minIntervalMs: 1_000,
        expectedFields: ['company', 'location', 'postedText'],
        appliesSalary: false,
        criteriaParameters: criteriaOf,
        filters: {
          workModes: { remote: widerValue('workingPattern', 'remote-working') },
          contracts: CONTRACTS,
          hours: {
            full_time: filterValue('workingPattern', 'full-time'),
            part_time: filterValue('workingPattern', 'part-time'),
          },
        },
        address: (search) =>
          addressOf(`${SITE}/candidate/search/results`, {
            keyword: search.query,
            location: whereText(search),
            language: 'en',
            page: search.page > 1 ? search.page : undefined,
          }),
        parse: readResultPage,
      }),
      fallback: 'same-site',
    },
  ],
});

/** Replaces CDATA sections with escaped text, because the HTML parser would keep their markers in the text. */
function withoutCdata(xml: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const from = xml.indexOf('<![CDATA[', at);
    const to = from < 0 ? -1 : xml.indexOf(']]>', from);
    if (to < 0) return parts.length === 0 ? xml : parts.join('') + xml.slice(at);
    parts.push(xml.slice(at, from), encodeXML(xml.slice(from + 9, to)));
    at = to + 3;
  }
}

function asPlainText(text: string): string {
  return /<\/?[a-z][^<>]{0,200}>/i.test(text) ? htmlToText(text) : text;
}

/** "4981 jobs found for nurse". Only the number at the start counts, because the query may contain one too. */
const STATED_TOTAL = /^(\d[\d,]*) jobs? found/i;

function readResultPage(answer: Answer): ListingPage {
  const document = readHtml(answer);
  const cards = document.querySelectorAll('[data-test="search-result"]');
  const heading = textOf(document.querySelector('[data-test="search-result-query"]'));
  const total = readTotal(STATED_TOTAL.exec(heading)?.[1]);
  if (cards.length === 0)
    assertNothingFound(document, { links: 'a[href*="/candidate/jobadvert/"]', cards: '.search-result' });
  return {
    listings: distinctById(cards.map(cardListing)),
    hasMore: cards.length > 0 && document.querySelector('[data-test="search-next-page"]') !== null,
    ...siteTotalOf(total),
  };
}

function cardListing(card: HTMLElement): Listing {
  const link = card.querySelector('[data-test="search-result-job-title"]');
  const href = link?.getAttribute('href') ?? '';
  const reference = /\/candidate\/jobadvert\/([A-Za-z0-9-]+)/.exec(href)?.[1] ?? '';
  const value = (name: string): string => textOf(card.querySelector(`[data-test="search-result-${name}"] strong`));
  // The heading contains the employer's name and, in an element inside it, the place.
  const heading = card.querySelector('[data-test="search-result-location"]');
  const location = textOf(heading?.querySelector('.location-font-size') ?? null);
  const both = textOf(heading);
  return {
    id: reference,
    title: textOf(link),
    company: (location !== '' && both.endsWith(location) ? both.slice(0, -location.length) : both).trim(),
    location,
    url: directLink(absoluteUrl(href, SITE), reference),
    salaryText: value('salary'),
    termsText: [value('jobType'), value('workingPattern')].join(' ').trim(),
    postedText: value('publicationDate'),
    closingText: value('closingDate'),
  };
}

/** The feed is requested with the oldest adverts first, unless the caller asks for new ones or sorts by pay. */
function criteriaOf(search: Pick<PlatformSearch, 'criteria' | 'place'>): PlatformParameters {
  const { criteria } = search;
  const asksForNew = criteria?.sort === 'date' || criteria?.postedWithinDays !== undefined;
  const newestFirst = asksForNew ? 'publicationDateDesc' : undefined;
  return parametersOf({
    distance: milesOf(search),
    sort: criteria?.sort === 'salary' ? 'salaryDesc' : newestFirst,
  });
}

function directLink(url: string, reference: string): string {
  if (/^[A-Za-z0-9-]+$/.test(reference)) return `${SITE}/candidate/jobadvert/${reference}`;
  return url.replace(/^https?:\/\/beta\.jobs\.nhs\.uk\//, `${SITE}/`);
}
