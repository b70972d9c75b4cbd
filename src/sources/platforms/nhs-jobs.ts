import { readHtml } from '../../reading/answer.ts';
import { decode } from '../../reading/entities.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { assertRowsOf, distinctById, goesOn, siteTotalOf } from './result-page.ts';
import { whereText } from './where.ts';

const PAGE_SIZE = 100;
const SITE = 'https://www.jobs.nhs.uk';

/**
 * NHS Jobs, England and Wales: the public XML search feed. The root element
 * has two names in the wild, totals come first or last, `locations` may be
 * nested, and links may name the old beta host.
 */
export const nhsJobs = definePlatform({
  code: 'nhs_jobs',
  name: 'NHS Jobs',
  country: 'GB',
  hosts: ['www.jobs.nhs.uk'],
  byDefault: true,
  inTrial: true,
  terms: 'Public feed of the NHS, not documented; adverts remain those of the employers.',
  accessMethods: [
    {
      kind: 'page',
      robots: true,
      minIntervalMs: 1_000,
      fills: ['company', 'location', 'postedText'],
      appliesSalary: false,
      sentPlace: whereText,
      steps: [
        {
          name: 'search',
          request: (search) => {
            const url = new URL('/api/v1/search_xml', SITE);
            url.searchParams.set('keyword', search.query);
            const where = whereText(search);
            if (where) url.searchParams.set('location', where);
            // Without a sort its pages repeat adverts, and leave out others.
            url.searchParams.set('sort', 'publicationDateDesc');
            url.searchParams.set('limit', String(PAGE_SIZE));
            url.searchParams.set('page', String(search.page));
            return { method: 'GET', url: url.href, headers: { accept: 'application/xml' } };
          },
          parse: (answer, { page }): ListingPage => {
            // The parser knows names in lower case alone.
            const document = readHtml(answer);
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
                description: field('description'),
                salaryText: field('salary'),
                termsText: field('type'),
                postedText: field('postDate'),
              };
            });
            // Where it states nothing but pages: as many results as pages before this one, at the least.
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
                  ? goesOn(listings.length, { page, size: PAGE_SIZE, total: results })
                  : goesOn(listings.length, { page, size: 1, total: pages }),
              ...siteTotalOf(results),
            };
          },
        },
      ],
    },
  ],
});

function directLink(url: string, reference: string): string {
  if (/^[A-Za-z0-9-]+$/.test(reference)) return `${SITE}/candidate/jobadvert/${reference}`;
  return url.replace(/^https?:\/\/beta\.jobs\.nhs\.uk\//, `${SITE}/`);
}
