import type { HTMLElement } from 'node-html-parser';
import { asObject, asObjects, asText, type JsonObject } from '../../reading/answer.ts';
import { readDay } from '../../reading/day.ts';
import { foldWords } from '../../lib/text.ts';
import { findScriptById } from '../../reading/embedded.ts';
import { readRating } from '../../reading/rating.ts';
import {
  attributeOf,
  isContradicted,
  keepReviews,
  readCanonical,
  readEmployerRating,
  readJsonText,
  readPage,
  readSubRatings,
  tidyName,
  tidyText,
  toCount,
  toLanguage,
} from './read-page.ts';
import { readHeader, readMarkupReviews } from './indeed-markup.ts';
import { readNamedPage } from './site-url.ts';
import {
  ACCEPT_LANGUAGE,
  type Candidate,
  type EmployerPage,
  type Review,
  type ReviewSiteAdapter,
  type SiteRequest,
} from './site.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const HOSTS = { GB: 'https://uk.indeed.com', FR: 'https://fr.indeed.com' } as const;
const LANGUAGES = { GB: 'en', FR: 'fr' } as const;

/** "Royal bam group" → "Royal-Bam-Group", as in the site's addresses */
function toSlug(name: string): string {
  const words = name.trim().split(/[\s/]+/);
  return encodeURIComponent(words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('-'));
}

function reviewsUrl(slug: string, country: 'GB' | 'FR'): string {
  return `${HOSTS[country]}/cmp/${slug}/reviews`;
}

/** Every national host states the world-wide rating and number of reviews. */
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
      // This address is guessed from the name. A wrong guess is noticed, because the page names its employer.
      { ...get(reviewsUrl(toSlug(name), country)), browser: true },
    ];
  },

  parseLookup(body, url) {
    const host = hostOf(url);
    if (/^\s*[[{]/.test(body)) return readSuggestions(readJsonText(body), host);
    const page = readPage(body, url);
    if (!page) return null;
    const employer = readEmployerPage(page, body, url);
    if (employer && employer.url !== '') return [{ name: employer.name, id: readId(body), url: employer.url }];
    const links = readCompanyLinks(page, host);
    // A page without companies means that none was found only if it is the search page.
    return links.length > 0 || isSearchPage(page, url) ? links : null;
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
    const page = readPage(body, url);
    return page ? readEmployerPage(page, body, url) : null;
  },
};

function readEmployerPage(page: HTMLElement, body: string, url: string): EmployerPage | null {
  const embedded = findScriptById(body, 'comp-initialData');
  const data = embedded === undefined ? undefined : asObject(readJsonText(embedded));
  const canonical = readCanonical(page) || url;
  const own = readNamedPage(canonical)?.site === 'indeed' ? canonical : '';
  const figures = (data && readInitialData(data)) ?? readEmployerRating(page) ?? readHeader(page);
  if (!figures) return null;
  const next = data && own !== '' ? readNext(data, own) : undefined;
  return {
    subRatings: {},
    recommendShare: null,
    reviews: keepReviews(readMarkupReviews(page)),
    ...figures,
    url: own,
    ...(next ? { next } : {}),
  };
}

function hostOf(url: string): string {
  const country = canParseUrl(url) ? new URL(url).searchParams.get('country') : null;
  const national = canParseUrl(url) && /^[a-z]{2}\.indeed\.com$/.test(new URL(url).hostname);
  if (national) return new URL(url).origin;
  return country === 'FR' ? HOSTS.FR : HOSTS.GB;
}

/** Returns null if there is no list, or if the list has rows but none of them is a company. */
function readSuggestions(value: unknown, host: string): Candidate[] | null {
  const rows = asObjects(value) ?? asObjects(asObject(value)?.['suggestions']);
  if (!rows) return null;
  const found = rows.slice(0, 50).flatMap((row) => {
    const payload = asObject(row['payload']) ?? {};
    const name = tidyName(row['suggestion'] ?? payload['name'] ?? row['name']);
    const id = asText(row['employerKey'] ?? payload['employerKey']).slice(0, 60);
    return name === '' ? [] : [{ name, id, url: `${host}/cmp/${toSlug(name)}` }];
  });
  return found.length > 0 || rows.length === 0 ? found : null;
}

function isSearchPage(page: HTMLElement, url: string): boolean {
  const path = canParseUrl(url) ? new URL(url).pathname : '';
  return path.startsWith('/companies/search') && page.querySelector('form[action*="/companies/search"]') !== null;
}

const MOST_LINKS = 30;

/** "Flink-8" is either a company called "Flink 8" or the eighth one called "Flink", so both names are returned. */
function readCompanyLinks(page: HTMLElement, host: string): Candidate[] {
  const found = new Map<string, Candidate[]>();
  for (const link of page.querySelectorAll('a[href*="/cmp/"]')) {
    const path = /^(?:https:\/\/[a-z]{2,3}\.indeed\.com)?(\/cmp\/[^/?#]{1,200})(?:[/?#]|$)/.exec(
      attributeOf(link, 'href'),
    )?.[1];
    if (path === undefined || found.size >= MOST_LINKS) continue;
    const url = `${host}${path}`;
    const named = readNamedPage(url);
    const names = new Set([tidyName(named?.name), tidyName(named?.withoutNumber)]);
    names.delete('');
    found.set(
      url,
      [...names].map((name) => ({ name, id: '', url })),
    );
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
  // Two different IDs mean that the page has data of two employers, so its figures are uncertain.
  if (name === '' || reviewCount === null || (id !== '' && listId !== '' && id !== listId)) return undefined;
  const rating = readRating(header['rating']) ?? readRating(at(stats, 'overallCompanyRating', 'rating'));
  if (isContradicted(rating, toNumbers(at(data, 'sidebarWidgets', 'reviewHistogram', 'counts')))) return undefined;
  const pageLanguage = at(data, 'requestContext', 'language');
  const listName = tidyName(at(data, 'reviewsList', 'companyName'));
  const isOwnList = listName === '' || foldWords(listName) === foldWords(name);
  const items = isOwnList ? (asObjects(at(data, 'reviewsList', 'items')) ?? []) : [];
  return {
    name,
    rating: reviewCount === 0 ? null : rating,
    reviewCount,
    subRatings: readSubRatings(asObject(stats['reviewCategories']) ?? {}, SUB_RATINGS),
    recommendShare: null,
    reviews: keepReviews(items.map((item) => readReview(item, pageLanguage))),
  };
}

/** Returns undefined if there is no next page of reviews, or if the site shows it only after a log-in. */
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
    // A review states its language only if that differs from the page's.
    language: toLanguage(item['languageTag'] ?? at(item, 'text', 'languageTag') ?? pageLanguage),
  };
}
