import { readDay } from '../../reading/day.ts';
import { readRating } from '../../reading/rating.ts';
import { findScriptById } from '../../reading/embedded.ts';
import { asObject, asObjects, asText, type JsonObject } from '../../reading/answer.ts';
import {
  isContradicted,
  keepReviews,
  readCanonical,
  readElement,
  readEmployerRating,
  readJsonText,
  readSubRatings,
  textOf,
  tidyName,
  tidyText,
  toCount,
  toLanguage,
} from './read-page.ts';
import { readNamedPage } from './site-url.ts';
import {
  ACCEPT_LANGUAGE,
  type Candidate,
  type EmployerPage,
  type Review,
  type ReviewSiteAdapter,
  type SiteRequest,
} from './site.ts';

const HOSTS = { GB: 'https://uk.indeed.com', FR: 'https://fr.indeed.com' } as const;
const LANGUAGES = { GB: 'en', FR: 'fr' } as const;

/** "Royal bam group" → "Royal-Bam-Group", as the site writes its addresses. */
function toSlug(name: string): string {
  const words = name.trim().split(/[\s/]+/);
  return encodeURIComponent(words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('-'));
}

function reviewsUrl(slug: string, country: 'GB' | 'FR'): string {
  return `${HOSTS[country]}/cmp/${slug}/reviews`;
}

