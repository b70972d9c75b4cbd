import type { SampleAdvert } from '../adverts/advert.ts';
import {
  dayAndMonth,
  escapeHtml,
  isoDay,
  numberOf,
  payInEnglish,
  slugOf,
  toScriptJson,
  type SampleSearchInput,
  type JobSite,
} from './job-site.ts';

/** What is not permanent is contract on most British sites. */
const CONTRACTS = { permanent: 'Permanent', fixed_term: 'Contract', freelance: 'Contract' };
const NHS_CONTRACTS = { permanent: 'Permanent', fixed_term: 'Fixed-Term', freelance: 'Bank' };
const HOURS = { full_time: 'Full time', part_time: 'Part time' };

const HTML = 'text/html; charset=utf-8';
const parameter =
  (path: string, name: string) =>
  ({ url }: SampleSearchInput): string | undefined =>
    url.pathname === path ? (url.searchParams.get(name) ?? '') : undefined;

const REED_MODES = { remote: 'Remote', hybrid: 'Hybrid', 'on-site': 'On-Site', unknown: 'NotSpecified' };

/** `jobType`: what is not permanent is contract. */
const REED_CONTRACTS = { permanent: 1, fixed_term: 2, freelance: 2 };

const reed: JobSite = {
  code: 'reed',
  country: 'GB',
  hosts: ['www.reed.co.uk'],
  readQuery: parameter('/jobs', 'keywords'),
  contentType: HTML,
  link: (advert) => `https://www.reed.co.uk/jobs/${slugOf(advert.title)}/${numberOf(advert)}`,
  writeResults: (adverts) => {
    const jobs = adverts.map((advert) => ({
      url: new URL(reed.link(advert)).pathname,
      profileName: advert.company,
      jobDetail: {
        jobId: numberOf(advert),
        jobTitle: advert.title,
        ouName: advert.company,
        displayLocationName: advert.town,
        displayDate: `${isoDay(advert)}T08:00:00`,
        // Monthly and daily pay stands in words there.
        ...(advert.pay && (advert.pay.period === 'year' || advert.pay.period === 'hour')
          ? {
              salaryFrom: advert.pay.min,
              salaryTo: advert.pay.max,
              salaryType: advert.pay.period === 'hour' ? 1 : 5,
              salaryCurrencyId: 1,
            }
          : { salaryDescription: payInEnglish(advert) }),
        remoteWorkingOption: REED_MODES[advert.mode],
        jobType: REED_CONTRACTS[advert.contract],
        isFullTime: advert.hours === 'full_time',
        isPartTime: advert.hours === 'part_time',
        ouType: 2,
        jobDescription: `<p>${escapeHtml(advert.text)}</p>`,
      },
    }));
    const data = { props: { pageProps: { searchResults: { count: jobs.length, jobs } } } };
    return `<!doctype html><html lang="en"><head><title>Jobs</title></head><body><div id="__next"></div>
<script id="__NEXT_DATA__" type="application/json">${toScriptJson(data)}</script></body></html>`;
  },
};

const totaljobs: JobSite = {
  code: 'totaljobs',
  country: 'GB',
  hosts: ['www.totaljobs.com'],
  // Its addresses have hyphens for all other marks, that of a scenario too.
  readQuery: ({ url }) =>
    /^\/jobs\/([^/]+)/
      .exec(url.pathname)?.[1]
      ?.replace(/^test-/, 'test:')
      .replaceAll('-', ' '),
  contentType: HTML,
  link: (advert) =>
    `https://www.totaljobs.com/job/${slugOf(advert.title)}/${slugOf(advert.company)}-job${numberOf(advert)}`,
  writeResults: (adverts) => {
    const items = adverts.map((advert) => ({
      id: numberOf(advert),
      title: advert.title,
      url: new URL(totaljobs.link(advert)).pathname,
      companyName: advert.company,
      datePosted: `${isoDay(advert)}T07:30:00.000Z`,
      location: advert.town,
      salary: payInEnglish(advert),
      workFromHome: '',
      publishToDate: `${isoDay(advert, 42)}T23:59:00.000Z`,
      textSnippet: escapeHtml(advert.text),
    }));
    const state = {
      searchResults: { items, pagination: { page: 1, perPage: 25, pageCount: 1, totalCount: items.length } },
    };
    return `<!doctype html><html lang="en"><head><title>Jobs</title></head><body><script>window.__PRELOADED_STATE__ = {};
window.__PRELOADED_STATE__["app-unifiedResultlist"] = ${toScriptJson(state)};</script></body></html>`;
  },
};

/** Of no organisation: none has the code S0000. */
const referenceOf = ({ number }: SampleAdvert): string => `S0000-26-${String(number).padStart(4, '0')}`;

const nhsJobs: JobSite = {
  code: 'nhs_jobs',
  country: 'GB',
  hosts: ['www.jobs.nhs.uk'],
  readQuery: parameter('/api/v1/search_xml', 'keyword'),
  contentType: 'application/xml',
  link: (advert) => `https://www.jobs.nhs.uk/candidate/jobadvert/${referenceOf(advert)}`,
  writeResults: (adverts) => {
    const vacancies = adverts.map(
      (advert) => `<vacancyDetails>
<id>${90_000 + advert.number}</id><reference>${referenceOf(advert)}</reference><title>${escapeHtml(advert.title)}</title>
<description>${escapeHtml(advert.text)}</description><employer>${escapeHtml(advert.company)}</employer>
<type>${NHS_CONTRACTS[advert.contract]}, ${HOURS[advert.hours]}</type><salary>${payInEnglish(advert)}</salary>
<closeDate>${isoDay(advert, 28)}</closeDate><postDate>${isoDay(advert)}T09:00:00</postDate>
<url>${nhsJobs.link(advert)}</url><locations><location>${advert.town}</location></locations>
</vacancyDetails>`,
    );
    return `<nhsJobs><totalPages>1</totalPages><totalResults>${adverts.length}</totalResults>${vacancies.join('\n')}</nhsJobs>`;
  },
};

