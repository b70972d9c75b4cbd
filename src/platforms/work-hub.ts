import type { HTMLElement } from 'node-html-parser';
import { absoluteUrl, AdapterFault, readHtml, textOf, type Answer } from '../reading/answer.ts';
import { htmlToText } from '../reading/entities.ts';
import { ownPage } from './job-page.ts';
import { readJobPostings } from './jsonld.ts';
import { pageDoor } from './page-door.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { mentionsAll, queryWords } from './query-words.ts';
import { assertNothingFound, assertRowsOf } from './result-page.ts';
import { whereText } from './where.ts';

const SITE = 'https://www.jobs.service.gov.uk';
const PAGE_SIZE = 30;
/** Its firewall refuses whoever sends less than a browser does when someone types an address. */
const NAVIGATION = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
};
const CARD = '[data-testid^="searchResultCard-"]';
const JOB_PATH = /^\/jobs\/([0-9a-f]{24})(?:\/view)?\/?$/;
const ADDED_ON = /\b(?:added|posted) on (\d{1,2} [a-z]+ \d{4})/i;

/** Work Hub, the job board of the Department for Work and Pensions: until June 2026 "Find a job", on another host. */
export const workHub = definePlatform({
  code: 'work_hub',
  aliases: ['find_a_job'],
  name: 'Work Hub',
  country: 'GB',
  hosts: ['www.jobs.service.gov.uk'],
  byDefault: true,
  inTrial: true,
  terms: 'Use allowed, with attribution to the Department for Work and Pensions.',
  attribution: 'Source: Work Hub, Department for Work and Pensions',
  doors: [
    pageDoor({
      country: 'GB',
      paceMs: 1_000,
      // What its band of salaries does with adverts that state none is not known.
      appliesSalary: false,
      headers: NAVIGATION,
      address: (search) => {
        const url = new URL('/jobs/search', SITE);
        url.searchParams.set('keywords', search.query);
        // "London, England" gives no rows; a bare name does.
        const where = whereText(search);
        if (where) url.searchParams.set('location', where);
        url.searchParams.set('pageNumber', String(search.page));
        url.searchParams.set('resultsPerPage', String(PAGE_SIZE));
        url.searchParams.set('sortOption', 'RELEVANCE');
        return url;
      },
      parse: (answer, search): ListingPage => readResults(answer, search.query, search.page),
    }),
  ],
  detail: {
    request: (url) => {
      const request = ownPage(url, SITE, JOB_PATH, 'GB');
      return request && { ...request, headers: NAVIGATION };
    },
    parse: readAdvert,
    paceMs: 1_000,
  },
});

function readResults(answer: Answer, query: string, page: number): ListingPage {
  const document = readHtml(answer);
  // Parts of a card bear test ids of the same beginning in another case.
  const cards = document.querySelectorAll(CARD).filter((card) => jobLink(card) !== undefined);
  const total = statedTotal(document);
  if (cards.length === 0) {
    assertRowsOf(0, { total, before: (page - 1) * PAGE_SIZE });
    // Past its last page it answers with an empty list.
    if (page === 1 && total !== 0)
      assertNothingFound(document, { links: 'a[href*="/jobs/"]', isAdvert: isJobLink, cards: CARD });
    return { listings: [], hasMore: false };
  }
  const next = document.querySelector('a[rel="next"][href*="pageNumber"]') !== null;
  return {
    listings: fittingFirst(cards.map(toListing), query),
    hasMore: next || (total !== undefined && page * PAGE_SIZE < total),
  };
}

/** "2,571 jobs" in a heading; undefined where there is none. */
function statedTotal(document: HTMLElement): number | undefined {
  for (const heading of document.querySelectorAll('h1, h2')) {
    const figure = /^(?:showing )?(\d[\d,]*) (?:[\w'-]+ ){0,4}(?:jobs?|results?)\b/i.exec(textOf(heading))?.[1];
    if (figure !== undefined) return Number(figure.replaceAll(',', ''));
  }
  return undefined;
}

/** The site takes any word of a search for a match: adverts with all of them come first, else in its order. */
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
  const tags = card.querySelectorAll('[data-testid="searchResultsCardTags"] .govuk-tag').map(textOf);
  return {
    id: (card.getAttribute('data-testid') ?? '').replace('searchResultCard-', ''),
    title: textOf(link),
    company: company ?? employer.split(/\s[-–]\s/u)[0] ?? '',
    // " - Leeds"
    location: (place ?? employer.slice((company ?? '').length)).replace(/^\s*[-–]\s*/u, ''),
    url: absoluteUrl(link?.getAttribute('href') ?? '', SITE).replace(/[?#].*$/, ''),
    description: textOf(card.querySelector('[data-testid="searchResultCardJobDescription"]')),
    teaser: true,
    salaryText: textOf(paragraphs.find((paragraph) => paragraph.classList.contains('govuk-!-font-weight-bold'))),
    postedText: paragraphs.map((paragraph) => ADDED_ON.exec(textOf(paragraph))?.[1]).find(Boolean) ?? '',
    workModeText: tags.join(' ; '),
  };
}

/** By its JSON-LD, or else by the labels of its facts. */
function readAdvert(answer: Answer): Partial<Listing> {
  const [posting] = readJobPostings(answer.body, answer.url);
  if (posting) return posting;
  const document = readHtml(answer);
  const description = document.querySelector('[itemprop="description"], [data-testid*="escription"]');
  const facts = new Map(
    document
      .querySelectorAll('tr, .govuk-summary-list__row')
      .map((row) => [labelOf(row.querySelector('th, dt')), textOf(row.querySelector('td, dd'))] as const),
  );
  if (!description) throw new AdapterFault('changed', 'the page holds no description');
  const first = (...labels: string[]): string => labels.map((label) => facts.get(label)).find(Boolean) ?? '';
  return {
    description: htmlToText(description.innerHTML),
    salaryText: first('salary', 'pay'),
    workModeText: first('remote working', 'working pattern', 'job base'),
    postedText: first('posting date', 'date posted', 'added on', 'posted on'),
  };
}

function labelOf(element: HTMLElement | null): string {
  return textOf(element).replace(/:$/, '').toLowerCase();
}
