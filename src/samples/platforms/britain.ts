import type { Listing } from '../../sources/platforms/platform.ts';
import type { SampleAdvert } from '../adverts/advert.ts';
import { dayAndMonth, isoDay, numberOf, payInEnglish, slugOf, type SamplePlatform } from './sample-platform.ts';

/** In the sample data, Work Hub and CV-Library call every job that is not permanent "Contract". */
const CONTRACTS = { permanent: 'Permanent', fixed_term: 'Contract', freelance: 'Contract' };
const NHS_CONTRACTS = { permanent: 'Permanent', fixed_term: 'Fixed-Term', freelance: 'Bank' };
const HOURS = { full_time: 'Full time', part_time: 'Part time' };

/** Yearly and hourly pay is given as numbers, and other pay as text, so that the sample data has both forms. */
function reedPay(advert: SampleAdvert): Pick<Listing, 'salary' | 'salaryText'> {
  const { pay } = advert;
  return pay?.period === 'year' || pay?.period === 'hour'
    ? { salary: { min: pay.min, max: pay.max, period: pay.period, currency: 'GBP' } }
    : { salaryText: payInEnglish(advert) };
}

const reed: SamplePlatform = {
  code: 'reed',
  country: 'GB',
  changed: "the page does not hold its results' data",
  statesTotal: 'always',
  link: (advert) => `https://www.reed.co.uk/jobs/${slugOf(advert.title)}/${numberOf(advert)}`,
  toListing: (advert) => ({
    id: String(numberOf(advert)),
    location: advert.town,
    description: advert.text,
    postedText: `${isoDay(advert)}T08:00:00`,
    termsOfCodes: [
      advert.hours === 'full_time' ? 'full time' : '',
      advert.hours === 'part_time' ? 'part time' : '',
      advert.contract === 'permanent' ? 'permanent' : '',
    ].join(' '),
    ...(advert.mode === 'unknown' ? {} : { workMode: advert.mode }),
    agency: false,
    ...reedPay(advert),
  }),
};

const totaljobs: SamplePlatform = {
  code: 'totaljobs',
  country: 'GB',
  changed: "the page holds neither its results' data nor its cards",
  statesTotal: 'always',
  link: (advert) =>
    `https://www.totaljobs.com/job/${slugOf(advert.title)}/${slugOf(advert.company)}-job${numberOf(advert)}`,
  toListing: (advert) => ({
    id: String(numberOf(advert)),
    location: advert.town,
    description: advert.text,
    teaser: true,
    salaryText: payInEnglish(advert),
    postedText: `${isoDay(advert)}T07:30:00.000Z`,
    closingText: `${isoDay(advert, 42)}T23:59:00.000Z`,
  }),
};

/** No organisation has the code S0000, so no real vacancy has this reference. */
const referenceOf = ({ number }: SampleAdvert): string => `S0000-26-${String(number).padStart(4, '0')}`;

const nhsJobs: SamplePlatform = {
  code: 'nhs_jobs',
  country: 'GB',
  changed: 'the feed has neither vacancies nor totals',
  statesTotal: 'always',
  link: (advert) => `https://www.jobs.nhs.uk/candidate/jobadvert/${referenceOf(advert)}`,
  toListing: (advert) => ({
    id: referenceOf(advert),
    location: advert.town,
    description: advert.text,
    salaryText: payInEnglish(advert),
    termsText: `${NHS_CONTRACTS[advert.contract]}, ${HOURS[advert.hours]}`,
    postedText: `${isoDay(advert)}T09:00:00`,
    closingText: isoDay(advert, 28),
  }),
};

const WORK_HUB_TAGS = { remote: 'Remote', hybrid: 'Hybrid', 'on-site': 'On-site only', unknown: '' };
const workHubId = ({ number }: SampleAdvert): string => `66f0a1b2c3d4e5f6${String(number).padStart(8, '0')}`;

const workHub: SamplePlatform = {
  code: 'work_hub',
  country: 'GB',
  changed: 'the page holds no list of adverts, and does not say that there are none',
  statesTotal: 'of some',
  link: (advert) => `https://www.jobs.service.gov.uk/jobs/${workHubId(advert)}`,
  toListing: (advert) => {
    const tags = [WORK_HUB_TAGS[advert.mode], CONTRACTS[advert.contract], HOURS[advert.hours]]
      .filter(Boolean)
      .join(' ; ');
    return {
      id: workHubId(advert),
      location: advert.town,
      description: advert.text,
      teaser: true,
      salaryText: payInEnglish(advert),
      postedText: `${dayAndMonth(advert)} ${isoDay(advert).slice(0, 4)}`,
      workModeText: tags,
      termsText: tags,
    };
  },
};

const academicId = ({ number }: SampleAdvert): string => `ZZZ${900 + number}`;

const jobsAcUk: SamplePlatform = {
  code: 'jobs_ac_uk',
  country: 'GB',
  changed: 'the page holds no list of adverts, and does not say that there are none',
  searchesPlace: true,
  link: (advert) => `https://www.jobs.ac.uk/job/${academicId(advert)}/${slugOf(advert.title)}`,
  toListing: (advert) => ({
    id: academicId(advert),
    location: advert.town,
    description: advert.text,
    salaryText: payInEnglish(advert),
    postedText: dayAndMonth(advert),
  }),
};

const cvLibrary: SamplePlatform = {
  code: 'cv_library',
  country: 'GB',
  changed: 'the page holds no list of adverts, and does not say that there are none',
  link: (advert) => `https://www.cv-library.co.uk/job/${numberOf(advert)}/${slugOf(advert.title)}`,
  toListing: (advert) => ({
    id: String(numberOf(advert)),
    location: advert.town,
    description: advert.text,
    teaser: true,
    salaryText: payInEnglish(advert),
    termsText: CONTRACTS[advert.contract],
    postedText: `${isoDay(advert)}T09:30`,
  }),
};

/** Adzuna is missing here, because it covers both countries. */
export const PLATFORMS_GB: readonly SamplePlatform[] = [reed, totaljobs, nhsJobs, workHub, jobsAcUk, cvLibrary];
