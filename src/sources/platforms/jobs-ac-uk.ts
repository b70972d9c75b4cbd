import type { HTMLElement } from 'node-html-parser';
import { absoluteUrl, leafTexts, readHtml, textOf } from '../../reading/answer.ts';
import { assertNothingFound } from './nothing-found.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { hasNextPage, readTotal, siteTotalOf } from './result-page.ts';
import { addressOf, filterValue, parametersOf } from './search-criteria.ts';
import { whereText } from './where.ts';

const SITE = 'https://www.jobs.ac.uk';
const PAGE_SIZE = 25;

/** Reads the cards of the result page. Their dates ("12 Nov") may lack the year. */
export const jobsAcUk = definePlatform({
  code: 'jobs_ac_uk',
  name: 'jobs.ac.uk',
  country: 'GB',
  hosts: ['www.jobs.ac.uk'],
  byDefault: true,
  inTrial: false,
  terms: 'No rules about reuse were found; robots.txt allows the search and advert pages.',
  accessMethods: [
    pageAccess({
      country: 'GB',
      minIntervalMs: 1_000,
      expectedFields: ['company', 'location'],
      appliesSalary: false,
      criteriaParameters: ({ criteria }) => parametersOf({ sortOrder: criteria?.sort === 'date' ? '1' : undefined }),
      filters: {
        contracts: {
          permanent: filterValue('contractTypeFacet[]', 'permanent'),
          fixed_term: filterValue('contractTypeFacet[]', 'fixed-term-contract'),
          temporary: filterValue('contractTypeFacet[]', 'temporary'),
        },
        hours: {
          full_time: filterValue('hoursTypeFacet[]', 'full-time'),
          part_time: filterValue('hoursTypeFacet[]', 'part-time'),
        },
        several: 'side by side',
      },
      address: (search) =>
        addressOf(`${SITE}/search/`, {
          // The site's place filter accepts only ids of a map service, so the place is added to the keywords.
          keywords: [search.query, whereText(search)].filter(Boolean).join(' '),
          pageSize: PAGE_SIZE,
          startIndex: (search.page - 1) * PAGE_SIZE + 1,
          // The value 0 sorts by relevance, 1 by date.
          sortOrder: 0,
        }),
      parse: (answer, { page }): ListingPage => {
        const document = readHtml(answer);
        const cards = document.querySelectorAll('[data-advert-id]').filter((card) => jobLink(card) !== undefined);
        if (cards.length === 0)
          assertNothingFound(document, {
            links: 'a[href*="/job/"]',
            cards: '[data-advert-id], .j-search-result__result',
          });
        // "148 jobs found": words may follow the total.
        const total = readTotal(/^\d[\d,]*/.exec(textOf(document.querySelector('.job-count')))?.[0]);
        return {
          listings: cards.map(toListing),
          hasMore: hasNextPage(cards.length, { page, size: PAGE_SIZE, total }),
          ...siteTotalOf(total),
        };
      },
    }),
  ],
});

function jobLink(card: HTMLElement): HTMLElement | undefined {
  const links = card.querySelectorAll('a[href*="/job/"]');
  // A card may begin with a logo that links to the advert too.
  return links.find((link) => textOf(link) !== '') ?? links[0];
}

function toListing(card: HTMLElement): Listing {
  const link = jobLink(card);
  const parts = [...card.querySelectorAll('div, p, span').map(textOf), ...leafTexts(card)];
  /**
   * Returns the text after a label ("Salary: …"). Elements around the field match too, so the shortest text is used.
   */
  const labelled = (label: RegExp): string =>
    parts
      .filter((text) => label.test(text))
      .map((text) => text.replace(label, '').trim())
      .filter((text) => text !== '')
      .sort((a, b) => a.length - b.length)[0] ?? '';
  const posted = labelled(/^Date Placed:/i);
  return {
    id: card.getAttribute('data-advert-id') ?? '',
    title: textOf(link),
    company: textOf(card.querySelector('.j-search-result__employer')),
    location: labelled(/^Locations?:/i),
    url: absoluteUrl(link?.getAttribute('href') ?? '', SITE).replace(/[?#].*$/, ''),
    // The card states a department but no description.
    description: textOf(card.querySelector('.j-search-result__department')),
    salaryText: labelled(/^Salary:/i),
    closingText: textOf(card.querySelector('.j-search-result__date--blue')),
    postedText: /^\d{1,2} [A-Za-z]+(?: \d{4})?/.exec(posted)?.[0] ?? '',
  };
}
