import { asObject, asText, readJson, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { toListing } from './jsonld.ts';
import { definePlatform, type Listing, type ListingPage } from './platform.ts';
import { siftByWords } from './query-words.ts';
import { requireRows } from './result-page.ts';

const SITE = 'https://teaching-vacancies.service.gov.uk';

/**
 * Teaching Vacancies, jobs in England's state schools: an open list of
 * JobPostings without a search, so that its pages are read one by one and
 * filtered here.
 */
export const teachingVacancies = definePlatform({
  code: 'teaching_vacancies',
  name: 'Teaching Vacancies',
  country: 'GB',
  hosts: ['teaching-vacancies.service.gov.uk'],
  byDefault: false,
  inTrial: false,
  attribution: 'Contains public sector information licensed under the Open Government Licence v3.0.',
  terms: 'Open Government Licence v3.0; no charge for contact or hiring.',
  maximumPages: 20,
  accessMethods: [
    {
      kind: 'page',
      robots: true,
      minIntervalMs: 500,
      fills: ['company', 'location'],
      appliesSalary: false,
      sentPlace: () => '',
      steps: [
        {
          name: 'search',
          request: ({ page }) => ({
            method: 'GET',
            url: `${SITE}/api/v1/jobs.json?page=${page}`,
            headers: { accept: 'application/json' },
          }),
          parse: (answer, { query, page }): ListingPage => {
            const body = asObject(readJson(answer));
            const pages = Number(asObject(body?.['meta'])?.['totalPages'] ?? 0);
            const next = asText(asObject(body?.['links'])?.['next']);
            // As many rows as pages before this one, at the least.
            const rows = requireRows(body?.['data'], { total: pages, before: page - 1 });
            return {
              ...siftByWords(rows.map(readVacancy), query),
              hasMore: rows.length > 0 && (next !== '' || page < pages),
            };
          },
        },
      ],
    },
  ],
});

/** Pay stands as a sentence in a field that the vocabulary does not have. */
function readVacancy(posting: JsonObject): Listing {
  const listing = toListing(posting, SITE);
  const pay = htmlToText(asText(posting['salary']));
  return pay === '' || listing.salary || listing.salaryText ? listing : { ...listing, salaryText: pay };
}
