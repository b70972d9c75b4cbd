import type { EgressRequest } from '../../src/egress/egress.ts';
import type { FakeAnswer, FakeInternet } from './fake-internet.ts';

/** Rating and number of reviews of an employer on the two sites. */
export interface KnownEmployer {
  name: string;
  indeed?: readonly [number, number];
  glassdoor?: readonly [number, number];
}

/** Reads the name and the site from a query such as `"Tesco" reviews site:glassdoor.co.uk`. */
export function readQuery(query: string): { name: string; site: 'indeed' | 'glassdoor' } {
  return { name: /"([^"]*)"/.exec(query)?.[1] ?? '', site: query.includes('glassdoor') ? 'glassdoor' : 'indeed' };
}

/** As a search engine does, returns results about every employer whose name contains the first word of the query. */
export function resultsFor(query: string, employers: readonly KnownEmployer[]) {
  const { name, site } = readQuery(query);
  const [first = ''] = name.toLowerCase().split(/\W+/).filter(Boolean);
  return employers
    .filter((employer) => first !== '' && employer.name.toLowerCase().includes(first))
    .flatMap((employer, index) => {
      const figures = employer[site];
      if (!figures) return [];
      const slug = employer.name.replace(/[^\p{L}\p{N}'&]+/gu, '-');
      const [rating, count] = figures;
      return site === 'glassdoor'
        ? [
            {
              url: `https://www.glassdoor.co.uk/Reviews/${slug}-Reviews-E${1000 + index}.htm`,
              title: `${employer.name} Reviews | Glassdoor`,
              text: `${employer.name} has an employee rating of ${rating} out of 5 stars, based on ${count.toLocaleString('en-GB')} company reviews on Glassdoor.`,
            },
          ]
        : [
            {
              url: `https://uk.indeed.com/cmp/${slug}/reviews`,
              title: `Working at ${employer.name}: ${count.toLocaleString('en-GB')} Reviews | Indeed.com`,
              text: `${employer.name} is rated ${rating} out of 5 stars based on ${count.toLocaleString('en-GB')} reviews.`,
            },
          ];
    });
}

export function searxngOf(employers: readonly KnownEmployer[]): (request: EgressRequest) => FakeAnswer {
  return ({ url }) => {
    const rows = resultsFor(new URL(url).searchParams.get('q') ?? '', employers);
    return {
      body: JSON.stringify({
        results: rows.map(({ url, title, text }) => ({ url, title, content: text })),
        unresponsive_engines: [],
      }),
    };
  };
}

export function braveOf(employers: readonly KnownEmployer[]): (request: EgressRequest) => FakeAnswer {
  return ({ url }) => {
    const rows = resultsFor(new URL(url).searchParams.get('q') ?? '', employers);
    return {
      body: JSON.stringify({
        type: 'search',
        web: { results: rows.map(({ url, title, text }) => ({ url, title, description: text })) },
      }),
    };
  };
}

export interface WrittenReview {
  stars: number;
  title?: string;
  text?: string;
  pros?: string;
  cons?: string;
}

/** Returns a company page of Indeed, with the data that the page's scripts read. */
export function indeedPage(
  employer: { name: string; rating: number; count: number },
  reviews: readonly WrittenReview[] = [],
  /** These members replace the same members of `reviewsList` in the data. */
  list: object = {},
): string {
  const data = {
    companyPageHeader: {
      companyHeader: { name: employer.name, rating: employer.rating, reviewCount: employer.count },
    },
    sidebarWidgets: {
      companyPageStats: {
        overallCompanyRating: { rating: employer.rating },
        reviewCategories: {
          compensationBenefits: 2.9,
          culture: 3.4,
          jobSecurityAdvancement: 3,
          management: 2.6,
          workLifeBalance: 3.7,
        },
      },
    },
    reviewsFilters: { reviewsCount: { totalReviewCount: employer.count, foundReviewCount: employer.count } },
    reviewsList: {
      companyName: employer.name,
      items: reviews.map((review, index) => ({
        encryptedReviewId: `r${index}`,
        overallRating: review.stars,
        title: { text: review.title ?? '' },
        text: { text: review.text ?? '' },
        ...(review.pros === undefined ? {} : { pros: { text: review.pros } }),
        ...(review.cons === undefined ? {} : { cons: { text: review.cons } }),
        languageTag: 'en-GB',
      })),
      ...list,
    },
  };
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html><html><head><title>${employer.name}</title></head><body><h1>${employer.name}</h1>
<script id="comp-initialData" type="application/json">${json}</script></body></html>`;
}

export function glassdoorAnswer(
  employer: { name: string; id: number; rating: number; count: number },
  reviews: readonly WrittenReview[] = [],
): string {
  return JSON.stringify({
    data: {
      employerReviews: {
        employer: { id: employer.id, shortName: employer.name },
        allReviewsCount: employer.count,
        ratedReviewsCount: Math.ceil(employer.count * 0.9),
        filteredReviewsCount: employer.count,
        ratings: { overallRating: employer.rating, reviewCount: employer.count, recommendToFriendRating: 0.63 },
        reviews: reviews.map((review, index) => ({
          reviewId: 500 + index,
          ratingOverall: review.stars,
          summary: review.title ?? '',
          pros: review.pros ?? '',
          cons: review.cons ?? '',
          languageId: 'eng',
          reviewDateTime: '2026-10-01T00:00:00',
        })),
      },
    },
  });
}

export function completion(content: unknown): FakeAnswer {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return {
    body: JSON.stringify({ choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }] }),
  };
}

export const REVIEWS: WrittenReview[] = [
  { stars: 4, title: 'Fine', pros: 'Friendly colleagues and flexible hours', cons: 'Low pay for the work' },
  { stars: 3, title: 'Okay', pros: 'Great colleagues, flexible hours every week', cons: 'Pay is low, no bonus' },
  { stars: 2, title: 'Meh', pros: 'Nice team', cons: 'Low pay and poor management' },
  { stars: 4, title: 'Good', pros: 'Supportive team, good training', cons: 'Management never listens' },
];

export function playIndeed(
  internet: FakeInternet,
  names: readonly string[],
  reviews: readonly WrittenReview[] = REVIEWS,
): void {
  internet.on('https://autocomplete.indeed.com/', ({ url }) => {
    const query = (new URL(url).searchParams.get('query') ?? '').toLowerCase();
    const rows = names.filter((name) => name.toLowerCase().includes(query));
    return { body: JSON.stringify(rows.map((suggestion, index) => ({ suggestion, employerKey: `k${index}` }))) };
  });
  for (const host of ['uk', 'fr']) {
    internet.on(`https://${host}.indeed.com/`, { status: 404 });
    for (const name of names) {
      internet.on(`https://${host}.indeed.com/cmp/${name.replaceAll(' ', '-')}/`, {
        body: indeedPage({ name, rating: 3.4, count: 1_000 }, reviews),
      });
    }
  }
}

/** Glassdoor answers clients that are not browsers with a bot challenge. */
export function blockGlassdoor(internet: FakeInternet): void {
  for (const host of ['www.glassdoor.com', 'api.glassdoor.com', 'www.glassdoor.co.uk', 'www.glassdoor.fr']) {
    internet.on(`https://${host}/`, { status: 403, body: '<title>Just a moment...</title>' });
  }
}

export function playGlassdoor(
  internet: FakeInternet,
  names: readonly string[],
  reviews: readonly WrittenReview[] = [],
): void {
  internet.on('https://www.glassdoor.com/autocomplete/employers', ({ url }) => {
    const term = new URL(url).searchParams.get('term') ?? '';
    const rows = names.map((label, index) => ({ label, id: 100 + index, shortName: label }));
    return { body: JSON.stringify(rows.filter(({ label }) => label.includes(term))) };
  });
  internet.on('https://www.glassdoor.com/bff/', ({ body = '' }) => {
    const id = Number((JSON.parse(body) as { employerId: number }).employerId);
    return { body: glassdoorAnswer({ name: names[id - 100] ?? '', id, rating: 3.9, count: 500 }, reviews) };
  });
}
