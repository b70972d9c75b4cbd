import { decodeHTML } from 'entities';
import type { Contract, Country, Hours, SalaryPeriod, WorkMode } from '../../schemas/index.ts';
import { dedupHash, isNoCompany } from './dedup-hash.ts';
import { readClosingDate } from './readers/closing-date.ts';
import { readPostedDate } from './readers/posted-date.ts';
import { readSalary } from './readers/salary.ts';
import { readAdvertMode, readWorkMode } from './readers/work-mode.ts';
import { HOME, readStated, type SalaryReading } from './readers/yearly-pay.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import { isListedHost, type Listing, type Platform } from '../sources/platforms/platform.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

/**
 * A listing with normalised values, as it is cached (SPEC §3). The description is not shortened to the caller's length.
 */
export interface NormalizedJob {
  title: string;
  company: string;
  location: string;
  salary_min: number | null;
  salary_max: number | null;
  salary_unlisted: boolean;
  work_mode: WorkMode;
  description: string;
  url: string;
  platform: string;
  posted_date: string;
  dedup_hash: string;
  salary_text: string;
  salary_currency: string | null;
  salary_period: SalaryPeriod | null;
  closing_date: string;
  /**
   * True if a recruitment agency posted the advert; null if neither the source nor the company's name shows whether it
   * did.
   */
  agency: boolean | null;
  words?: SourceWords;
  /** The contract and hours in words, converted from the source's codes and flags. */
  codes?: string;
  implied?: Implied;
  isForTime?: boolean;
  nationwide?: boolean;
  /**
   * The day on which the source last changed the advert, YYYY-MM-DD, or "" if it cannot be read; absent if the source
   * does not state it. Some sources' terms require that the date is shown.
   */
  updated_date?: string;
}

export interface Implied {
  contract?: Contract;
  hours?: Hours;
  work_mode?: WorkMode;
  agencies?: boolean;
}

export interface SourceWords {
  title?: string;
  terms?: string;
  work_mode?: string;
  posted?: string;
  closing?: string;
}

/** Maximum lengths in characters. Longer texts are cut, and a job with a longer URL is dropped. */
const MAXIMUM = {
  title: 200,
  company: 150,
  location: 150,
  salaryText: 200,
  words: 200,
  url: 1_500,
  description: 30_000,
};

export function normalizeListing(
  listing: Listing,
  platform: string,
  country: Country,
  now: number,
): NormalizedJob | undefined {
  const title = cleanTitle(listing.title, MAXIMUM.title);
  const url = directLink(listing.url, findPlatform(platform));
  if (title === '' || url === undefined) return undefined;
  const company = cleanCompany(listing.company, MAXIMUM.company);
  const location = cleanLine(listing.location, MAXIMUM.location);
  const description = shorten(stripInvisible(listing.description ?? '').trim(), MAXIMUM.description);
  const salary = readPay(listing, country);
  return {
    title,
    company,
    location,
    salary_min: salary.min,
    salary_max: salary.max,
    salary_unlisted: salary.unlisted,
    work_mode: workModeOf(listing, title, location, description),
    description: listing.teaser ? withEllipsis(description) : description,
    url,
    platform,
    posted_date: listing.postedText ? readPostedDate(listing.postedText, country, now) : '',
    dedup_hash: dedupHash(title, company, location),
    salary_text: cleanLine(listing.salaryText ?? '', MAXIMUM.salaryText),
    salary_currency: salary.currency,
    salary_period: salary.period,
    closing_date: listing.closingText ? readClosingDate(listing.closingText, country, now) : '',
    agency: listing.agency ?? (AGENCY_NAME.test(company) ? true : null),
    ...wordsOf(listing),
    ...termsOf(listing),
    ...(listing.nationwide ? { nationwide: true } : {}),
    ...(listing.updatedText ? { updated_date: readPostedDate(listing.updatedText, country, now) } : {}),
  };
}

const AGENCY_NAME =
  /\b(?:recruitment|recruiting|recruiters?|resourcing|staffing|personnel services|headhunters?|recrutement|int[eé]rim|travail temporaire)\b/iu;

function wordsOf(listing: Listing): Pick<NormalizedJob, 'words'> {
  const { termsText, workModeText, postedText, closingText } = listing;
  const isTidied = listing.title !== cleanTitle(listing.title, MAXIMUM.title);
  const given = {
    ...(isTidied ? { title: listing.title } : {}),
    terms: termsText,
    work_mode: workModeText,
    posted: postedText,
    closing: closingText,
  };
  const words = Object.fromEntries(
    Object.entries(given)
      .map(([name, text = '']) => [name, cutWhole(stripInvisible(text).trim(), MAXIMUM.words)])
      .filter(([, text]) => text !== ''),
  ) as SourceWords;
  return Object.keys(words).length > 0 ? { words } : {};
}

