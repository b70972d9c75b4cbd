import { absoluteUrl, asObject, asText, type JsonObject } from '../../reading/answer.ts';
import { htmlToText } from '../../reading/entities.ts';
import { hasType, jsonLdBlocks, readJsonLd } from '../../reading/json-ld.ts';
import { readPostingPay } from '../../reading/posting-pay.ts';
import type { Listing } from './platform.ts';

const MAXIMUM_POSTINGS = 200;

export function readJobPostings(html: string, pageUrl: string): Listing[] {
  const items = readJsonLd(jsonLdBlocks(html));
  const postings = items.filter((item) => hasType(item, 'JobPosting')).slice(0, MAXIMUM_POSTINGS);
  const listings = postings.map((posting) => toListing(posting, pageUrl));
  // If a page has only one advert, its questions and answers are about that advert.
  const [only, ...others] = listings;
  const answers = only && others.length === 0 ? workModeAnswers(items) : '';
  return only && answers !== '' ? [{ ...only, workModeText: answers }] : listings;
}

function workModeAnswers(items: readonly JsonObject[]): string {
  return items
    .filter((item) => hasType(item, 'Answer'))
    .slice(0, 20)
    .map((answer) => htmlToText(asText(answer['text'])))
    .filter((text) => ABOUT_WORK_MODE.test(text))
    .join('\n');
}

const ABOUT_WORK_MODE = /t[eé]l[eé]-?\s?travail|\bremote(?:ly)?\b|\bhybrid\b|\bon-?site\b|work(?:ing)? from home/i;

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

export function toListing(posting: JsonObject, pageUrl: string): Listing {
  // Descriptions are often escaped twice.
  const description = htmlToText(htmlToText(asText(posting['description'])));
  const identifier = asObject(posting['identifier']);
  const link = asText(posting['url']);
  const remote = list(posting['jobLocationType']).some((type) => /telecommute/i.test(asText(type)));
  return {
    id: asText(identifier?.['value']) || asText(posting['identifier']),
    title: htmlToText(asText(posting['title']) || asText(posting['name'])),
    company: nameOf(posting['hiringOrganization']),
    location: [...new Set(list(posting['jobLocation']).map(placeOf).filter(Boolean))].slice(0, 5).join(' | '),
    url: (link && absoluteUrl(link, pageUrl)) || pageUrl,
    description,
    postedText: asText(posting['datePosted']),
    closingText: asText(posting['validThrough']),
    termsText: list(posting['employmentType']).map(asText).join(' '),
    ...(remote ? { telecommute: true } : {}),
    ...payOf(posting),
  };
}

function nameOf(value: unknown): string {
  for (const item of list(value)) {
    const name = htmlToText(asText(asObject(item)?.['name']) || asText(item));
    if (name !== '') return name;
  }
  return '';
}

function placeOf(value: unknown): string {
  const place = asObject(value);
  if (!place) return htmlToText(asText(value));
  const address = asObject(place['address']);
  if (!address) return htmlToText(asText(place['address']) || asText(place['name']));
  const parts = [address['addressLocality'], address['addressRegion'], address['postalCode']]
    .map((part) => htmlToText(asText(part)))
    .filter(Boolean);
  // The country is used only if there is no town, region or postcode.
  return [...new Set(parts.length > 0 ? parts : [nameOf(address['addressCountry'])])].join(', ');
}

function payOf(posting: JsonObject): Pick<Listing, 'salary' | 'salaryText'> {
  const pay = readPostingPay(posting);
  if (pay === undefined) return {};
  const { words, min, max, period, currency } = pay;
  if (words === '') return { salary: { min, max, period, currency } };
  return { salaryText: period === null ? words : `${words} per ${period}` };
}
