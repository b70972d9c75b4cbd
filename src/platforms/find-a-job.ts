import type { HTMLElement } from 'node-html-parser';
import { readHtml, textOf } from '../reading/answer.ts';
import { assertNothingFound } from './result-page.ts';
import { htmlToText } from '../reading/entities.ts';
import { ownPage } from './job-page.ts';
import { pageDoor } from './page-door.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { AdapterFault, type Answer } from '../reading/answer.ts';
import { floorToStep, whereText } from './where.ts';

const SITE = 'https://findajob.dwp.gov.uk';
const PAGE_SIZE = 50;
const SALARY_STEP = 5_000;
const HIGHEST_SALARY = 100_000;

const FULL_DATE =
  /^\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/i;
const PAY = /£|\bper (?:hour|day|week|month|year|annum)\b|^\d[\d,.]*(?: (?:-|to) |$)/i;
const NO_EMPLOYER = /^(?:£|not specified$|\d{1,2} [a-z]+ \d{4}$)/i;
const WORK_MODE = /^(?:on-?site only|fully remote|hybrid\b.*)$/i;
const NOTHING_FOUND = /\b(?:no (?:jobs|results|matches|matching jobs)|0 (?:jobs|results)|did not match any)\b/i;

/** Find a job, the job board of the Department for Work and Pensions: a server-rendered list. */
export const findAJob = definePlatform({
  code: 'find_a_job',
  name: 'Find a job',
  country: 'GB',
  hosts: ['findajob.dwp.gov.uk'],
  byDefault: true,
  inTrial: true,
  doors: [
    pageDoor({
      country: 'GB',
      paceMs: 1_000,
      appliesSalary: true,
      address: (search) => {
        const url = new URL('/search', SITE);
        url.searchParams.set('q', search.query);
        url.searchParams.set('w', whereText(search) || 'UK');
        url.searchParams.set('pp', String(PAGE_SIZE));
        url.searchParams.set('sb', 'relevance');
        url.searchParams.set('sd', 'down');
        const salary = floorToStep(search.minSalary, SALARY_STEP, HIGHEST_SALARY);
        if (salary !== undefined) url.searchParams.set('sf', String(salary));
        if (search.page > 1) url.searchParams.set('p', String(search.page));
        return url;
      },
      parse: (answer): ListingPage => {
        const document = readHtml(answer);
        const cards = document.querySelectorAll('.search-result').filter((card) => detailLink(card) !== undefined);
        if (cards.length === 0)
          assertNothingFound(document, {
            links: 'a[href*="/details/"]',
            list: '#search_results',
            words: NOTHING_FOUND,
          });
        return { listings: cards.map(toListing), hasMore: cards.length >= PAGE_SIZE };
      },
    }),
  ],
  detail: {
    request: (url) => ownPage(url, SITE, /^\/details\/\d+$/, 'GB'),
    parse: readDetail,
    paceMs: 1_000,
  },
});

/** A description and a table of facts. */
function readDetail(answer: Answer): Partial<Listing> {
  const document = readHtml(answer);
  const description = document.querySelector('[itemprop="description"]');
  if (!description) throw new AdapterFault('changed', 'the page holds no description');
  const facts = new Map(
    document
      .querySelectorAll('tr')
      .map((row) => [textOf(row.querySelector('th')).replace(/:$/, ''), textOf(row.querySelector('td'))] as const),
  );
  return {
    description: htmlToText(description.innerHTML),
    workModeText: facts.get('Remote working') ?? '',
    salaryText: facts.get('Salary') ?? '',
    postedText: facts.get('Posting date') ?? '',
  };
}

/** Absolute or relative in the wild. */
function detailLink(card: HTMLElement): { link: HTMLElement; id: string } | undefined {
  for (const link of card.querySelectorAll('a[href]')) {
    const id = /\/details\/(\d+)/.exec(link.getAttribute('href') ?? '')?.[1];
    if (id !== undefined) return { link, id };
  }
  return undefined;
}

function toListing(card: HTMLElement): Listing {
  const found = detailLink(card);
  const rows = card.querySelectorAll('li');
  const texts = rows.map(textOf);
  // The first in bold, unless a row before it is missing: names may begin with figures.
  const employer = rows.find((row, index) => row.querySelector('strong') && !NO_EMPLOYER.test(texts[index] ?? ''));
  const company = textOf(employer?.querySelector('strong'));
  const pay = rows
    .filter((row) => row !== employer)
    .map((row) => textOf(row.querySelector('strong')) || textOf(row))
    .find((text) => PAY.test(text) || /^not specified$/i.test(text));
  return {
    id: found?.id ?? '',
    title: titleOf(found?.link),
    company,
    location: textOf(employer)
      .slice(company.length)
      .replace(/^\s*[-–,]\s*/, '')
      // "Rotherham, , S66 2TW"
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .join(', '),
    url: `${SITE}/details/${found?.id ?? ''}`,
    description: textOf(card.querySelector('.search-result-description')),
    teaser: true,
    salaryText: pay ?? '',
    postedText: texts.find((text) => FULL_DATE.test(text)) ?? '',
    workModeText: texts.find((text) => WORK_MODE.test(text)) ?? '',
  };
}

/** The heading may carry a tag "New" beside or inside its link. */
function titleOf(link: HTMLElement | undefined): string {
  const tag = textOf(link?.querySelector('.govuk-tag, strong, span'));
  const text = textOf(link);
  return /^new$/i.test(tag) ? text.replace(/^new\s+|\s+new$/i, '') : text;
}
