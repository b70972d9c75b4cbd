import type { PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import type { FakeAnswer } from './fake-internet.ts';
import type { Answer } from './api.ts';

export const NHS = 'https://www.jobs.nhs.uk/';
export const REED = 'https://www.reed.co.uk/api/1.0/search';
export const KEYED = { REED_API_KEY: 'k3y' };
export const BOTH = ['reed', 'nhs_jobs'];

export function resultOf(answer: Answer): ScrapeJobsResult {
  if (!answer.json?.result) throw new Error(answer.text.slice(0, 500));
  return answer.json.result.structuredContent as ScrapeJobsResult;
}

export function rowOf(answer: Answer, platform: string): PlatformRow {
  return resultOf(answer).platforms.find((row) => row.platform === platform) as PlatformRow;
}

interface Advert {
  title: string;
  company?: string;
  location?: string;
  min?: number;
  max?: number;
  currency?: string;
  description?: string;
  date?: string;
}

export function reedAnswer(adverts: readonly Advert[], total = adverts.length): FakeAnswer {
  const results = adverts.map((advert, index) => ({
    jobId: 1_000 + index,
    jobTitle: advert.title,
    employerName: advert.company ?? `Firm ${index}`,
    locationName: advert.location ?? 'Leeds',
    minimumSalary: advert.min ?? null,
    maximumSalary: advert.max ?? null,
    currency: advert.min || advert.max ? (advert.currency ?? 'GBP') : null,
    date: advert.date ?? '10/11/2026',
    jobDescription: advert.description ?? 'A job.',
    jobUrl: `https://www.reed.co.uk/jobs/job/${advert.title.replace(/\W+/g, '-')}-${1_000 + index}`,
  }));
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ results, totalResults: total }) };
}

/** Returns an NHS Jobs feed with one vacancy for each title. */
export function feed(
  vacancies: readonly { title: string; employer?: string; location?: string; salary?: string }[],
): FakeAnswer {
  const items = vacancies.map(
    (
      { title, employer = 'Northtown NHS Trust', location = 'Leeds, LS1 1AA', salary = '£30,000 to £35,000 a year' },
      index,
    ) =>
      `<vacancyDetails><id>${index}</id><title>${title}</title><description>Care.</description><employer>${employer}</employer><salary>${salary}</salary><postDate>2026-11-1${index % 9}T09:00:00</postDate><url>https://beta.jobs.nhs.uk/candidate/jobadvert/X${index}</url><locations><location>${location}</location></locations></vacancyDetails>`,
  );
  return {
    body: `<nhsJobs>${items.join('')}<totalPages>1</totalPages><totalResults>${items.length}</totalResults></nhsJobs>`,
  };
}