function cutWhole(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

function termsOf({ termsOfCodes = '', isForTime }: Listing): Pick<NormalizedJob, 'isForTime' | 'codes'> {
  const codes = termsOfCodes.trim();
  return { ...(isForTime ? { isForTime } : {}), ...(codes === '' ? {} : { codes }) };
}

function withEllipsis(text: string): string {
  if (text === '') return '';
  let end = text.length;
  while (end > 0 && ' .…\n'.includes(text[end - 1] as string)) end -= 1;
  // A single full stop ends a sentence, so it stays before the "…".
  return shorten(`${text.slice(0, end)}${/^\.(?!\.)/.test(text.slice(end)) ? '. …' : '…'}`, MAXIMUM.description);
}

function readPay(listing: Listing, country: Country): SalaryReading {
  if (listing.salaryPredicted) return { min: null, max: null, unlisted: true, period: null, currency: null };
  const stated = listing.salary && readStated(listing.salary, country);
  if (stated && !stated.unlisted) return stated;
  const text = listing.salaryText ? readSalary(listing.salaryText, country) : undefined;
  // Pay stated in another currency stays unlisted, even if the text has amounts.
  if (stated && ((stated.currency !== null && stated.currency !== HOME[country]) || !text)) return stated;
  return text ?? { min: null, max: null, unlisted: true, period: null, currency: null };
}

/**
 * Returns the platform's own field if it has a value. Otherwise, in this order: the telecommute flag, which means
 * remote unless a text says hybrid; the source's own words; and the location, title and description as `readAdvertMode`
 * weighs them (SPEC §12).
 */
function workModeOf(listing: Listing, title: string, location: string, description: string): WorkMode {
  if (listing.workMode && listing.workMode !== 'unknown') return listing.workMode;
  if (listing.telecommute)
    return [title, listing.workModeText ?? '', description].some((text) => readWorkMode(text) === 'hybrid')
      ? 'hybrid'
      : 'remote';
  const own = listing.workModeText ? readWorkMode(listing.workModeText) : 'unknown';
  if (own !== 'unknown') return own;
  return readAdvertMode(title, location, description);
}

/**
 * Returns the advert's URL, without query and fragment unless the platform sets `keepsLinks`. Returns undefined if the
 * URL is invalid or too long, contains credentials, is not http or https, or is on a site that is neither the
 * platform's nor a declared partner's.
 */
function directLink(address: string, platform: Platform | undefined): string | undefined {
  if (address.length > MAXIMUM.url || !canParseUrl(address)) return undefined;
  const url = new URL(address);
  // A user name before the host makes a link look as if it led to another site.
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (platform && !isListedHost([...platform.hosts, ...(platform.advertHosts ?? [])], url.host)) return undefined;
  if (platform && !platform.keepsLinks) {
    url.search = '';
    url.hash = '';
  }
  return url.href;
}

const MAXIMUM_INPUT = 2_000;

/** "<b>", "</p>" and anything with an attribute, but not "List<String>", which is part of a title. */
const TAG =
  /<\/?(?:a|abbr|b|br|button|div|em|font|form|h[1-6]|hr|i|iframe|img|input|li|link|mark|meta|object|ol|p|script|small|span|strong|style|sub|sup|svg|table|td|tr|u|ul|video)(?:[\s/][^<>]{0,200})?>|<[a-z][a-z0-9-]{0,30}\s[^<>]{0,100}=[^<>]{0,200}>/giu;

/** Entities are decoded twice, because some sites encode them twice. */
function cleanLine(text: string, maximum: number): string {
  const decoded = decodeHTML(decodeHTML(text.slice(0, MAXIMUM_INPUT)));
  return shorten(squeeze(stripInvisible(decoded.replace(TAG, ' '))), maximum);
}

function cleanTitle(text: string, maximum: number): string {
  const line = cleanLine(text, maximum)
    .replace(/^(?:new|nouveau)\s*[!:]\s+/iu, '')
    .replace(/^[\s*•·~_|>!-]+|[\s*•·~_|<–—-]+$/gu, '');
  return withoutQuotes(line)
    .replace(/([!?*])\1+/gu, '$1')
    .trim();
}

function withoutQuotes(line: string): string {
  return line.replace(/^["«“]([^"«»“”]*)["»”]?$|^([^"«»“”]*)["»”]$/u, '$1$2').trim();
}

function cleanCompany(text: string, maximum: number): string {
  const line = withoutQuotes(cleanLine(text, maximum).replace(/[\s,;|]+$/u, ''));
  return isNoCompany(line) ? '' : line;
}
