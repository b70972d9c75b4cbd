import type { HTMLElement } from 'node-html-parser';
import { squeeze } from '../../lib/text.ts';
import { absoluteUrl, AdapterFault, leafTexts, readHtml, textOf, type Answer } from '../../reading/answer.ts';
import { pageAccess } from './page-access.ts';
import { definePlatform, type Listing, type ListingPage, type PlatformSearch } from './platform.ts';
import { mentionsAll, queryWords } from './query-words.ts';
import { assertNothingFound } from './nothing-found.ts';
import { assertRowsOf, readTotal, siteTotalOf } from './result-page.ts';
import { whereText } from './where.ts';
import { addressOf, milesOf, parametersOf, spanOf, widerValue } from './search-criteria.ts';

const SITE = 'https://www.jobs.service.gov.uk';
const PAGE_SIZE = 30;
/** The site's firewall refuses requests without the headers that a browser sends for a typed address. */
const NAVIGATION = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
};
const SPANS = { '1': 1, '3': 3, '7': 7, '14': 14 };
const SORTS = { date: 'DATE', salary: 'SALARY_DESC' };
const CARD = '[data-testid^="searchResultCard-"]';
const JOB_PATH = /^\/jobs\/([0-9a-f]{24})(?:\/view)?\/?$/;
/**
 * If the site's firewall blocks a request, it answers HTTP 200 with a page that has this name in its address or head.
 */
const FIREWALL_PAGE = /\bwaf_failover\b/;
const HEAD_CHARACTERS = 4_000;
/** "Added on 12 November 2026" */
const ADDED_ON = /\b(?:added|posted) on (\d{1,2} [a-z]+ \d{4})/i;

export const workHub = definePlatform({
  code: 'work_hub',
  name: 'Work Hub',
  country: 'GB',
  hosts: ['www.jobs.service.gov.uk'],
  byDefault: true,
  inTrial: true,
  terms:
    'Reasonable copying by programs is allowed, with attribution to the Department for Work and Pensions. robots.txt allows the job pages. The site’s firewall blocks some addresses.',
  attribution: 'Source: Work Hub, Department for Work and Pensions',
  accessMethods: [
    pageAccess({
      country: 'GB',
      minIntervalMs: 1_000,
      expectedFields: ['company', 'location'],
      // The site has only salary bands, and it is unknown which adverts a band leaves out.
      appliesSalary: false,
      headers: NAVIGATION,
      criteriaParameters: (search) =>
        parametersOf({
          milesFromPostcode: milesOf(search),
          postingDateRange: spanOf(search, SPANS),
          sortOption: search.criteria?.sort && SORTS[search.criteria.sort],
        }),
      // Hybrid is missing, because the site's value for jobs partly at home is unknown.
      filters: { workModes: { remote: widerValue('jobBase', 'REMOTE') } },
      sentPlace: placeToSend,
      address: (search) =>
        addressOf(`${SITE}/jobs/search`, {
          keywords: search.query,
          location: placeToSend(search),
          pageNumber: search.page,
          resultsPerPage: PAGE_SIZE,
          sortOption: 'RELEVANCE',
        }),
      parse: (answer, search): ListingPage => readResults(answer, search.query, search.page),
    }),
  ],
});

/**
 * The site finds nothing for a place with a qualifier ("London, England"), so only one of the two is sent: the
 * qualifier, usually a county, if a better-known place has the same name, and otherwise the name.
 */
function placeToSend(search: Pick<PlatformSearch, 'place' | 'locationText'>): string {
  return search.place?.qualifier ?? whereText(search);
}

function readResults(answer: Answer, query: string, page: number): ListingPage {
  if (FIREWALL_PAGE.test(answer.url) || FIREWALL_PAGE.test(answer.body.slice(0, HEAD_CHARACTERS)))
    throw new AdapterFault('blocked', "the site's firewall answers in its place");
  const document = readHtml(answer);
  // Parts of a card may have similar test ids, so only elements with a link to a job count as cards.
  const cards = document.querySelectorAll(CARD).filter((card) => jobLink(card) !== undefined);
  const total = statedTotal(document, answer.body);
  if (cards.length === 0) {
    assertRowsOf(0, { total, before: (page - 1) * PAGE_SIZE });
    // After the last page, the site returns an empty list but still states the total.
    if (page === 1 ? total !== 0 : total === undefined)
      assertNothingFound(document, { links: 'a[href*="/jobs/"]', isAdvert: isJobLink, cards: CARD });
    return { listings: [], hasMore: false };
  }
  const next = document
    .querySelectorAll('a[href*="pageNumber="]')
    .some((link) => link.getAttribute('rel') === 'next' || /^next\b/i.test(textOf(link)));
  return {
    listings: fittingFirst(cards.map(toListing), query),
    hasMore: next || (total !== undefined && page * PAGE_SIZE < total),
    ...siteTotalOf(total),
  };
}

