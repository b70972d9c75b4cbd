import { foldWords } from '../lib/text.ts';
import { EMPLOYERS, type SampleEmployer } from './employers.ts';
import { slugOf, toScriptJson } from './platforms/sample-platform.ts';
import { isUnreachableName } from './scenarios.ts';

export const SEARCH_ENGINE = 'https://search.example';

export interface ReviewRequest {
  url: URL;
  /** "" if the request has no body. */
  body: string;
}

export type ReviewAnswer = { contentType: string; body: string } | 'unreachable' | 'not_found';

const JSON_TYPE = 'application/json';

/**
 * The number is larger than any real one, because the address is on the real site and must not be that of a real
 * employer.
 */
function idOf(employer: SampleEmployer): number {
  return 990_000_000 + EMPLOYERS.indexOf(employer);
}

export function addressOf(employer: SampleEmployer, site: 'indeed' | 'glassdoor'): string {
  const slug = employer.name.split(' ').join('-');
  const { country } = employer;
  if (site === 'indeed')
    return `https://${country === 'FR' ? 'fr' : 'uk'}.indeed.com/cmp/${encodeURIComponent(slug)}/reviews`;
  const word = slugOf(employer.name);
  return country === 'FR'
    ? `https://www.glassdoor.fr/Avis/${word}-Avis-E${idOf(employer)}.htm`
    : `https://www.glassdoor.co.uk/Reviews/${word}-Reviews-E${idOf(employer)}.htm`;
}

function named(name: string): SampleEmployer[] {
  const words = foldWords(name);
  return words === '' ? [] : EMPLOYERS.filter((employer) => ` ${foldWords(employer.name)} `.includes(` ${words} `));
}

/** True also for an employer with a stale record, so that the record cannot be renewed. */
function isUnreachable(name: string): boolean {
  if (isUnreachableName(name)) return true;
  return named(name).some(({ state }) => state === 'unreachable' || state === 'stale');
}

function search({ url }: ReviewRequest): ReviewAnswer {
  const query = url.searchParams.get('q') ?? '';
  const name = /"([^"]*)"/.exec(query)?.[1] ?? '';
  if (isUnreachable(name)) return 'unreachable';
  const site = query.includes('glassdoor') ? 'glassdoor' : 'indeed';
  const results = named(name).flatMap((employer) => {
    const figures = employer[site];
    if (!figures) return [];
    return [{ url: addressOf(employer, site), ...snippetOf(employer.name, site, figures) }];
  });
  return { contentType: JSON_TYPE, body: JSON.stringify({ results, unresponsive_engines: [] }) };
}

function snippetOf(
  name: string,
  site: 'indeed' | 'glassdoor',
  [rating, count]: readonly [number, number],
): { title: string; content: string } {
  const number = count.toLocaleString('en-GB');
  return site === 'glassdoor'
    ? {
        title: `${name} Reviews | Glassdoor`,
        content: `${name} has an employee rating of ${rating} out of 5 stars, based on ${number} company reviews on Glassdoor.`,
      }
    : {
        title: `Working at ${name}: ${number} Reviews | Indeed.com`,
        content: `${name} is rated ${rating} out of 5 stars based on ${number} reviews.`,
      };
}

function indeedPage(employer: SampleEmployer, [rating, count]: readonly [number, number]): string {
  const { name, reviews, country } = employer;
  const data = {
    companyPageHeader: { companyHeader: { name, rating, reviewCount: count } },
    sidebarWidgets: {
      companyPageStats: {
        overallCompanyRating: { rating },
        reviewCategories: {
          compensationBenefits: Math.max(1, rating - 0.6),
          culture: rating,
          jobSecurityAdvancement: Math.max(1, rating - 0.3),
          management: Math.max(1, rating - 0.4),
          workLifeBalance: Math.min(5, rating + 0.2),
        },
      },
    },
    reviewsFilters: { reviewsCount: { totalReviewCount: count, foundReviewCount: count } },
    reviewsList: {
      companyName: name,
      items: reviews.map(([stars, pros, cons], index) => ({
        encryptedReviewId: `sample-${index}`,
        overallRating: stars,
        title: { text: '' },
        text: { text: '' },
        pros: { text: pros },
        cons: { text: cons },
        languageTag: country === 'FR' ? 'fr-FR' : 'en-GB',
      })),
    },
  };
  return `<!doctype html><html><head><title>${name}</title></head><body><h1>${name}</h1><script id="comp-initialData" type="application/json">${toScriptJson(data)}</script></body></html>`;
}