const WORK_HUB_TAGS = { remote: 'Remote', hybrid: 'Hybrid', 'on-site': 'On-site only', unknown: '' };
const workHubId = ({ number }: SampleAdvert): string => `66f0a1b2c3d4e5f6${String(number).padStart(8, '0')}`;

const workHub: JobSite = {
  code: 'work_hub',
  country: 'GB',
  hosts: ['www.jobs.service.gov.uk'],
  readQuery: parameter('/jobs/search', 'keywords'),
  contentType: HTML,
  link: (advert) => `https://www.jobs.service.gov.uk/jobs/${workHubId(advert)}`,
  writeResults: (adverts) => {
    const cards = adverts.map((advert) => {
      const id = workHubId(advert);
      const tags = [WORK_HUB_TAGS[advert.mode], CONTRACTS[advert.contract], HOURS[advert.hours]].filter(Boolean);
      return `<li><div data-testid="searchResultCard-${id}"><h3><a data-testid="jobTitle-${id}" href="/jobs/${id}">${escapeHtml(advert.title)}</a></h3>
<p data-testid="searchResultCardEmployer"><span>${escapeHtml(advert.company)}</span><span> - ${advert.town}</span></p>
<p class="govuk-body govuk-!-font-weight-bold">${payInEnglish(advert)}</p>
<div data-testid="searchResultsCardTags">${tags.map((one) => `<strong class="govuk-tag">${one}</strong>`).join(' ')}</div>
<p data-testid="searchResultCardJobDescription">${escapeHtml(advert.text)}</p><p>Added on ${dayAndMonth(advert)} ${isoDay(advert).slice(0, 4)}</p></div></li>`;
    });
    const found = adverts.length === 0 ? '<p>No jobs match your search.</p>' : `<ul>${cards.join('\n')}</ul>`;
    return `<!doctype html><html lang="en"><head><title>Search results</title></head><body><h1>Search results</h1><h2>${adverts.length} jobs</h2>${found}</body></html>`;
  },
};

const academicId = ({ number }: SampleAdvert): string => `ZZZ${900 + number}`;

const jobsAcUk: JobSite = {
  code: 'jobs_ac_uk',
  country: 'GB',
  hosts: ['www.jobs.ac.uk'],
  readQuery: parameter('/search/', 'keywords'),
  contentType: HTML,
  link: (advert) => `https://www.jobs.ac.uk/job/${academicId(advert)}/${slugOf(advert.title)}`,
  writeResults: (adverts) => {
    const cards = adverts.map(
      (
        advert,
      ) => `<div class="j-search-result__result" data-advert-id="${academicId(advert)}"><a href="${new URL(jobsAcUk.link(advert)).pathname}">${escapeHtml(advert.title)}</a>
<div class="j-search-result__department">${escapeHtml(advert.text)}</div><div class="j-search-result__employer"><b>${escapeHtml(advert.company)}</b></div>
<div>Location: ${advert.town}</div><div class="j-search-result__info">Salary: ${payInEnglish(advert)}</div><div>Date Placed: ${dayAndMonth(advert)}</div></div>`,
    );
    const found = adverts.length === 0 ? '<p>No jobs were found for this search.</p>' : cards.join('\n');
    return `<!doctype html><html lang="en"><head><title>Search</title></head><body><h1>Search results</h1>${found}</body></html>`;
  },
};

const cvLibrary: JobSite = {
  code: 'cv_library',
  country: 'GB',
  hosts: ['www.cv-library.co.uk'],
  readQuery: parameter('/search-jobs', 'q'),
  contentType: HTML,
  link: (advert) => `https://www.cv-library.co.uk/job/${numberOf(advert)}/${slugOf(advert.title)}`,
  writeResults: (adverts) => {
    const cards = adverts.map((advert) => {
      const facts = {
        'job-id': String(numberOf(advert)),
        'job-title': advert.title,
        'company-name': advert.company,
        'job-location': advert.town,
        'job-salary': payInEnglish(advert),
        'job-type': CONTRACTS[advert.contract],
        'job-posted': `${isoDay(advert)}T09:30`,
      };
      const attributes = Object.entries(facts).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
      return `<li><article class="job" ${attributes.join(' ')}><h2><a href="${new URL(cvLibrary.link(advert)).pathname}">${escapeHtml(advert.title)}</a></h2><p class="job__description">${escapeHtml(advert.text)}</p></article></li>`;
    });
    const found =
      adverts.length === 0
        ? '<p>Sorry, no jobs match your search.</p>'
        : `<ol id="searchResults">${cards.join('\n')}</ol>`;
    return `<!doctype html><html lang="en"><head><title>Jobs</title></head><body><h1>Jobs</h1>${found}</body></html>`;
  },
};

/** Platforms of Great Britain; Adzuna, which is in both countries, has a file of its own. */
export const SITES_GB: readonly JobSite[] = [reed, totaljobs, nhsJobs, workHub, jobsAcUk, cvLibrary];