/** Indeed company pages. Its rating and total are world-wide on every national host. */
export const indeed: ReviewSiteAdapter = {
  code: 'indeed',
  name: 'Indeed',
  searchedAt: { GB: 'uk.indeed.com/cmp', FR: 'fr.indeed.com/cmp' },
  hosts: ['autocomplete.indeed.com', 'uk.indeed.com', 'fr.indeed.com'],

  lookup(name, country) {
    const query = new URLSearchParams({
      query: name,
      country,
      language: LANGUAGES[country],
      count: '10',
      rich: 'true',
    });
    const get = (url: string): SiteRequest => ({ method: 'GET', url, acceptLanguage: ACCEPT_LANGUAGE[country] });
    return [
      get(`https://autocomplete.indeed.com/api/v0/suggestions/company?${query.toString()}`),
      get(`${HOSTS[country]}/companies/search?${new URLSearchParams({ q: name }).toString()}`),
      // The address that the name would have: often right, and the page says whose it is.
      { ...get(reviewsUrl(toSlug(name), country)), browser: true },
    ];
  },

  parseLookup(body, url) {
    const host = hostOf(url);
    if (/^\s*[[{]/.test(body)) return readSuggestions(readJsonText(body), host);
    const page = indeed.parsePage(body, url);
    if (page && page.url !== '') return [{ name: page.name, id: readId(body), url: page.url }];
    return readCompanyLinks(body, host);
  },

  pages(candidate, country) {
    const slug = /\/cmp\/([^/?#]{1,300})/.exec(candidate.url)?.[1] ?? toSlug(candidate.name);
    const request = {
      method: 'GET',
      url: reviewsUrl(slug, country),
      acceptLanguage: ACCEPT_LANGUAGE[country],
    } as const;
    return [request, { ...request, browser: true }];
  },

  parsePage(body, url) {
    const embedded = findScriptById(body, 'comp-initialData');
    const data = embedded === undefined ? undefined : asObject(readJsonText(embedded));
    const canonical = readCanonical(body) || url;
    const own = readNamedPage(canonical)?.site === 'indeed' ? canonical : '';
    const page = data ? readInitialData(data) : undefined;
    const figures = page ?? readEmployerRating(body) ?? readHeader(body);
    if (!figures) return null;
    const next = data && own !== '' ? readNext(data, own) : undefined;
    return {
      subRatings: {},
      recommendShare: null,
      reviews: keepReviews(readMarkupReviews(body)),
      ...figures,
      url: own,
      ...(next ? { next } : {}),
    };
  },
};

function hostOf(url: string): string {
  const country = URL.canParse(url) ? new URL(url).searchParams.get('country') : null;
  const national = URL.canParse(url) && /^[a-z]{2}\.indeed\.com$/.test(new URL(url).hostname);
  if (national) return new URL(url).origin;
  return country === 'FR' ? HOSTS.FR : HOSTS.GB;
}

function readSuggestions(value: unknown, host: string): Candidate[] {
  const rows = asObjects(value) ?? asObjects(asObject(value)?.['suggestions']) ?? [];
  return rows.slice(0, 50).flatMap((row) => {
    const payload = asObject(row['payload']) ?? {};
    const name = tidyName(row['suggestion'] ?? payload['name'] ?? row['name']);
    const id = asText(row['employerKey'] ?? payload['employerKey']).slice(0, 60);
    return name === '' ? [] : [{ name, id, url: `${host}/cmp/${toSlug(name)}` }];
  });
}

/** Companies that a result page links to, by their addresses: "Flink-8" may be the eighth Flink, its page tells. */
function readCompanyLinks(html: string, host: string): Candidate[] {
  const found = new Map<string, Candidate[]>();
  for (const link of html.matchAll(/href="(?:https:\/\/[a-z]{2,3}\.indeed\.com)?(\/cmp\/[^"/?#]{1,200})["/?#]/g)) {
    const url = `${host}${link[1] ?? ''}`;
    const page = readNamedPage(url);
    const names = new Set([tidyName(page?.name), tidyName(page?.withoutNumber)]);
    names.delete('');
    if (!found.has(url))
      found.set(
        url,
        [...names].map((name) => ({ name, id: '', url })),
      );
    if (found.size >= 30) break;
  }
  return [...found.values()].flat();
}

function readId(html: string): string {
  return /"encodedFccId":"([0-9a-f]{8,32})"/.exec(html)?.[1] ?? '';
}

function at(value: unknown, ...path: string[]): unknown {
  let here = value;
  for (const key of path) {
    const object = asObject(here);
    here = object && Object.hasOwn(object, key) ? object[key] : undefined;
  }
  return here;
}

function toNumbers(value: unknown): (number | null)[] {
  return Array.isArray(value) ? value.slice(0, 5).map(toCount) : [];
}

type Figures = Omit<EmployerPage, 'url'>;

function readInitialData(data: JsonObject): Figures | undefined {
  const header = asObject(at(data, 'companyPageHeader', 'companyHeader')) ?? {};
  const stats = asObject(at(data, 'sidebarWidgets', 'companyPageStats')) ?? {};
  const name = tidyName(header['name'] ?? at(data, 'reviewsList', 'companyName'));
  const reviewCount =
    toCount(header['reviewCount']) ??
    toCount(at(stats, 'overallCompanyRating', 'totalReviewCount')) ??
    toCount(at(data, 'reviewsFilters', 'reviewsCount', 'totalReviewCount'));
  const id = asText(data['encodedFccId']);
  const listId = asText(at(data, 'reviewsList', 'encodedFccId'));
  // Two employers on one page: neither figure is proven.
  if (name === '' || reviewCount === null || (id !== '' && listId !== '' && id !== listId)) return undefined;
  const rating = readRating(header['rating']) ?? readRating(at(stats, 'overallCompanyRating', 'rating'));
  if (isContradicted(rating, toNumbers(at(data, 'sidebarWidgets', 'reviewHistogram', 'counts')))) return undefined;
  const pageLanguage = at(data, 'requestContext', 'language');
  const items = asObjects(at(data, 'reviewsList', 'items')) ?? [];
  return {
    name,
    rating: reviewCount === 0 ? null : rating,
    reviewCount,
    subRatings: readSubRatings(asObject(stats['reviewCategories']) ?? {}, SUB_RATINGS),
    recommendShare: null,
    reviews: keepReviews(items.map((item) => readReview(item, pageLanguage))),
  };
}

/** The following page of reviews. Where the gate is up it asks to log in: that is not tried. */
function readNext(data: JsonObject, own: string): SiteRequest | undefined {
  if (at(data, 'reviewsList', 'contentGate', 'eligible') === true) return undefined;
  const href = asText(at(data, 'reviewsList', 'pagination', 'paginationNextLink', 'href'));
  if (!/^\/cmp\/[^/?#\s]{1,300}\/reviews\?start=\d{1,5}$/.test(href)) return undefined;
  const { origin } = new URL(own);
  const country = origin === HOSTS.FR ? 'FR' : 'GB';
  return { method: 'GET', url: `${origin}${href}`, acceptLanguage: ACCEPT_LANGUAGE[country] };
}

const SUB_RATINGS = {
  compensationBenefits: 'pay_benefits',
  culture: 'culture',
  jobSecurityAdvancement: 'career',
  management: 'management',
  workLifeBalance: 'work_life_balance',
};

function readReview(item: JsonObject, pageLanguage: unknown): Review {
  return {
    id: asText(item['encryptedReviewId']).slice(0, 60),
    rating: readRating(item['overallRating']),
    title: tidyText(at(item, 'title', 'text')),
    pros: tidyText(at(item, 'pros', 'text')),
    cons: tidyText(at(item, 'cons', 'text')),
    text: tidyText(at(item, 'text', 'text')),
    date: readDay(item['submissionDate']),
    // Given only where it is not the page's.
    language: toLanguage(item['languageTag'] ?? at(item, 'text', 'languageTag') ?? pageLanguage),
  };
}

/** The markup of the page's head: name, rating and total of the one employer it is about. */
function readHeader(html: string): Figures | undefined {
  const start = html.indexOf('itemprop="aggregateRating"');
  if (start < 0 || html.includes('itemprop="aggregateRating"', start + 30)) return undefined;
  const before = html.slice(Math.max(0, start - 1_500), start);
  const named = before.slice(before.lastIndexOf('itemprop="name"'));
  const name = tidyName(textOf(/^itemprop="name"[^>]{0,200}>([^<]{1,300})</.exec(named)?.[1] ?? ''));
  const after = html.slice(start, start + 20_000);
  const value = /itemprop="ratingValue"(?:[^>]{0,200}\bcontent="([\d.,]{1,8})"|[^>]{0,200}>\s*([\d.,]{1,8})\s*<)/.exec(
    after,
  );
  const count = /itemprop="reviewCount"[^>]{0,200}\bcontent="(\d{1,9})"/.exec(after)?.[1];
  const reviewCount = toCount(count);
  if (name === '' || reviewCount === null) return undefined;
  return {
    name,
    rating: readRating(value?.[1] ?? value?.[2]),
    reviewCount,
    subRatings: {},
    recommendShare: null,
    reviews: keepReviews(readMarkupReviews(html)),
  };
}

function readMarkupReviews(html: string): Review[] {
  const parts = html.split('data-testid="reviews[]"', 60).slice(1);
  const language = toLanguage(/<html\b[^>]{0,300}\blang="([a-zA-Z-]{2,8})"/.exec(html.slice(0, 3_000))?.[1]);
  return parts.map((part, index) => {
    const markup = part.slice(0, 30_000);
    const pick = (pattern: RegExp) => pattern.exec(markup)?.[1] ?? '';
    return {
      id: pick(/data-testentityid="([^"]{1,60})"/) || `#${index}`,
      rating: readRating(pick(/itemprop="ratingValue"[^>]{0,100}content="([\d.,]{1,5})"/)),
      title: textOf(readElement(markup, 'data-testid="title"', '</h2>', 2_000)),
      pros: '',
      cons: '',
      text: tidyText(textOf(readElement(markup, 'itemprop="reviewBody"', '</div>', 20_000))),
      date: readDay(pick(/itemprop="datePublished"[^>]{0,100}content="([^"]{1,60})"/)),
      language,
    };
  });
}