function glassdoorAnswer(employer: SampleEmployer, [rating, count]: readonly [number, number]): string {
  const { name, reviews, country } = employer;
  return JSON.stringify({
    data: {
      employerReviews: {
        employer: { id: idOf(employer), shortName: name },
        allReviewsCount: count,
        ratedReviewsCount: count,
        filteredReviewsCount: count,
        ratings: { overallRating: rating, reviewCount: count, recommendToFriendRating: rating / 6 },
        reviews: reviews.map(([stars, pros, cons], index) => ({
          reviewId: 900 + index,
          ratingOverall: stars,
          summary: '',
          pros,
          cons,
          languageId: country === 'FR' ? 'fra' : 'eng',
          reviewDateTime: '2026-08-01T00:00:00',
        })),
      },
    },
  });
}

/** Answers requests for Indeed's name suggestions and company pages. */
function indeed({ url }: ReviewRequest): ReviewAnswer {
  if (url.hostname === 'autocomplete.indeed.com') {
    const name = url.searchParams.get('query') ?? '';
    if (isUnreachable(name)) return 'unreachable';
    const rows = named(name).filter((employer) => employer.indeed);
    return {
      contentType: JSON_TYPE,
      body: JSON.stringify(rows.map((row) => ({ suggestion: row.name, employerKey: `sample-${idOf(row)}` }))),
    };
  }
  const slug = /^\/cmp\/([^/]+)\/reviews$/.exec(url.pathname)?.[1];
  if (slug === undefined) return 'not_found';
  const name = decodeURIComponent(slug).replaceAll('-', ' ');
  if (isUnreachable(name)) return 'unreachable';
  const employer = EMPLOYERS.find((one) => foldWords(one.name) === foldWords(name));
  if (!employer?.indeed) return 'not_found';
  return { contentType: 'text/html; charset=utf-8', body: indeedPage(employer, employer.indeed) };
}

function glassdoor({ url, body }: ReviewRequest): ReviewAnswer {
  if (url.pathname === '/autocomplete/employers') {
    const name = url.searchParams.get('term') ?? '';
    if (isUnreachable(name)) return 'unreachable';
    const rows = named(name).filter((employer) => employer.glassdoor);
    return {
      contentType: JSON_TYPE,
      body: JSON.stringify(rows.map((row) => ({ label: row.name, id: idOf(row), shortName: row.name }))),
    };
  }
  if (url.pathname.startsWith('/bff/')) {
    const id = Number((JSON.parse(body) as { employerId?: unknown }).employerId);
    const employer = EMPLOYERS.find((one) => idOf(one) === id);
    if (employer?.glassdoor) return { contentType: JSON_TYPE, body: glassdoorAnswer(employer, employer.glassdoor) };
    return 'not_found';
  }
  const name = url.searchParams.get('input') ?? url.searchParams.get('keyword') ?? '';
  return isUnreachable(name) ? 'unreachable' : 'not_found';
}

export function answerReviews(request: ReviewRequest): ReviewAnswer | undefined {
  const { origin, hostname } = request.url;
  if (origin === SEARCH_ENGINE) return search(request);
  if (hostname.endsWith('.indeed.com')) return indeed(request);
  return /(?:^|\.)glassdoor\.(?:com|co\.uk|fr)$/.test(hostname) ? glassdoor(request) : undefined;
}
