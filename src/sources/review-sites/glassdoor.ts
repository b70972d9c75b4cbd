import { decodeHTML } from 'entities';
import type { HTMLElement } from 'node-html-parser';
import { asObject, asObjects, asText, type JsonObject } from '../../reading/answer.ts';
import { readDay } from '../../reading/day.ts';
import { decode } from '../../reading/entities.ts';
import { readNumber, readRating } from '../../reading/rating.ts';
import { readMarkup } from './glassdoor-markup.ts';
import { findEmbeddedReviews, idOf, idOfUrl, type EmbeddedReviews } from './glassdoor-state.ts';
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
import { readNamedPage, siteOfUrl } from './site-url.ts';
import {
  ACCEPT_LANGUAGE,
  type Candidate,
  type EmployerPage,
  type Review,
  type ReviewSiteAdapter,
  type SiteRequest,
} from './site.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const HOSTS = { GB: 'https://www.glassdoor.co.uk', FR: 'https://www.glassdoor.fr' } as const;
const LANGUAGES = { GB: 'eng', FR: 'fra' } as const;
const REVIEWS_ENDPOINT = '/bff/employer-profile-mono/employer-reviews';
const PAGE_SIZE = 20;
const WWW = 'www.glassdoor.com';
/** Selector of the search box, which every search page has, even one without results. */
const SEARCH_MARKS =
  'input[name*="keyword"], form[action*="/Search/"], form[action*="company-reviews.htm"], [data-test="search-form"]';
/** `"token":"…"` in a page. The site's scripts send this token with every request. */
const TOKEN = /"token"\s{0,5}:\s{0,5}"([\w.:=+/-]{16,400})"/;

const unaccent = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** The site finds the page by `id`, even if the name in the address is wrong. */
function reviewsUrl(name: string, id: string, country: 'GB' | 'FR'): string {
  const slug = encodeURIComponent(
    unaccent(name)
      .replace(/&/g, ' and ')
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'Company',
  );
  return country === 'FR'
    ? `${HOSTS.FR}/Avis/${slug}-Avis-E${id}.htm`
    : `${HOSTS.GB}/Reviews/${slug}-Reviews-E${id}.htm`;
}