/** The total is in a heading ("2,571 jobs") or in "Showing results 1 to 30 of 2,571". */
function statedTotal(document: HTMLElement, html: string): number | undefined {
  const range = shownRange(html);
  if (range !== undefined) return range;
  for (const heading of document.querySelectorAll('h1, h2')) {
    const figure = /^(\d[\d,]*) (?:[a-z'-]+ ){0,4}(?:jobs?|results?)\b/i.exec(textOf(heading))?.[1];
    if (figure !== undefined) return readTotal(figure);
  }
  return undefined;
}

const SHOWN = /^Showing (?:results )?\d[\d,]* (?:to|-|–) \d[\d,]* of (\d[\d,]*)/;
/** The HTML of this short text is long, because each figure is in a separate element. */
const SHOWN_CHARACTERS = 400;

function shownRange(html: string): number | undefined {
  for (let at = html.indexOf('Showing '), tried = 0; at >= 0 && tried < 5; at = html.indexOf('Showing ', at + 8)) {
    tried += 1;
    const text = squeeze(html.slice(at, at + SHOWN_CHARACTERS).replace(/<!--.*?-->|<[^>]*>/g, ' '));
    const figure = SHOWN.exec(text)?.[1];
    if (figure !== undefined) return readTotal(figure);
  }
  return undefined;
}

/**
 * Puts adverts with all words of the search first, because the site also returns adverts with only some of them. Within
 * the two groups, the site's order stays.
 */
function fittingFirst(listings: readonly Listing[], query: string): Listing[] {
  const words = queryWords(query);
  const fits = (listing: Listing): boolean => mentionsAll(listing, words);
  return [...listings.filter(fits), ...listings.filter((listing) => !fits(listing))];
}

function isJobLink(link: HTMLElement): boolean {
  return JOB_PATH.test((link.getAttribute('href') ?? '').replace(SITE, '').replace(/[?#].*$/, ''));
}

function jobLink(card: HTMLElement): HTMLElement | undefined {
  const named = card.querySelector('a[data-testid^="jobTitle-"]');
  return named ?? card.querySelectorAll('a[href]').find(isJobLink);
}

function toListing(card: HTMLElement): Listing {
  const link = jobLink(card);
  const [company, place] = card.querySelectorAll('[data-testid="searchResultCardEmployer"] span').map(textOf);
  const employer = textOf(card.querySelector('[data-testid="searchResultCardEmployer"]'));
  const paragraphs = card.querySelectorAll('p');
  const tags = card.querySelector('[data-testid="searchResultsCardTags"]');
  return {
    id: (card.getAttribute('data-testid') ?? '').replace('searchResultCard-', ''),
    title: textOf(link),
    company: company ?? employer.split(/\s[-–]\s/u)[0] ?? '',
    // The text may begin with a hyphen: " - Leeds"
    location: (place ?? employer.slice((company ?? '').length)).replace(/^\s*[-–]\s*/u, ''),
    url: absoluteUrl(link?.getAttribute('href') ?? '', SITE).replace(/[?#].*$/, ''),
    description: textOf(card.querySelector('[data-testid="searchResultCardJobDescription"]')),
    teaser: true,
    salaryText: textOf(paragraphs.find((paragraph) => paragraph.classList.contains('govuk-!-font-weight-bold'))),
    postedText: paragraphs.map((paragraph) => ADDED_ON.exec(textOf(paragraph))?.[1]).find(Boolean) ?? '',
    workModeText: tags ? leafTexts(tags).join(' ; ') : '',
    termsText: tags ? leafTexts(tags).join(' ; ') : '',
  };
}