export const glassdoor: ReviewSiteAdapter = {
  code: 'glassdoor',
  name: 'Glassdoor',
  searchedAt: { GB: 'glassdoor.co.uk', FR: 'glassdoor.fr' },
  hosts: ['www.glassdoor.com', 'api.glassdoor.com', 'www.glassdoor.co.uk', 'www.glassdoor.fr'],

  lookup(name, country) {
    const term = new URLSearchParams({ term: name }).toString();
    const typeahead = new URLSearchParams({
      numSuggestions: '8',
      source: 'GD_V2',
      version: 'NEW',
      rf: 'full',
      fallback: 'token',
      input: name,
    }).toString();
    const search = new URLSearchParams({ keyword: name }).toString();
    const get = (url: string): SiteRequest => ({ method: 'GET', url, acceptLanguage: ACCEPT_LANGUAGE[country] });
    return [
      get(`https://www.glassdoor.com/autocomplete/employers?${term}`),
      get(`https://api.glassdoor.com/searchsuggest/typeahead?${typeahead}`),
      // The suggestions omit some of the largest employers, but the site's search finds them.
      { ...get(`${HOSTS[country]}/Search/results.htm?${search}`), browser: true },
    ];
  },

  parseLookup(body, url) {
    if (/^\s*[[{]/.test(body)) return readSuggestions(readJsonText(body));
    const page = readPage(body, url);
    if (!page) return null;
    const links = readCompanyLinks(page, url);
    // A page without companies means that none was found only if it is the search page.
    return links.length > 0 || page.querySelector(SEARCH_MARKS) !== null ? links : null;
  },

  pages(candidate, country) {
    const id = /^\d{1,12}$/.test(candidate.id) ? candidate.id : idOfUrl(candidate.url);
    if (id === '') return [];
    const page: SiteRequest = {
      method: 'GET',
      url: reviewsUrl(candidate.name, id, country),
      acceptLanguage: ACCEPT_LANGUAGE[country],
    };
    const ask = (host: string): SiteRequest => ({
      method: 'POST',
      url: `https://${host}${REVIEWS_ENDPOINT}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        employerId: Number(id),
        page: 1,
        pageSize: PAGE_SIZE,
        sort: 'DATE',
        // Without a language, the site returns no rows.
        language: LANGUAGES[country],
        defaultLanguage: LANGUAGES[country],
        applyDefaultCriteria: true,
        employmentStatuses: [],
        worldwideFilter: false,
      }),
      acceptLanguage: ACCEPT_LANGUAGE[country],
      // The API's host needs neither cookies nor a token.
      inSession: host === WWW,
    });
    return [ask(WWW), ask('api.glassdoor.com'), page, { ...page, browser: true }];
  },

  session: {
    request: { method: 'GET', url: `https://${WWW}/` },
    readHeaders: (body) => {
      const token = TOKEN.exec(body)?.[1];
      return token === undefined ? {} : { 'gd-csrf-token': token };
    },
  },

  parsePage(body, url) {
    if (/^\s*[[{]/.test(body)) return readAnswer(readJsonText(body), url);
    const page = readPage(body, url);
    if (!page) return null;
    const canonical = [readCanonical(page), url].find((address) => siteOfUrl(address) === 'glassdoor') ?? url;
    const own = readNamedPage(canonical)?.site === 'glassdoor' ? canonical : '';
    const embedded = findEmbeddedReviews(body);
    if (embedded) {
      const employer = readReviews(embedded, idOfUrl(canonical), own);
      return employer?.name === '' ? null : employer;
    }
    const figures = readEmployerRating(page) ?? readMarkup(page);
    return figures ? { subRatings: {}, recommendShare: null, reviews: [], ...figures, url: own } : null;
  },
};

/**
 * Reads the list of suggestions, which is `value` itself or one of its members. Returns null if there is no list, or if
 * the list has rows but none of them is a suggestion.
 */
function readSuggestions(value: unknown): Candidate[] | null {
  const lists = [value, ...Object.values(asObject(value) ?? {})].map(asObjects);
  const rows = lists.find((list) => list !== undefined)?.slice(0, 50);
  if (!rows || (rows.length > 0 && !rows.some(isSuggestion))) return null;
  return rows.flatMap(toCandidate);
}

/** True for a company, and for any other row with a category, such as a job title or a place. */
function isSuggestion(row: JsonObject): boolean {
  return toCandidate(row).length > 0 || asText(row['category']) !== '';
}

function toCandidate(row: JsonObject): Candidate[] {
  const category = asText(row['category']).toLowerCase();
  if (category !== '' && category !== 'company' && category !== 'employer') return [];
  const name = tidyName(decode(asText(row['shortName'] ?? row['name'] ?? row['label'] ?? row['suggestion'])));
  const id = asText(row['employerId'] ?? row['id']);
  if (name === '' || !/^\d{1,12}$/.test(id)) return [];
  return [{ name, id, url: reviewsUrl(name, id, 'GB') }];
}

const MOST_LINKS = 30;

function readCompanyLinks(page: HTMLElement, url: string): Candidate[] {
  const origin = siteOfUrl(url) === 'glassdoor' ? new URL(url).origin : HOSTS.GB;
  const found = new Map<string, Candidate>();
  for (const link of page.querySelectorAll('a[href*=".htm"]')) {
    const address = attributeOf(link, 'href');
    const absolute = canParseUrl(address, origin) ? new URL(address, origin).href : '';
    const named = readNamedPage(absolute);
    const id = idOfUrl(absolute);
    if (named?.site !== 'glassdoor' || id === '' || found.has(id)) continue;
    found.set(id, { name: named.name, id, url: absolute });
    if (found.size >= MOST_LINKS) break;
  }
  return [...found.values()];
}

function readAnswer(value: unknown, url: string): EmployerPage | null {
  const top = asObject(Array.isArray(value) ? value[0] : value) ?? {};
  const data = asObject(top['data']) ?? top;
  const reviews = asObject(data['employerReviews']) ?? asObject(data['employerReviewsRG']) ?? data;
  if (!asObject(reviews['ratings'])) return null;
  return readReviews({ reviews, resolve: asObject }, '', readNamedPage(url)?.site === 'glassdoor' ? url : '');
}

/**
 * `pageId` is the employer id in the page's address, or "". Returns null if the data is about another employer, if the
 * number of reviews is missing, or if the rating contradicts the distribution of the stars.
 */
function readReviews({ reviews, resolve }: EmbeddedReviews, pageId: string, url: string): EmployerPage | null {
  const rows = (Array.isArray(reviews['reviews']) ? reviews['reviews'] : []).slice(0, 200).map(resolve);
  const items = rows.filter((row) => row !== undefined);
  const employer = resolve(reviews['employer']) ?? commonEmployer(items, resolve);
  const id = idOf(employer);
  const name = tidyName(decode(asText(employer?.['shortName'] ?? employer?.['name'])));
  const ratings = resolve(reviews['ratings']) ?? {};
  const ratedCount = toCount(reviews['ratedReviewsCount']) ?? toCount(ratings['reviewCount']);
  // Of the three counts in the data, only this one includes all reviews. The page's "Reviews" tab shows it, too.
  const reviewCount = toCount(reviews['allReviewsCount']) ?? ratedCount;
  if (reviewCount === null || (pageId !== '' && id !== '' && pageId !== id)) return null;
  const overall = resolve(resolve(reviews['ratingCountDistribution'])?.['overall']);
  const stars = ['_1', '_2', '_3', '_4', '_5'].map((key) => toCount(overall?.[key]));
  if (isContradicted(readRating(ratings['overallRating']), stars)) return null;
  const share = toShare(ratings['recommendToFriendRating']);
  const approval = toShare(ratings['ceoRating']);
  const own = items.filter((item) => {
    const of = idOf(resolve(item['employer']));
    return of === '' || id === '' || of === id;
  });
  return {
    name,
    ...(id === '' ? {} : { id }),
    rating: reviewCount === 0 || ratedCount === 0 ? null : readRating(ratings['overallRating']),
    reviewCount,
    subRatings: readSubRatings(ratings, SUB_RATINGS),
    recommendShare: share,
    ...(approval === null ? {} : { chiefApproval: approval }),
    reviews: keepReviews(own.map(readReview)),
    url: url || (id === '' ? '' : reviewsUrl(name, id, 'GB')),
  };
}

/** Returns null for 0, which the site writes if it does not know the share. */
function toShare(value: unknown): number | null {
  const share = readNumber(value);
  return share !== null && share > 0 && share <= 1 ? share : null;
}

/** Returns the employer with the most reviews in the list, because a group's list may include its subsidiaries. */
function commonEmployer(items: readonly JsonObject[], resolve: EmbeddedReviews['resolve']): JsonObject | undefined {
  const tally = new Map<string, { employer: JsonObject; reviews: number }>();
  for (const item of items) {
    const employer = resolve(item['employer']);
    if (!employer) continue;
    const entry = tally.get(idOf(employer)) ?? { employer, reviews: 0 };
    entry.reviews += 1;
    tally.set(idOf(employer), entry);
  }
  return [...tally.values()].sort((one, other) => other.reviews - one.reviews)[0]?.employer;
}

const SUB_RATINGS = {
  compensationAndBenefitsRating: 'pay_benefits',
  cultureAndValuesRating: 'culture',
  careerOpportunitiesRating: 'career',
  seniorManagementRating: 'management',
  workLifeBalanceRating: 'work_life_balance',
  diversityAndInclusionRating: 'diversity',
};

/** Decodes entities ("R&amp;D"), because the site's JSON is HTML-escaped. */
function reviewText(value: unknown): string {
  return tidyText(decodeHTML(tidyText(value)));
}

function readReview(item: JsonObject): Review {
  return {
    id: asText(item['reviewId']).slice(0, 60),
    rating: readRating(item['ratingOverall']),
    title: reviewText(item['summary']),
    pros: reviewText(item['pros']),
    cons: reviewText(item['cons']),
    text: '',
    date: readDay(item['reviewDateTime']),
    language: toLanguage(item['languageId']),
  };
}
